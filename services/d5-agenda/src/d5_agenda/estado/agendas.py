"""The backlogs that are due to be published, and their first items."""

from collections import defaultdict
from collections.abc import Collection
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from d5_agenda.dominio.ordem import FATIAS_PADRAO
from d5_agenda.estado.celulas import RAIZ
from d5_agenda.estado.tabelas import NA_ORDEM
from nucleo import UnidadeDeTrabalho

TOPO = 50
_AGENDAS_POR_VEZ = 100


class Unidade(NamedTuple):
    """What one unit has to publish of itself."""

    unidade_civica_id: UUID
    nivel_corrente: int | None
    distribuicao: list[float] | None
    disponiveis: int
    atribuidos: int
    em_progresso: int
    motivo: str


class Item(NamedTuple):
    """One of the first items of a backlog."""

    demanda_id: UUID
    categoria_id: str
    nivel_precedencia: int
    score_final: float
    status: str
    chave: float
    raiz_y: int | None
    raiz_x: int | None


async def cobrar(uow: UnidadeDeTrabalho, janela: timedelta) -> list[Unidade]:
    """Settle what units owe, except those that published something within the window: their turn comes later."""
    agora = uow.agora()
    linhas = await uow.sql(_COBRAR, agora=agora, silencio_desde=agora - janela, limite=_AGENDAS_POR_VEZ)
    return sorted(Unidade(*linha) for linha in linhas)


async def topos(uow: UnidadeDeTrabalho, unidades: Collection[UUID]) -> dict[UUID, list[Item]]:
    """The first items of each of these units, in order."""
    primeiros: dict[UUID, list[Item]] = defaultdict(list)
    linhas = await uow.sql(_TOPOS, unidades=list(unidades), padrao=list(FATIAS_PADRAO), topo=TOPO)
    for unidade, *item in linhas:
        primeiros[unidade].append(Item(*item))
    return primeiros


_COBRAR = """
UPDATE unidades SET deve_agenda = false, gerada_em = :agora
WHERE unidade_civica_id IN (
    SELECT unidade_civica_id FROM unidades
    WHERE deve_agenda AND (gerada_em IS NULL OR gerada_em <= :silencio_desde)
    ORDER BY gerada_em NULLS FIRST LIMIT :limite)
RETURNING unidade_civica_id, nivel_corrente, distribuicao, disponiveis, atribuidos, em_progresso, motivo"""

# Of a level, no item after the first `topo` can be among the first `topo` of all.
_TOPOS = f"""
SELECT u.unidade_civica_id, d.demanda_id, d.categoria_id, d.nivel_precedencia, d.score_final, d.status, d.chave,
       g.raiz_y, g.raiz_x
FROM unidades u
CROSS JOIN LATERAL (
    SELECT do_nivel.*, do_nivel.indice / fatia AS chave
    FROM unnest(coalesce(u.distribuicao, CAST(:padrao AS float8[]))) WITH ORDINALITY AS f(fatia, nivel)
    CROSS JOIN LATERAL (
        SELECT *, row_number() OVER (ORDER BY score_final DESC, demanda_id) AS indice FROM demandas
        WHERE unidade_civica_id = u.unidade_civica_id AND nivel_precedencia = f.nivel AND {NA_ORDEM}
        ORDER BY score_final DESC, demanda_id LIMIT :topo) do_nivel
    ORDER BY chave, nivel LIMIT :topo) d
{RAIZ}
WHERE u.unidade_civica_id = ANY(CAST(:unidades AS uuid[]))
ORDER BY u.unidade_civica_id, d.chave, d.nivel_precedencia"""
