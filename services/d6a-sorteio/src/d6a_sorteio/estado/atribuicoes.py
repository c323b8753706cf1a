"""Who is or was with which demand."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from nucleo import UnidadeDeTrabalho

CONCLUIDA, FIM_DE_MANDATO, DESISTENCIA = "demanda_concluida", "fim_mandato", "desistencia"


@dataclass(frozen=True, slots=True)
class Fim:
    """How the attribution of a counsellor to a demand ends."""

    demanda_id: UUID
    conselheiro_id: UUID
    desfecho: str
    instante: datetime
    causa_id: UUID


async def encerrar(uow: UnidadeDeTrabalho, fins: Sequence[Fim]) -> list[Fim]:
    """End attributions; return the ends that were one, each attribution's first: the others are repetitions."""
    primeiros = {(fim.demanda_id, fim.conselheiro_id): fim for fim in reversed(fins)}
    linhas = await uow.sql(_ENCERRAR, **_em_colunas(primeiros.values()))
    return [primeiros[linha.demanda_id, linha.conselheiro_id] for linha in linhas]


@dataclass(frozen=True, slots=True)
class Liberado:
    """What the end of a cycle freed: a pool that got somebody back, and a demand that waits again or has ended."""

    demanda_id: UUID
    degrau_uc_id: UUID
    espera: bool


async def encerrar_ciclos(uow: UnidadeDeTrabalho, fins: Sequence[Fim]) -> list[Liberado]:
    """End attributions because their cycle ended, and free the counsellors; repetitions free nobody.

    A concluded demand ends and starts the count of refusals again; another waits again, if it has not ended meanwhile.
    """
    primeiros = {(fim.demanda_id, fim.conselheiro_id): fim for fim in reversed(fins)}
    linhas = await uow.sql(_ENCERRAR_CICLOS, **_em_colunas(primeiros.values()))
    return [Liberado(*linha) for linha in linhas]


def _em_colunas(fins: Collection[Fim]) -> dict[str, list[Any]]:
    return {
        "demandas": [f.demanda_id for f in fins],
        "conselheiros": [f.conselheiro_id for f in fins],
        "desfechos": [f.desfecho for f in fins],
        "instantes": [f.instante for f in fins],
        "causas": [f.causa_id for f in fins],
    }


_ENCERRAR = """
UPDATE atribuicoes a SET encerrada_em = n.instante, desfecho = n.desfecho
FROM unnest(CAST(:demandas AS uuid[]), CAST(:conselheiros AS uuid[]), CAST(:desfechos AS text[]),
            CAST(:instantes AS timestamptz[]), CAST(:causas AS uuid[]))
     AS n(demanda_id, conselheiro_id, desfecho, instante, causa)
WHERE a.demanda_id = n.demanda_id AND a.conselheiro_id = n.conselheiro_id AND a.encerrada_em IS NULL
RETURNING a.demanda_id, a.conselheiro_id, n.desfecho, n.instante, n.causa"""
_ENCERRAR_CICLOS = f"""
WITH fins AS ({_ENCERRAR}
), livres AS (
    UPDATE conselheiros c SET
        ocupado_com = NULL,
        recusas = CASE WHEN f.desfecho = '{CONCLUIDA}' THEN 0 ELSE c.recusas END,
        mandato_fim = CASE WHEN f.desfecho = '{FIM_DE_MANDATO}' THEN f.instante ELSE c.mandato_fim END
    FROM fins f WHERE c.conselheiro_id = f.conselheiro_id
    RETURNING f.demanda_id, c.degrau_uc_id
), deixadas AS (
    UPDATE demandas d SET
        situacao = CASE WHEN f.desfecho = '{CONCLUIDA}' OR e.demanda_id IS NOT NULL THEN 'encerrada'
                        ELSE 'esperando' END,
        avisada = false,
        causa_id = f.causa
    FROM fins f LEFT JOIN encerradas e USING (demanda_id) WHERE d.demanda_id = f.demanda_id
    RETURNING d.demanda_id, d.situacao = 'esperando' AS espera
)
SELECT demanda_id, degrau_uc_id, espera FROM livres JOIN deixadas USING (demanda_id)
"""
