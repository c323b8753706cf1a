"""Commitments: the lists, what is open, and how each one ends."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from d6a_sorteio.estado.fila import ELEGIVEL
from nucleo import UnidadeDeTrabalho

ELEGIVEIS_MAXIMO = 20_000
"""How many a commitment may list: with more the event would not fit a record of the log."""


@dataclass(frozen=True, slots=True)
class Compromisso:
    """A commitment. `lista` is what it commits to, ids joined by newlines; empty once it has ended."""

    sorteio_id: UUID
    demanda_id: UUID
    unidade_civica_id: UUID
    degrau_uc_id: UUID
    comprometido_event_id: UUID
    correlacao_id: UUID
    rastro: str | None
    lista: str = ""


async def listar(uow: UnidadeDeTrabalho, degraus: Mapping[UUID, UUID], agora: datetime) -> dict[UUID, str]:
    """For each demand, the eligible members of a pool: ids, ascending, joined by newlines."""
    parametros = {"demandas": list(degraus), "degraus": list(degraus.values())}
    linhas = await uow.sql(_LISTAR, **parametros, agora=agora, maximo=ELEGIVEIS_MAXIMO)
    return {linha.demanda_id: linha.lista for linha in linhas}


async def abrir(uow: UnidadeDeTrabalho, compromissos: Sequence[Compromisso], agora: datetime) -> None:
    """Store commitments: their demands leave the queue, their rungs are reserved."""
    await uow.sql(
        _ABRIR,
        sorteios=[c.sorteio_id for c in compromissos],
        demandas=[c.demanda_id for c in compromissos],
        unidades=[c.unidade_civica_id for c in compromissos],
        degraus=[c.degrau_uc_id for c in compromissos],
        listas=[c.lista for c in compromissos],
        eventos=[c.comprometido_event_id for c in compromissos],
        agora=agora,
    )


async def abertos(uow: UnidadeDeTrabalho) -> list[UUID]:
    """The events of the open commitments."""
    linhas = await uow.sql("SELECT comprometido_event_id FROM sorteios WHERE situacao = 'aberto'")
    return list(linhas.scalars())


async def ler(uow: UnidadeDeTrabalho, eventos: Collection[UUID]) -> list[Compromisso]:
    """The open commitments that these events told."""
    return [Compromisso(*linha) for linha in await uow.sql(_LER, eventos=list(eventos))]


async def atribuir(uow: UnidadeDeTrabalho, sorteados: Sequence[tuple[Compromisso, UUID]], agora: datetime) -> int:
    """End commitments with who was drawn; return how many of them were free, as all must be."""
    resultado = await uow.sql(
        _ATRIBUIR,
        sorteios=[compromisso.sorteio_id for compromisso, _ in sorteados],
        demandas=[compromisso.demanda_id for compromisso, _ in sorteados],
        conselheiros=[conselheiro_id for _, conselheiro_id in sorteados],
        agora=agora,
    )
    return resultado.rowcount


async def cancelar(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> list[Compromisso]:
    """End the open commitments of these demands without a draw; return them."""
    return [Compromisso(*linha) for linha in await uow.sql(_CANCELAR, demandas=list(demandas), agora=uow.agora())]


# Of a pool too large for one event compete those who were drawn longest ago, or never.
_LISTAR = f"""
SELECT d.demanda_id, competem.lista
FROM unnest(CAST(:demandas AS uuid[]), CAST(:degraus AS uuid[])) AS d(demanda_id, degrau)
CROSS JOIN LATERAL (
    SELECT string_agg(CAST(conselheiro_id AS text), E'\\n' ORDER BY conselheiro_id) AS lista
    FROM (SELECT c.conselheiro_id FROM conselheiros c WHERE c.degrau_uc_id = d.degrau AND {ELEGIVEL}
          ORDER BY c.chamado_em NULLS FIRST, c.conselheiro_id LIMIT :maximo) AS c) AS competem
"""
_ABRIR = """
WITH n AS (
    SELECT * FROM unnest(CAST(:sorteios AS uuid[]), CAST(:demandas AS uuid[]), CAST(:unidades AS uuid[]),
                         CAST(:degraus AS uuid[]), CAST(:listas AS text[]), CAST(:eventos AS uuid[]))
        AS n(sorteio, demanda, unidade, degrau, lista, evento)
), abertos AS (
    INSERT INTO sorteios (sorteio_id, demanda_id, unidade_civica_id, degrau_uc_id, lista, comprometido_event_id,
                          comprometido_em, situacao)
    SELECT sorteio, demanda, unidade, degrau, lista, evento, :agora, 'aberto' FROM n
), fora AS (
    DELETE FROM fila USING n WHERE fila.demanda_id = n.demanda
)
UPDATE demandas SET situacao = 'comprometida', rodada = rodada + 1 FROM n WHERE demanda_id = n.demanda
"""
_CAMPOS = """
s.sorteio_id, s.demanda_id, s.unidade_civica_id, s.degrau_uc_id, s.comprometido_event_id, d.correlacao_id, d.rastro"""
_LER = f"""
SELECT {_CAMPOS}, s.lista FROM sorteios s JOIN demandas d USING (demanda_id)
WHERE s.situacao = 'aberto' AND s.comprometido_event_id = ANY(CAST(:eventos AS uuid[]))
"""
_ATRIBUIR = """
WITH n AS (
    SELECT * FROM unnest(CAST(:sorteios AS uuid[]), CAST(:demandas AS uuid[]), CAST(:conselheiros AS uuid[]))
        AS n(sorteio, demanda, conselheiro)
), fim AS (
    UPDATE sorteios SET situacao = 'sorteado', lista = NULL, encerrado_em = :agora FROM n WHERE sorteio_id = n.sorteio
), demanda AS (
    UPDATE demandas SET situacao = 'atribuida' FROM n WHERE demanda_id = n.demanda
), atribuida AS (
    INSERT INTO atribuicoes (demanda_id, conselheiro_id, sorteio_id, atribuida_em)
    SELECT demanda, conselheiro, sorteio, :agora FROM n
)
UPDATE conselheiros SET ocupado_com = n.demanda, chamado_em = :agora
FROM n WHERE conselheiro_id = n.conselheiro AND ocupado_com IS NULL
"""
_CANCELAR = f"""
UPDATE sorteios s SET situacao = 'cancelado', lista = NULL, encerrado_em = :agora FROM demandas d
WHERE s.situacao = 'aberto' AND s.demanda_id = ANY(CAST(:demandas AS uuid[])) AND d.demanda_id = s.demanda_id
RETURNING {_CAMPOS}
"""
