"""The queues of the units: who may change them, what they hold, and what they still have to announce."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from d4_ranking.dominio.fila import Fila
from nucleo import UnidadeDeTrabalho

TOPO = 50
_TRAVA = 404
_ANUNCIOS_POR_VEZ = 100


async def reservar(uow: UnidadeDeTrabalho) -> None:
    """Keep every other replica out until the commit: for the rare changes that may reach any demand."""
    await uow.sql("SELECT pg_advisory_xact_lock(:trava)", trava=_TRAVA)


async def abrir(uow: UnidadeDeTrabalho, unidades: Collection[UUID], demandas: Collection[UUID]) -> dict[UUID, Fila]:
    """Lock the queues of these units and those where these demands are now, and say what they hold.

    Replicas rank side by side (a demand has one partition, so no two rank the same one) and wait for one another only
    where they meet, always in the order of the ids of the units, so never in a ring; whoever reserved waits for all.
    """
    linhas = await uow.sql(_ABRIR, trava=_TRAVA, unidades=list(unidades), demandas=list(demandas))
    return {linha.unidade_civica_id: Fila(linha.total, linha.relogio, linha.ate_event_id) for linha in linhas}


@dataclass(frozen=True, slots=True)
class Anuncio:
    """What one unit has to announce: its total, and the first of its queue as (demanda_id, score_final)."""

    unidade_civica_id: UUID
    total: int
    motivo: str
    ate_event_id: UUID
    calculado_em: datetime
    topo: list[tuple[UUID, float]]


async def cobrar_anuncios(uow: UnidadeDeTrabalho, janela: timedelta) -> list[Anuncio]:
    """Settle what units owe, except those that announced something within the window: their turn comes later."""
    agora = uow.agora()
    escolhidas = await uow.sql(_ESCOLHER, silencio_desde=agora - janela, limite=_ANUNCIOS_POR_VEZ)
    unidades = list(escolhidas.scalars())
    if not unidades:
        return []
    quitadas = await uow.sql(_QUITAR, agora=agora, unidades=unidades, topo=TOPO)
    return [
        Anuncio(
            q.unidade_civica_id, q.total, q.motivo, q.ate_event_id, q.relogio, list(zip(q.ids, q.scores, strict=True))
        )
        for q in quitadas
    ]


_ABRIR = """
WITH trava AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(:trava)),
     tocadas AS (SELECT unnest(CAST(:unidades AS uuid[])) AS unidade
                 UNION SELECT unidade_civica_id FROM demandas WHERE demanda_id = ANY(CAST(:demandas AS uuid[])))
INSERT INTO unidades (unidade_civica_id, total, relogio, deve_anuncio)
SELECT unidade, 0, 'epoch', false FROM trava, tocadas ORDER BY unidade
ON CONFLICT (unidade_civica_id) DO UPDATE SET total = unidades.total
RETURNING unidade_civica_id, total, relogio, ate_event_id"""

_ESCOLHER = """
WITH devedoras AS (
    SELECT unidade_civica_id FROM unidades
    WHERE deve_anuncio AND (anunciado_em IS NULL OR anunciado_em <= :silencio_desde)
    ORDER BY anunciado_em NULLS FIRST LIMIT :limite)
SELECT unidade_civica_id FROM unidades
WHERE unidade_civica_id IN (SELECT unidade_civica_id FROM devedoras)
ORDER BY unidade_civica_id FOR UPDATE"""

_TOPO = """
    SELECT {coluna} FROM demandas d WHERE d.ativo AND d.unidade_civica_id = u.unidade_civica_id
    ORDER BY d.score_final DESC, d.demanda_id LIMIT :topo"""

_QUITAR = f"""
UPDATE unidades u SET deve_anuncio = false, anunciado_em = :agora,
                      relogio = greatest(:agora, u.relogio + interval '1 microsecond')
WHERE u.unidade_civica_id = ANY(CAST(:unidades AS uuid[]))
RETURNING u.unidade_civica_id, u.total, u.motivo, u.ate_event_id, u.relogio,
          ARRAY({_TOPO.format(coluna="d.demanda_id")}) AS ids,
          ARRAY({_TOPO.format(coluna="d.score_final")}) AS scores"""
