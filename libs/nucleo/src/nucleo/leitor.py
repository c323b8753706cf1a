"""From the bytes of a record to a typed event: framing, schema, payload, trace context."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nucleo.avro import Codec, desenquadrar
from nucleo.contratos import Catalogo
from nucleo.erros import FalhaPermanente, FalhaTransitoria
from nucleo.evento import Evento, Recebido, Registro
from nucleo.registro import RegistroDeEsquemas


class Leitor:
    """Decodes records one by one, so that a bad one never harms its neighbours."""

    def __init__(self, catalogo: Catalogo, codec: Codec, registro: RegistroDeEsquemas) -> None:
        self._catalogo = catalogo
        self._codec = codec
        self._registro = registro

    async def ler(self, registros: Sequence[Registro]) -> list[Recebido]:
        """Decode each record. Raises `FalhaTransitoria` only when a schema cannot be known now."""
        return [await self._ler(registro) for registro in registros]

    async def dados(self, registro: Registro) -> dict[str, Any]:
        """Decode one record to plain values, read with the newest schema of its contract. Raises what is wrong."""
        _, dados = await self._decodificar(registro, desenquadrar(registro.valor or b""))
        return dados

    async def _ler(self, registro: Registro) -> Recebido:
        if registro.valor is None:
            return Recebido(registro, None, None, None)
        esquema_id: int | None = None
        try:
            quadro = desenquadrar(registro.valor)
            esquema_id = quadro[0]
            tipo, dados = await self._decodificar(registro, quadro)
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
        except FalhaTransitoria:
            raise
        except Exception as erro:  # whatever bytes can raise: the record is at fault, not the colony
            return Recebido(registro, None, erro, esquema_id)
        return Recebido(registro, evento, None, esquema_id)

    async def _decodificar(self, registro: Registro, quadro: tuple[int, bytes]) -> tuple[str, dict[str, Any]]:
        contrato = self._catalogo.por_topico.get(registro.topico)
        if contrato is None:
            raise FalhaPermanente(f"não há contrato para o tópico {registro.topico}")
        escritor = await self._registro.esquema_de(quadro[0])
        return contrato.tipo, self._codec.decodificar(contrato.tipo, escritor, quadro[1])


def _rastro(registro: Registro) -> str | None:
    for nome, valor in registro.cabecalhos:
        if nome == "traceparent" and valor is not None:
            return valor.decode("ascii", "replace")
    return None
