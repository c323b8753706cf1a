"""Reading demands to change them, one batch at a time."""

from collections.abc import Collection
from dataclasses import fields
from uuid import UUID

from d5_agenda.dominio.demanda import Demanda
from nucleo import UnidadeDeTrabalho

_TRAVA = 505
COLUNAS = tuple(campo.name for campo in fields(Demanda))


async def reservar(uow: UnidadeDeTrabalho) -> None:
    """Keep other replicas out until the commit: any event may move any unit, and the next call depends on all before.

    A statement of its own: the next one sees what those who held the lock committed.
    """
    await uow.sql(_RESERVAR, trava=_TRAVA)


async def ler(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> dict[UUID, Demanda]:
    """What is known of each of these demands; of a new one, only its id."""
    linhas = await uow.sql(_LER, demandas=list(demandas))
    conhecidas = {demanda_id: Demanda(demanda_id) for demanda_id in demandas}
    return conhecidas | {linha.demanda_id: Demanda(*linha) for linha in linhas}


# What a batch asks goes by index, however small the tables were when it was planned; and to plan it again for each
# batch would cost more than to run it.
_RESERVAR = """
SELECT pg_advisory_xact_lock(:trava), set_config('plan_cache_mode', 'force_generic_plan', true),
       set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
       set_config('enable_mergejoin', 'off', true)"""

_LER = f"SELECT {', '.join(COLUNAS)} FROM demandas WHERE demanda_id = ANY(CAST(:demandas AS uuid[]))"
