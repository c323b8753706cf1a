"""The queue: which demands wait, and for which of them somebody may be found now."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from d6a_sorteio.estado.tabelas import APTO
from nucleo import UnidadeDeTrabalho


@dataclass(frozen=True, slots=True)
class EmEspera:
    """A demand that waits, and the first rung of its ladder with somebody eligible: None when no rung has."""

    demanda_id: UUID
    degrau_uc_id: UUID | None
    livre: bool
    unidade_civica_id: UUID
    cadeia_ucs: list[UUID]
    rodada: int
    causa_id: UUID
    correlacao_id: UUID
    rastro: str | None


async def procurar(
    uow: UnidadeDeTrabalho, degraus: Collection[UUID], novas: Collection[UUID], agora: datetime
) -> list[EmEspera]:
    """Look at what may have changed: demands that have just begun to wait, pools that were freed or have new members.

    Returns, in the order of the queue: every new demand; of each pool the first demand for which a rung that no draw
    reserves has somebody; and those that may be told that nobody is left for them.
    """
    linhas = await uow.sql(_PROCURAR, degraus=list(degraus), novas=list(novas), agora=agora)
    return [EmEspera(*linha) for linha in linhas]


async def entrar(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> None:
    """Put demands in the queue, at each rung of their ladders."""
    if demandas:
        await uow.sql(_ENTRAR, demandas=list(demandas))


async def marcar_avisadas(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> None:
    """Remember that these waits were told."""
    await uow.sql(
        "UPDATE demandas SET avisada = true WHERE demanda_id = ANY(CAST(:demandas AS uuid[]))", demandas=list(demandas)
    )


ELEGIVEL = f"""{APTO} AND (suspenso_ate IS NULL OR suspenso_ate <= :agora)
    AND conselheiro_id <> ALL (ARRAY(SELECT a.conselheiro_id FROM atribuicoes a WHERE a.demanda_id = d.demanda_id))"""
"""Whether counsellor `c` may be drawn for demand `d` (Spec D-6a, "Critérios de elegibilidade")."""

_LIVRE = "NOT EXISTS (SELECT FROM sorteios s WHERE s.degrau_uc_id = r.degrau AND s.situacao = 'aberto')"

# In the order of the index, so that it is read there: one entry says that a pool is not empty, however many it has.
_ALGUEM = "SELECT FROM conselheiros c WHERE c.degrau_uc_id = r.degrau AND {} ORDER BY c.chamado_em NULLS FIRST LIMIT 1"

_PRIMEIRO_DEGRAU = f"""
    SELECT r.degrau, {_LIVRE} AS livre
    FROM unnest(d.cadeia_ucs) WITH ORDINALITY AS r(degrau, n)
    CROSS JOIN LATERAL ({_ALGUEM.format(ELEGIVEL)}) AS alguem
    ORDER BY r.n LIMIT 1"""

# The ladder above a rung is the same for all that stand on it: when nothing is free there, none of them is looked at.
_HA_DEGRAU_LIVRE = f"""EXISTS (
    SELECT FROM (SELECT d.* FROM fila f JOIN demandas d USING (demanda_id) WHERE f.degrau_uc_id = t.degrau LIMIT 1) AS d
    CROSS JOIN LATERAL unnest(d.cadeia_ucs) WITH ORDINALITY AS r(degrau, n)
    CROSS JOIN LATERAL ({_ALGUEM.format(APTO)}) AS alguem
    WHERE r.n >= array_position(d.cadeia_ucs, t.degrau) AND {_LIVRE})"""

_PROCURAR = f"""
WITH achadas AS (
    SELECT d.demanda_id, p.degrau, coalesce(p.livre, false) AS livre
    FROM demandas d LEFT JOIN LATERAL ({_PRIMEIRO_DEGRAU}) AS p ON true
    WHERE d.demanda_id = ANY(CAST(:novas AS uuid[])) AND d.situacao = 'esperando'
    UNION
    SELECT e.demanda_id, e.degrau, true
    FROM unnest(CAST(:degraus AS uuid[])) AS t(degrau)
    CROSS JOIN LATERAL (
        SELECT f.demanda_id, p.degrau
        FROM fila f JOIN demandas d USING (demanda_id) CROSS JOIN LATERAL ({_PRIMEIRO_DEGRAU}) AS p
        WHERE f.degrau_uc_id = t.degrau AND p.livre
        ORDER BY f.retomada DESC, f.score_final DESC, f.demanda_id LIMIT 1) AS e
    WHERE {_HA_DEGRAU_LIVRE}
    UNION
    SELECT d.demanda_id, NULL, false FROM demandas d
    WHERE d.situacao = 'esperando' AND NOT d.avisada AND d.cadeia_ucs && CAST(:degraus AS uuid[])
      AND NOT EXISTS ({_PRIMEIRO_DEGRAU}))
SELECT d.demanda_id, degrau, livre, d.unidade_civica_id, d.cadeia_ucs, d.rodada, d.causa_id, d.correlacao_id, d.rastro
FROM achadas JOIN demandas d USING (demanda_id)
ORDER BY d.rodada > 0 DESC, d.score_final DESC, d.demanda_id
"""
_ENTRAR = """
INSERT INTO fila (demanda_id, degrau_uc_id, retomada, score_final)
SELECT d.demanda_id, degrau, d.rodada > 0, d.score_final
FROM demandas d CROSS JOIN LATERAL unnest(d.cadeia_ucs) AS degrau
WHERE d.demanda_id = ANY(CAST(:demandas AS uuid[])) AND d.situacao = 'esperando'
ON CONFLICT DO NOTHING
"""
