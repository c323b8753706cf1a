"""The codec of every contract: strict when it writes, tolerant of versions when it reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, cast
from uuid import UUID

from asyncpg.pgproto import pgproto
from fastavro import parse_schema, schemaless_reader, schemaless_writer
from fastavro.read import LOGICAL_READERS

from nucleo.avro.conferencia import Conferencia, PayloadInvalido, compilar
from nucleo.avro.construcao import Conversao, construtor, desmontador
from nucleo.contratos import Catalogo, Contrato, Versao
from nucleo.contratos.leitura import campos_do_payload
from nucleo.eventos import POR_TIPO
from nucleo.payload import Payload

Esquema = Mapping[str, Any]


def _ler_uuid(dado: str, *_: Any) -> UUID:
    """asyncpg's UUID is a `uuid.UUID` that reads text six times as fast and goes to PostgreSQL as it is."""
    lido: UUID = pgproto.UUID(dado)
    return lido


LOGICAL_READERS["string-uuid"] = _ler_uuid


@dataclass(slots=True)
class _Escrita:
    """How events of one type are written: `opcionais` may be absent from the envelope, `fixos` replace it."""

    esquema: Any
    conferir: Conferencia
    opcionais: dict[str, Any]
    fixos: dict[str, Any]
    posteriores: dict[str, Any]
    """Payload fields that later versions added, with their defaults: this version cannot say anything else."""


@dataclass(slots=True)
class _Leitura:
    """How events of one writer schema are read; without `leitor` they are as the newest version already."""

    original: Esquema
    escritor: Any
    leitor: Any


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
        escrita = self._escrita(tipo, versao)
        evento = {**escrita.opcionais, **envelope, **escrita.fixos}
        if escrita.posteriores:
            evento["payload"] = _sem_os_posteriores(tipo, evento["payload"], escrita)
        if (problema := escrita.conferir(evento)) is not None:
            raise PayloadInvalido(f"{tipo}: {problema.lstrip('.')}")
        fluxo = BytesIO()
        try:
            schemaless_writer(fluxo, escrita.esquema, evento, strict=True)
        except UnicodeEncodeError as erro:
            raise PayloadInvalido(f"{tipo}: texto que não é Unicode válido") from erro
        return fluxo.getvalue()

    def decodificar(self, tipo: str, esquema_escritor: Esquema, corpo: bytes) -> dict[str, Any]:
        """The envelope, in the newest version of its type, of a body written with `esquema_escritor`.

        Hand in the same schema object every time: what is compiled for it is found by identity. Raises
        `PayloadInvalido` when the bytes are no such event.
        """
        leitura = self._leituras.get((tipo, id(esquema_escritor))) or self._ler_com(tipo, esquema_escritor)
        fluxo = BytesIO(corpo)
        try:
            evento: Any = schemaless_reader(fluxo, leitura.escritor, leitura.leitor)
        except Exception as erro:  # fastavro meets broken bytes with whatever they happen to cause
            raise PayloadInvalido(f"{tipo}: corpo Avro ilegível: {type(erro).__name__}") from erro
        if sobra := len(corpo) - fluxo.tell():
            raise PayloadInvalido(f"{tipo}: corpo Avro ilegível: sobram {sobra} bytes")
        return cast("dict[str, Any]", evento)

    def para_payload(self, tipo: str, dados: dict[str, Any]) -> Payload:
        """The typed payload of a decoded one, which stays as it was."""
        payload: Payload = self._construtores[tipo](dados)
        return payload

    def para_dict(self, payload: Payload) -> dict[str, Any]:
        """The payload as `codificar` takes it."""
        dados: dict[str, Any] = self._desmontadores[type(payload)](payload)
        return dados

    def _escrita(self, tipo: str, versao: str | None) -> _Escrita:
        escrita = self._escritas.get(tipo)
        if escrita is None:
            raise PayloadInvalido(f"{tipo}: tipo de evento sem contrato")
        if versao is None or versao == escrita.fixos["versao_schema"]:
            return escrita
        if (tipo, versao) not in self._antigas:
            contrato = self._catalogo.por_tipo[tipo]
            self._antigas[tipo, versao] = _escrita(contrato, contrato.versao(versao))
        return self._antigas[tipo, versao]

    def _ler_com(self, tipo: str, esquema: Esquema) -> _Leitura:
        contrato = self._catalogo.por_tipo.get(tipo)
        if contrato is None:
            raise PayloadInvalido(f"{tipo}: tipo de evento sem contrato")
        iguais = esquema == contrato.vigente.esquema
        leitura = _Leitura(esquema, parse_schema(dict(esquema)), None if iguais else self._escritas[tipo].esquema)
        self._leituras[tipo, id(esquema)] = leitura
        return leitura


def _escrita(contrato: Contrato, versao: Versao) -> _Escrita:
    esquema = versao.esquema
    proprios = {campo["name"] for campo in campos_do_payload(esquema)}
    return _Escrita(
        esquema=parse_schema(esquema),
        conferir=compilar(esquema),
        opcionais={campo["name"]: campo["default"] for campo in esquema["fields"] if "default" in campo},
        fixos={"tipo": contrato.tipo, "versao_schema": versao.semver},
        posteriores={
            campo["name"]: campo["default"]
            for campo in campos_do_payload(contrato.vigente.esquema)
            if campo["name"] not in proprios
        },
    )


def _sem_os_posteriores(tipo: str, payload: Mapping[str, Any], escrita: _Escrita) -> dict[str, Any]:
    for nome, padrao in escrita.posteriores.items():
        if nome in payload and payload[nome] != padrao:
            raise PayloadInvalido(f"{tipo}: a versão {escrita.fixos['versao_schema']} não tem o campo {nome}")
    return {nome: valor for nome, valor in payload.items() if nome not in escrita.posteriores}
