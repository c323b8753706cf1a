"""What a contract is."""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

Esquema = dict[str, Any]
"""An Avro schema as parsed JSON."""


class ContratoInvalido(ValueError):
    """A contract that cannot be used; the sentence names the file and the key."""


def dobrar(tipo: str) -> str:
    """The topic of a type: its ASCII fold (`território.x` → `territorio.x`)."""
    return unicodedata.normalize("NFKD", tipo).encode("ascii", "ignore").decode()


@dataclass(frozen=True, slots=True)
class Versao:
    """One landed version of a contract: it never changes."""

    semver: str
    status: Literal["vigente", "mantida", "deprecada"]
    esquema: Esquema = field(repr=False)
    texto: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class CampoSensivel:
    """A path inside the payload that a legal removal may have to erase, and why."""

    caminho: str
    razao: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrato:
    """One event type: its topic, who may publish it, how it is keyed and every version of its schema."""

    tipo: str
    """Canonical name, accents included."""

    topico: str
    """ASCII fold of the name."""

    descricao: str

    produtores: tuple[str, ...]
    """Names of colonies, for instance `d1a-captura`."""

    chave: str
    """Payload field of the entity that chooses the partition."""

    chave_do_registro: str
    """Payload field that is the record key, or `event_id` where records must be removable one by one."""

    particoes: int
    visibilidade: Literal["publica", "interna"]
    compacta: bool
    sensiveis: tuple[CampoSensivel, ...]

    versoes: tuple[Versao, ...]
    """Oldest first."""

    vetores: str | None = None
    """File of the folder with published test vectors, where the type carries a computation that others repeat."""

    @property
    def vigente(self) -> Versao:
        """The version that producers write."""
        return next(versao for versao in self.versoes if versao.status == "vigente")

    @property
    def assunto(self) -> str:
        """The subject of the schema registry."""
        return f"{self.topico}-value"

    def versao(self, semver: str) -> Versao:
        """One version by number; `KeyError` when the contract never had it."""
        for versao in self.versoes:
            if versao.semver == semver:
                return versao
        raise KeyError(semver)


class Catalogo:
    """Every contract, by type and by topic; iterates in the order of topics."""

    __slots__ = ("por_tipo", "por_topico")

    def __init__(self, contratos: list[Contrato]) -> None:
        ordenados = sorted(contratos, key=lambda contrato: contrato.topico)
        self.por_tipo: Mapping[str, Contrato] = MappingProxyType({c.tipo: c for c in ordenados})
        self.por_topico: Mapping[str, Contrato] = MappingProxyType({c.topico: c for c in ordenados})

    def __iter__(self) -> Iterator[Contrato]:
        return iter(self.por_topico.values())

    def __len__(self) -> int:
        return len(self.por_topico)
