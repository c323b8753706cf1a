"""Roles of accounts."""

from uuid import UUID

from nucleo import UnidadeDeTrabalho
from nucleo.banco import Sessao

_CONCEDER = """
INSERT INTO papeis (cidadao_id, papel, concedido_por, concedido_em)
VALUES (:cidadao_id, :papel, :por, :agora)
ON CONFLICT DO NOTHING
RETURNING papel
"""
_RETIRAR = "DELETE FROM papeis WHERE cidadao_id = :cidadao_id AND papel = :papel RETURNING papel"
_LISTAR = "SELECT papel FROM papeis WHERE cidadao_id = :cidadao_id ORDER BY papel"


async def conceder(uow: UnidadeDeTrabalho, cidadao_id: UUID, papel: str, por: str) -> bool:
    """Give a role to an account; false when it has it already."""
    dado = await uow.sql(_CONCEDER, cidadao_id=cidadao_id, papel=papel, por=por, agora=uow.agora())
    return dado.first() is not None


async def retirar(uow: UnidadeDeTrabalho, cidadao_id: UUID, papel: str) -> bool:
    """Take a role from an account; false when it does not have it."""
    return (await uow.sql(_RETIRAR, cidadao_id=cidadao_id, papel=papel)).first() is not None


async def listar(banco: UnidadeDeTrabalho | Sessao, cidadao_id: UUID) -> list[str]:
    """Return the roles of an account."""
    return list((await banco.sql(_LISTAR, cidadao_id=cidadao_id)).scalars())
