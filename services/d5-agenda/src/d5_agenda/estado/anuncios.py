"""Which item of a unit is to be announced, and which already were."""

from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from d5_agenda.estado.celulas import RAIZ
from d5_agenda.estado.contagem import INDICE, TOTAIS
from nucleo import UnidadeDeTrabalho


class Candidata(NamedTuple):
    """The first item of a level that is available and was not announced, and what its unit says of the order."""

    unidade_civica_id: UUID
    cadeia_ucs: list[UUID]
    distribuicao: list[float] | None
    totais: list[int]
    demanda_id: UUID
    categoria_id: str
    nivel_precedencia: int
    score_final: float
    correlacao_id: UUID
    indice: int
    raiz_y: int | None
    raiz_x: int | None


async def candidatas(uow: UnidadeDeTrabalho, unidades: Collection[UUID]) -> list[Candidata]:
    """At most one a level of each of these units that has nothing waiting; a unit without a chain has no ladder yet."""
    return [Candidata(*linha) for linha in await uow.sql(_CANDIDATAS, unidades=list(unidades))]


async def marcar(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> None:
    """Remember that these were announced."""
    await uow.sql(_MARCAR, demandas=list(demandas))


_CANDIDATAS = f"""
SELECT u.unidade_civica_id, u.cadeia_ucs, u.distribuicao, {TOTAIS} AS totais, d.demanda_id, d.categoria_id,
       d.nivel_precedencia, d.score_final, d.correlacao_id, {INDICE} AS indice, g.raiz_y, g.raiz_x
FROM unidades u CROSS JOIN generate_series(1, 5) AS nivel
CROSS JOIN LATERAL (
    SELECT * FROM demandas
    WHERE unidade_civica_id = u.unidade_civica_id AND status = 'disponivel' AND nivel_precedencia = nivel
      AND NOT anunciada
    ORDER BY score_final DESC, demanda_id LIMIT 1) d
{RAIZ}
WHERE u.unidade_civica_id = ANY(CAST(:unidades AS uuid[])) AND u.cadeia_ucs IS NOT NULL
  AND NOT EXISTS (SELECT FROM demandas e WHERE e.unidade_civica_id = u.unidade_civica_id AND e.aguardando)"""

_MARCAR = """
UPDATE demandas SET anunciada = true, aguardando = true WHERE demanda_id = ANY(CAST(:demandas AS uuid[]))"""
