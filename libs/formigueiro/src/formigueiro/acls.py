"""Who may do what on the log, derived from declarations and contracts; production's broker enforces it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from nucleo import Colonia, contratos

INTEGRADORES = "integradores"


@dataclass(frozen=True)
class Acl:
    """One permission."""

    usuario: str
    operacao: Literal["read", "write", "describe"]
    recurso: Literal["topic", "group"]
    nome: str
    prefixo: bool = False


def listar(colonias: Iterable[Colonia]) -> list[Acl]:
    """Each colony's permissions, then what anybody may read."""
    catalogo = contratos.carregar()
    publicos = [c.topico for c in catalogo if c.visibilidade == "publica"]
    return [
        *(acl for colonia in colonias for acl in _da_colonia(colonia, catalogo)),
        *(Acl(INTEGRADORES, "read", "topic", topico) for topico in publicos),
        Acl(INTEGRADORES, "read", "group", f"{INTEGRADORES}.", prefixo=True),
    ]


def _da_colonia(colonia: Colonia, catalogo: contratos.Catalogo) -> Iterable[Acl]:
    escreve = [catalogo.por_tipo[tipo].topico for tipo in colonia.produz]
    le = [catalogo.por_tipo[tipo].topico for tipo in colonia.consome]
    if colonia.consome_tudo:
        le = [contrato.topico for contrato in catalogo]
        yield Acl(colonia.nome, "read", "topic", "dlq.", prefixo=True)
    yield from (Acl(colonia.nome, "write", "topic", topico) for topico in escreve)
    if le:
        yield from (Acl(colonia.nome, "read", "topic", topico) for topico in le)
        yield Acl(colonia.nome, "read", "group", colonia.nome)
        yield Acl(colonia.nome, "write", "topic", colonia.dlq)
