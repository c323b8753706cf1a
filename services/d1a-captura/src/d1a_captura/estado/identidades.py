"""Which ids belong to accounts: those of the accounts, and those of the devices linked to them."""

from collections.abc import Collection, Mapping
from datetime import datetime
from uuid import UUID

from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from d1a_captura.estado.tabelas import Identidade
from nucleo import UnidadeDeTrabalho


async def registrar_contas(uow: UnidadeDeTrabalho, contas: Collection[UUID]) -> None:
    """Note that these ids are accounts."""
    await uow.sql(_CONTAS, contas=sorted(set(contas)))


async def vincular(uow: UnidadeDeTrabalho, vinculos: Mapping[UUID, tuple[datetime, UUID]]) -> None:
    """Note to which account each device belongs, and since when. Of two accounts, it belongs to the first."""
    dispositivos = sorted(vinculos)
    await uow.sql(
        _VINCULOS,
        dispositivos=dispositivos,
        instantes=[vinculos[d][0] for d in dispositivos],
        contas=[vinculos[d][1] for d in dispositivos],
    )


async def quais_sao_de_contas(uow: UnidadeDeTrabalho, ids: Collection[UUID]) -> set[UUID]:
    """Return those of these ids that belong to an account."""
    resultado = await uow.sql("SELECT cidadao_id FROM identidade WHERE cidadao_id = ANY(CAST(:ids AS uuid[]))", ids=ids)
    return set(resultado.scalars())


async def da_conta(banco: AsyncSession, cidadao_id: UUID) -> set[UUID]:
    """Return the ids under which a citizen sends or sent: this one, and those of the devices linked to it."""
    vinculados = await banco.exec(select(Identidade.cidadao_id).where(Identidade.conta_id == cidadao_id))
    return {cidadao_id, *vinculados}


_CONTAS = """
INSERT INTO identidade (cidadao_id, conta_id) SELECT c, c FROM unnest(CAST(:contas AS uuid[])) c
ON CONFLICT DO NOTHING
"""
_VINCULOS = """
INSERT INTO identidade AS i (cidadao_id, conta_id, vinculada_em)
SELECT * FROM unnest(CAST(:dispositivos AS uuid[]), CAST(:contas AS uuid[]), CAST(:instantes AS timestamptz[]))
ON CONFLICT (cidadao_id) DO UPDATE SET conta_id = excluded.conta_id, vinculada_em = excluded.vinculada_em
WHERE i.vinculada_em IS NULL OR (excluded.vinculada_em, excluded.conta_id) < (i.vinculada_em, i.conta_id)
"""
