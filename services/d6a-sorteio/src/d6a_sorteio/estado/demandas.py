"""The demands that the agenda offered: what is kept of each, and where it stands."""

from collections.abc import Collection, Sequence
from uuid import UUID

from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import AgendaItemDisponivel


async def oferecer(uow: UnidadeDeTrabalho, eventos: Sequence[Evento[AgendaItemDisponivel]]) -> set[UUID]:
    """Keep what is offered for the first time and has not ended; return which demands those are."""
    itens = [e.payload for e in eventos]
    linhas = await uow.sql(
        _OFERECER,
        demandas=[i.demanda_id for i in itens],
        unidades=[i.unidade_civica_id for i in itens],
        cadeias=[_em_sql(i.cadeia_ucs or [i.unidade_civica_id]) for i in itens],
        categorias=[i.categoria_id for i in itens],
        niveis=[i.nivel_precedencia for i in itens],
        scores=[i.score_final for i in itens],
        grupos=[i.grupo_id for i in itens],
        causas=[e.event_id for e in eventos],
        correlacoes=[e.correlacao_id for e in eventos],
        rastros=[e.rastro for e in eventos],
    )
    return set(linhas.scalars())


async def retomar(uow: UnidadeDeTrabalho, demanda_id: UUID, causa_id: UUID) -> bool:
    """Let a demand that was refused wait again, because of an event. Returns False when it has ended meanwhile."""
    linhas = await uow.sql(_RETOMAR, demanda=demanda_id, causa=causa_id)
    return bool(linhas.scalar_one() == "esperando")


async def encerrar(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> set[UUID]:
    """Never draw for these demands again; return those known that have no counsellor: the others end with them."""
    linhas = await uow.sql(_ENCERRAR, demandas=list(demandas))
    return set(linhas.scalars())


def _em_sql(cadeia: Sequence[UUID]) -> str:
    """An array inside an array: PostgreSQL wants those of one length, so each goes as text."""
    return "{" + ",".join(map(str, cadeia)) + "}"


_OFERECER = """
INSERT INTO demandas (demanda_id, unidade_civica_id, cadeia_ucs, categoria_id, nivel_precedencia, score_final, grupo_id,
                      situacao, rodada, avisada, causa_id, correlacao_id, rastro)
SELECT demanda, unidade, CAST(cadeia AS uuid[]), categoria, nivel, score, grupo, 'esperando', 0, false, causa,
       correlacao, rastro
FROM unnest(CAST(:demandas AS uuid[]), CAST(:unidades AS uuid[]), CAST(:cadeias AS text[]), CAST(:categorias AS text[]),
            CAST(:niveis AS int[]), CAST(:scores AS float8[]), CAST(:grupos AS uuid[]), CAST(:causas AS uuid[]),
            CAST(:correlacoes AS uuid[]), CAST(:rastros AS text[]))
     AS n(demanda, unidade, cadeia, categoria, nivel, score, grupo, causa, correlacao, rastro)
WHERE NOT EXISTS (SELECT FROM encerradas e WHERE e.demanda_id = n.demanda)
ON CONFLICT DO NOTHING
RETURNING demanda_id
"""
_RETOMAR = """
UPDATE demandas SET avisada = false, causa_id = :causa, situacao = CASE
    WHEN EXISTS (SELECT FROM encerradas WHERE demanda_id = :demanda) THEN 'encerrada' ELSE 'esperando' END
WHERE demanda_id = :demanda RETURNING situacao
"""
_ENCERRAR = """
WITH fim AS (INSERT INTO encerradas (demanda_id) SELECT unnest(CAST(:demandas AS uuid[])) ON CONFLICT DO NOTHING),
     fora AS (DELETE FROM fila WHERE demanda_id = ANY(CAST(:demandas AS uuid[])))
UPDATE demandas SET situacao = 'encerrada'
WHERE demanda_id = ANY(CAST(:demandas AS uuid[])) AND situacao <> 'atribuida'
RETURNING demanda_id
"""
