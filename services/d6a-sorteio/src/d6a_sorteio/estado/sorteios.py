"""Commitments: the lists, what is open, and how each one ends."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from d6a_sorteio.estado.fila import ELEGIVEL, EmEspera
from nucleo import UnidadeDeTrabalho

ELEGIVEIS_MAXIMO = 20_000
"""How many a commitment may list: with more the event would not fit a record of the log."""


@dataclass(frozen=True, slots=True)
class Escolha:
    """A commitment about to be made: a demand that waits and the rung where somebody is."""

    sorteio_id: UUID
    comprometido_event_id: UUID
    degrau_uc_id: UUID
    espera: EmEspera


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


async def abrir(uow: UnidadeDeTrabalho, escolhas: Sequence[Escolha], agora: datetime) -> dict[UUID, str]:
    """Commit: fix who is eligible, reserve the rungs, take the demands out of the queue; return the lists by draw.

    A list is ids in ascending order, joined by newlines.
    """
    linhas = await uow.sql(
        _ABRIR,
        sorteios=[e.sorteio_id for e in escolhas],
        demandas=[e.espera.demanda_id for e in escolhas],
        unidades=[e.espera.unidade_civica_id for e in escolhas],
        degraus=[e.degrau_uc_id for e in escolhas],
        eventos=[e.comprometido_event_id for e in escolhas],
        agora=agora,
        maximo=ELEGIVEIS_MAXIMO,
    )
    return {linha.sorteio_id: linha.lista for linha in linhas}


async def abertos(uow: UnidadeDeTrabalho, eventos: Collection[UUID]) -> list[Compromisso]:
    """The open commitments that are among these events."""
    return [Compromisso(*linha) for linha in await uow.sql(_ABERTOS, eventos=list(eventos))]


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
_ABRIR = f"""
WITH n AS (
    SELECT * FROM unnest(CAST(:sorteios AS uuid[]), CAST(:demandas AS uuid[]), CAST(:unidades AS uuid[]),
                         CAST(:degraus AS uuid[]), CAST(:eventos AS uuid[]))
        AS n(sorteio_id, demanda_id, unidade, degrau, evento)
), fora AS (
    DELETE FROM fila USING n WHERE fila.demanda_id = n.demanda_id
), tomadas AS (
    UPDATE demandas d SET situacao = 'comprometida', rodada = rodada + 1 FROM n WHERE d.demanda_id = n.demanda_id
)
INSERT INTO sorteios (sorteio_id, demanda_id, unidade_civica_id, degrau_uc_id, comprometido_event_id, comprometido_em,
                      situacao, lista)
SELECT d.*, :agora, 'aberto', competem.lista
FROM n AS d CROSS JOIN LATERAL (
    SELECT string_agg(CAST(conselheiro_id AS text), E'\\n' ORDER BY conselheiro_id) AS lista
    FROM (SELECT c.conselheiro_id FROM conselheiros c WHERE c.degrau_uc_id = d.degrau AND {ELEGIVEL}
          ORDER BY c.chamado_em NULLS FIRST, c.conselheiro_id LIMIT :maximo) AS c) AS competem
RETURNING sorteio_id, lista
"""
_CAMPOS = """
s.sorteio_id, s.demanda_id, s.unidade_civica_id, s.degrau_uc_id, s.comprometido_event_id, d.correlacao_id, d.rastro"""
_ABERTOS = f"""
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
