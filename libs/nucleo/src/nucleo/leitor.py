"""From the bytes of a record to a typed event: framing, schema, payload, trace context."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nucleo.avro import Codec, desenquadrar
from nucleo.contratos import Catalogo
from nucleo.erros import FalhaPermanente
from nucleo.evento import Evento, Recebido, Registro
from nucleo.registro import RegistroDeEsquemas


class Leitor:
    """Decodes records one by one, so that a bad one never harms its neighbours."""

    def __init__(self, catalogo: Catalogo, codec: Codec, registro: RegistroDeEsquemas) -> None:
        self._catalogo = catalogo
        self._codec = codec
        self._registro = registro
        self._esquemas: dict[int, Mapping[str, Any]] = {}

    async def ler(self, registros: Sequence[Registro]) -> list[Recebido]:
        """Decode each record. Raises `FalhaTransitoria` only when a schema cannot be known now."""
        desconhecidos = await self._conhecer(registros)
        return [self._ler(registro, desconhecidos) for registro in registros]

    async def dados(self, registro: Registro) -> dict[str, Any]:
        """Decode one record to plain values, read with the newest schema of its contract. Raises what is wrong."""
        desconhecidos = await self._conhecer([registro])
        _, dados = self._decodificar(registro, desenquadrar(registro.valor or b""), desconhecidos)
        return dados

    async def _conhecer(self, registros: Sequence[Registro]) -> dict[int, FalhaPermanente]:
        """Fetch the schemas that are not known yet; return why each of the others cannot be had."""
        citados = {int.from_bytes(r.valor[1:5], "big") for r in registros if r.valor is not None}
        desconhecidos = {}
        for esquema_id in citados.difference(self._esquemas):
            try:
                self._esquemas[esquema_id] = await self._registro.esquema_de(esquema_id)
            except FalhaPermanente as falha:
                desconhecidos[esquema_id] = falha
        return desconhecidos

    def _ler(self, registro: Registro, desconhecidos: Mapping[int, FalhaPermanente]) -> Recebido:
        if registro.valor is None:
            return Recebido(registro, None, None, None)
        esquema_id: int | None = None
        try:
            quadro = desenquadrar(registro.valor)
            esquema_id = quadro[0]
            tipo, dados = self._decodificar(registro, quadro, desconhecidos)
            evento = Evento(
                event_id=dados["event_id"],
                tipo=tipo,
                versao_schema=dados["versao_schema"],
                timestamp=dados["timestamp"],
                origem=dados["origem"],
                correlacao_id=dados["correlacao_id"],
                causacao_id=dados["causacao_id"],
                payload=self._codec.para_payload(tipo, dados["payload"]),
                rastro=_rastro(registro),
            )
        except Exception as erro:  # whatever bytes can raise: the record is at fault, not the colony
            return Recebido(registro, None, erro, esquema_id)
        return Recebido(registro, evento, None, esquema_id)

    def _decodificar(
        self, registro: Registro, quadro: tuple[int, bytes], desconhecidos: Mapping[int, FalhaPermanente]
    ) -> tuple[str, dict[str, Any]]:
        contrato = self._catalogo.por_topico.get(registro.topico)
        if contrato is None:
            raise FalhaPermanente(f"não há contrato para o tópico {registro.topico}")
        esquema_id, corpo = quadro
        if esquema_id in desconhecidos:
            raise desconhecidos[esquema_id]
        return contrato.tipo, self._codec.decodificar(contrato.tipo, self._esquemas[esquema_id], corpo)


def _rastro(registro: Registro) -> str | None:
    for nome, valor in registro.cabecalhos:
        if nome == "traceparent" and valor is not None:
            return valor.decode("ascii", "replace")
    return None
