"""Who may do what on the log, derived from declarations and contracts; production's broker enforces it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from confluent_kafka import KafkaException
from confluent_kafka.admin import (  # type: ignore[attr-defined]  # documented names that it imports privately
    AclBinding,
    AclBindingFilter,
    AclOperation,
    AclPermissionType,
    AdminClient,
    ResourcePatternType,
    ResourceType,
)

from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.topicos import conectar
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


def faltam(broker: str, desejadas: Sequence[Acl]) -> list[Acl]:
    """The permissions that a broker does not grant yet; those that it grants beyond these are left alone."""
    return _ausentes(conectar(broker), desejadas)


def aplicar(broker: str, desejadas: Sequence[Acl]) -> list[Acl]:
    """Grants what is missing, and answers what that was."""
    admin = conectar(broker)
    ausentes = _ausentes(admin, desejadas)
    try:
        for futuro in (admin.create_acls([_ligacao(acl) for acl in ausentes]) if ausentes else {}).values():
            futuro.result()
    except KafkaException as erro:
        raise FalhaDaPilha(f"O broker recusou uma permissão: {erro.args[0].str()}.") from erro
    return ausentes


def _ausentes(admin: AdminClient, desejadas: Sequence[Acl]) -> list[Acl]:
    tudo: Any = None  # what the library documents as "any", and its types forgot
    todas = AclBindingFilter(
        ResourceType.ANY, tudo, ResourcePatternType.ANY, tudo, tudo, AclOperation.ANY, AclPermissionType.ANY
    )
    try:
        existentes = set(admin.describe_acls(todas).result())
    except KafkaException as erro:
        raise FalhaDaPilha(f"O broker não diz que permissões tem: {erro.args[0].str()}.") from erro
    return [acl for acl in desejadas if _ligacao(acl) not in existentes]


def _ligacao(acl: Acl) -> AclBinding:
    padrao = ResourcePatternType.PREFIXED if acl.prefixo else ResourcePatternType.LITERAL
    recurso, operacao = ResourceType[acl.recurso.upper()], AclOperation[acl.operacao.upper()]
    return AclBinding(recurso, acl.nome, padrao, f"User:{acl.usuario}", "*", operacao, AclPermissionType.ALLOW)


def _da_colonia(colonia: Colonia, catalogo: contratos.Catalogo) -> Iterable[Acl]:
    escreve = [catalogo.por_tipo[tipo].topico for tipo in colonia.produz]
    le = [contrato.topico for contrato in catalogo if colonia.le(contrato.tipo)]
    if colonia.consome_tudo:
        yield Acl(colonia.nome, "read", "topic", "dlq.", prefixo=True)
    yield from (Acl(colonia.nome, "write", "topic", topico) for topico in escreve)
    if le:
        yield from (Acl(colonia.nome, "read", "topic", topico) for topico in le)
        yield Acl(colonia.nome, "read", "group", colonia.nome)
        yield Acl(colonia.nome, "write", "topic", colonia.dlq)
