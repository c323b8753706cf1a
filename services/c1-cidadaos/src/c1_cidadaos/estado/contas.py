"""Accounts: one for each person that a provider knows, however many times and wherever they enter."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from nucleo import UnidadeDeTrabalho
from nucleo.banco import Sessao

_ACHAR = "SELECT cidadao_id FROM contas WHERE emissor = :emissor AND sub = :sub"
_EXISTE = "SELECT 1 FROM contas WHERE cidadao_id = :cidadao_id"
_CRIAR = """
INSERT INTO contas (cidadao_id, emissor, sub, auth_provider, criada_em, nome, email, avatar_url)
VALUES (:cidadao_id, :emissor, :sub, :auth_provider, :agora, :nome, :email, :avatar_url)
ON CONFLICT (emissor, sub) DO NOTHING
RETURNING cidadao_id
"""
# Whoever has it already keeps it, and what is itself an account's never belongs to another.
_VINCULAR = """
INSERT INTO vinculos (cidadao_id_anonimo, cidadao_id, vinculado_em)
SELECT CAST(:anonimo AS uuid), CAST(:cidadao_id AS uuid), CAST(:agora AS timestamptz)
WHERE NOT EXISTS (SELECT FROM contas WHERE cidadao_id = CAST(:anonimo AS uuid))
ON CONFLICT DO NOTHING
RETURNING cidadao_id
"""
_PERFIL = """
SELECT cidadao_id, auth_provider, criada_em, nome, email, avatar_url, endereco, unidade_civica_id
FROM contas WHERE cidadao_id = :cidadao_id
"""
_DECLARAR = """
UPDATE contas
SET nome = :nome, email = :email, avatar_url = :avatar_url, endereco = :endereco, unidade_civica_id = :unidade_civica_id
WHERE cidadao_id = :cidadao_id
"""


async def achar(uow: UnidadeDeTrabalho, emissor: str, sub: str) -> UUID | None:
    """Return the account of a person, if there is one."""
    return (await uow.sql(_ACHAR, emissor=emissor, sub=sub)).scalar()


async def criar(
    uow: UnidadeDeTrabalho, emissor: str, sub: str, auth_provider: str, sugestao: Mapping[str, Any]
) -> UUID | None:
    """Make the account of a person under a new UUID v4; None when somebody else has just made it."""
    novo = UUID(int=uow.aleatorio.getrandbits(128), version=4)
    campos = {campo: sugestao.get(campo) for campo in ("nome", "email", "avatar_url")}
    criada = await uow.sql(
        _CRIAR, cidadao_id=novo, emissor=emissor, sub=sub, auth_provider=auth_provider, agora=uow.agora(), **campos
    )
    return criada.scalar()


async def existe(uow: UnidadeDeTrabalho, cidadao_id: UUID) -> bool:
    """Tell whether the id is an account's."""
    return (await uow.sql(_EXISTE, cidadao_id=cidadao_id)).first() is not None


async def vincular(uow: UnidadeDeTrabalho, anonimo: UUID, cidadao_id: UUID) -> bool:
    """Give an anonymous identifier to an account; false when it belongs to one already."""
    vinculado = await uow.sql(_VINCULAR, anonimo=anonimo, cidadao_id=cidadao_id, agora=uow.agora())
    return vinculado.first() is not None


async def perfil(banco: Sessao, cidadao_id: UUID) -> dict[str, Any] | None:
    """Return what an account is and declares."""
    linha = (await banco.sql(_PERFIL, cidadao_id=cidadao_id)).mappings().first()
    return dict(linha) if linha is not None else None


async def perfil_a_mudar(uow: UnidadeDeTrabalho, cidadao_id: UUID) -> dict[str, Any] | None:
    """Return the same, held for this unit of work alone."""
    linha = (await uow.sql(f"{_PERFIL} FOR UPDATE", cidadao_id=cidadao_id)).mappings().first()
    return dict(linha) if linha is not None else None


async def declarar(uow: UnidadeDeTrabalho, perfil: Mapping[str, Any]) -> None:
    """Keep what an account declares."""
    await uow.sql(_DECLARAR, **perfil)
