"""The codec of every contract: strict when it writes, tolerant of versions when it reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from fastavro import parse_schema, schemaless_reader, schemaless_writer

from nucleo.avro import escrita, leitura
from nucleo.avro.construcao import Conversao, construtor, desmontador
from nucleo.avro.escrita import PayloadInvalido
from nucleo.contratos import Catalogo, Contrato, Versao
from nucleo.contratos.leitura import campos_do_payload
from nucleo.eventos import POR_TIPO
from nucleo.payload import Payload

Esquema = Mapping[str, Any]


@dataclass(slots=True)
class _Escrita:
    """How events of one type are written: `opcionais` may be absent from the envelope, `fixos` replace it."""

    esquema: Any
    converter: escrita.Escrita
    opcionais: dict[str, Any]
    fixos: dict[str, Any]
    posteriores: dict[str, Any]
    """Payload fields that later versions added, with their defaults: this version cannot say anything else."""


@dataclass(slots=True)
class _Leitura:
    """How events of one writer schema are read; without `leitor` they are as the newest version already.

    `original` is held so that its identity stays its own.
    """

    original: Esquema
    escritor: Any
    leitor: Any
    converter: leitura.Leitura


class Codec:
    """Writes and reads whole events as Avro bodies, without framing.

    An envelope is a dict with the fields of the schema, `payload` among them, as Python values (`UUID`,
    `datetime` with time zone, …). What is compiled for a schema is kept.
    """

    def __init__(self, catalogo: Catalogo, classes: Mapping[str, type[Payload]] = POR_TIPO) -> None:
        self._catalogo = catalogo
        self._escritas = {contrato.tipo: _escrita(contrato, contrato.vigente) for contrato in catalogo}
        self._antigas: dict[tuple[str, str], _Escrita] = {}
        self._leituras: dict[tuple[str, int], _Leitura] = {}
        self._construtores: dict[str, Conversao] = {t: construtor(classe) for t, classe in classes.items()}
        self._desmontadores: dict[type, Conversao] = {c: desmontador(c) for c in classes.values()}

    def codificar(self, tipo: str, envelope: Mapping[str, Any], versao: str | None = None) -> bytes:
        """The Avro body of an event in a version of its type, the newest unless said otherwise.

        `tipo` and `versao_schema` are filled in from the contract; `causacao_id` and `hash_original` may be
        absent. Raises `PayloadInvalido` naming the field that is missing, unknown or of the wrong type, or that an
        older version cannot carry.
        """
        como = self._como_escrever(tipo, versao)
        evento = {**como.opcionais, **envelope, **como.fixos}
        if como.posteriores:
            evento["payload"] = _sem_os_posteriores(tipo, evento["payload"], como)
        fluxo = BytesIO()
        try:
            schemaless_writer(fluxo, como.esquema, como.converter(evento))
        except escrita.Recusa as recusa:
            raise PayloadInvalido(f"{tipo}: {str(recusa).lstrip('.')}") from None
        except UnicodeEncodeError as erro:
            raise PayloadInvalido(f"{tipo}: texto que não é Unicode válido") from erro
        return fluxo.getvalue()

    def decodificar(self, tipo: str, esquema_escritor: Esquema, corpo: bytes) -> dict[str, Any]:
        """The envelope, in the newest version of its type, of a body written with `esquema_escritor`.

        Hand in the same schema object every time: what is compiled for it is found by identity. Raises
        `PayloadInvalido` when the bytes are no such event.
        """
        como = self._leituras.get((tipo, id(esquema_escritor))) or self._como_ler(tipo, esquema_escritor)
        fluxo = BytesIO(corpo)
        try:
            evento: dict[str, Any] = como.converter(schemaless_reader(fluxo, como.escritor, como.leitor))
        except Exception as erro:  # fastavro meets broken bytes with whatever they happen to cause
            raise PayloadInvalido(f"{tipo}: corpo Avro ilegível: {type(erro).__name__}") from erro
        if sobra := len(corpo) - fluxo.tell():
            raise PayloadInvalido(f"{tipo}: corpo Avro ilegível: sobram {sobra} bytes")
        return evento

    def para_payload(self, tipo: str, dados: dict[str, Any]) -> Payload:
        """The typed payload of a decoded one, which stays as it was."""
        payload: Payload = self._construtores[tipo](dados)
        return payload

    def para_dict(self, payload: Payload) -> dict[str, Any]:
        """The payload as `codificar` takes it."""
        dados: dict[str, Any] = self._desmontadores[type(payload)](payload)
        return dados

    def _como_escrever(self, tipo: str, versao: str | None) -> _Escrita:
        vigente = self._escritas.get(tipo)
        if vigente is None:
            raise PayloadInvalido(f"{tipo}: tipo de evento sem contrato")
        if versao is None or versao == vigente.fixos["versao_schema"]:
            return vigente
        if (tipo, versao) not in self._antigas:
            contrato = self._catalogo.por_tipo[tipo]
            self._antigas[tipo, versao] = _escrita(contrato, contrato.versao(versao))
        return self._antigas[tipo, versao]

    def _como_ler(self, tipo: str, esquema: Esquema) -> _Leitura:
        contrato = self._catalogo.por_tipo.get(tipo)
        if contrato is None:
            raise PayloadInvalido(f"{tipo}: tipo de evento sem contrato")
        self._leituras[tipo, id(esquema)] = como = _leitura(contrato, esquema)
        return como


def _escrita(contrato: Contrato, versao: Versao) -> _Escrita:
    esquema = versao.esquema
    proprios = {campo["name"] for campo in campos_do_payload(esquema)}
    return _Escrita(
        esquema=parse_schema(leitura.sem_logicos(esquema)),
        converter=escrita.compilar(esquema),
        opcionais={campo["name"]: campo["default"] for campo in esquema["fields"] if "default" in campo},
        fixos={"tipo": contrato.tipo, "versao_schema": versao.semver},
        posteriores={
            campo["name"]: campo["default"]
            for campo in campos_do_payload(contrato.vigente.esquema)
            if campo["name"] not in proprios
        },
    )


def _leitura(contrato: Contrato, esquema: Esquema) -> _Leitura:
    """A version of the contract is read by what is compiled here; a schema of somebody else's by fastavro alone."""
    vigente = contrato.vigente.esquema
    if not any(esquema == versao.esquema for versao in contrato.versoes):
        return _Leitura(esquema, parse_schema(dict(esquema)), parse_schema(vigente), lambda evento: evento)
    leitor = None if esquema == vigente else parse_schema(leitura.sem_logicos(vigente))
    converter = leitura.compilar(vigente)
    assert converter is not None  # every envelope has ids
    return _Leitura(esquema, parse_schema(leitura.sem_logicos(esquema)), leitor, converter)


def _sem_os_posteriores(tipo: str, payload: Mapping[str, Any], como: _Escrita) -> dict[str, Any]:
    for nome, padrao in como.posteriores.items():
        if nome in payload and payload[nome] != padrao:
            raise PayloadInvalido(f"{tipo}: a versão {como.fixos['versao_schema']} não tem o campo {nome}")
    return {nome: valor for nome, valor in payload.items() if nome not in como.posteriores}
