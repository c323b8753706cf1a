"""What is known of the units themselves: that they exist, where they lie, and how their attention is divided."""

from collections.abc import Collection, Mapping
from uuid import UUID

from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import DemandaGeorreferenciada, RankingAtualizado


async def conhecer(uow: UnidadeDeTrabalho, unidades: Collection[UUID]) -> None:
    """Note that these units exist."""
    await uow.sql(_CONHECER, unidades=sorted(unidades))


async def situar(uow: UnidadeDeTrabalho, eventos: Mapping[UUID, Evento[DemandaGeorreferenciada]]) -> set[UUID]:
    """Keep the newest chain of each unit, from itself to the largest; return the units that had none."""
    cadeias = [evento.payload.cadeia_ucs for evento in eventos.values()]
    linhas = await uow.sql(
        _SITUAR,
        unidades=list(eventos),
        cadeias=[f"{{{','.join(map(str, cadeia))}}}" for cadeia in cadeias],
        instantes=[evento.timestamp for evento in eventos.values()],
    )
    return set(linhas.scalars())


async def distribuir(uow: UnidadeDeTrabalho, rankings: Mapping[UUID, RankingAtualizado], motivo: str) -> None:
    """Keep the newest shares of each unit; those whose order they changed now owe an agenda."""
    fatias = [ranking.distribuicao for ranking in rankings.values()]
    await uow.sql(
        _DISTRIBUIR,
        unidades=list(rankings),
        niveis=[ranking.nivel_corrente for ranking in rankings.values()],
        **{f"fatias_{nivel}": [fatia[nivel] for fatia in fatias] for nivel in range(5)},
        instantes=[ranking.timestamp_calculo for ranking in rankings.values()],
        motivo=motivo,
    )


_CONHECER = """
INSERT INTO unidades_publicadas SELECT * FROM unnest(CAST(:unidades AS uuid[])) ON CONFLICT DO NOTHING"""

_VAZIA = "0, 0, 0, false"
_SITUAR = f"""
WITH n AS (SELECT unidade, CAST(cadeia AS uuid[]) AS cadeia, instante
           FROM unnest(CAST(:unidades AS uuid[]), CAST(:cadeias AS text[]), CAST(:instantes AS timestamptz[]))
               AS n(unidade, cadeia, instante)),
     novas AS (SELECT unidade FROM n LEFT JOIN unidades ON unidade_civica_id = unidade WHERE cadeia_ucs IS NULL),
     guardado AS (
        INSERT INTO unidades AS u (unidade_civica_id, cadeia_ucs, cadeia_em,
                                   disponiveis, atribuidos, em_progresso, deve_agenda)
        SELECT unidade, cadeia, instante, {_VAZIA} FROM n
        ON CONFLICT (unidade_civica_id) DO UPDATE SET cadeia_ucs = EXCLUDED.cadeia_ucs, cadeia_em = EXCLUDED.cadeia_em
        WHERE u.cadeia_em IS NULL OR (u.cadeia_em, u.cadeia_ucs) < (EXCLUDED.cadeia_em, EXCLUDED.cadeia_ucs))
SELECT unidade FROM novas"""

_DISTRIBUIR = f"""
INSERT INTO unidades AS u (unidade_civica_id, nivel_corrente, distribuicao, ranking_em, motivo,
                           disponiveis, atribuidos, em_progresso, deve_agenda)
SELECT unidade, nivel, ARRAY[f1, f2, f3, f4, f5], instante, :motivo, {_VAZIA}
FROM unnest(CAST(:unidades AS uuid[]), CAST(:niveis AS int[]), CAST(:fatias_0 AS float8[]), CAST(:fatias_1 AS float8[]),
            CAST(:fatias_2 AS float8[]), CAST(:fatias_3 AS float8[]), CAST(:fatias_4 AS float8[]),
            CAST(:instantes AS timestamptz[])) AS n(unidade, nivel, f1, f2, f3, f4, f5, instante)
ON CONFLICT (unidade_civica_id) DO UPDATE SET
    nivel_corrente = EXCLUDED.nivel_corrente, distribuicao = EXCLUDED.distribuicao, ranking_em = EXCLUDED.ranking_em,
    (motivo, deve_agenda) = (
        SELECT CASE WHEN mudou THEN EXCLUDED.motivo ELSE u.motivo END, u.deve_agenda OR mudou
        FROM (VALUES ((u.nivel_corrente, u.distribuicao)
                      IS DISTINCT FROM (EXCLUDED.nivel_corrente, EXCLUDED.distribuicao))) AS m(mudou))
WHERE u.ranking_em IS NULL OR u.ranking_em <= EXCLUDED.ranking_em"""
