"""Who is or was with which demand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nucleo import UnidadeDeTrabalho


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
    linhas = await uow.sql(
        _ENCERRAR,
        demandas=[f.demanda_id for f in primeiros.values()],
        conselheiros=[f.conselheiro_id for f in primeiros.values()],
        desfechos=[f.desfecho for f in primeiros.values()],
        instantes=[f.instante for f in primeiros.values()],
    )
    return [primeiros[linha.demanda_id, linha.conselheiro_id] for linha in linhas]


_ENCERRAR = """
UPDATE atribuicoes a SET encerrada_em = n.instante, desfecho = n.desfecho
FROM unnest(CAST(:demandas AS uuid[]), CAST(:conselheiros AS uuid[]), CAST(:desfechos AS text[]),
            CAST(:instantes AS timestamptz[])) AS n(demanda_id, conselheiro_id, desfecho, instante)
WHERE a.demanda_id = n.demanda_id AND a.conselheiro_id = n.conselheiro_id AND a.encerrada_em IS NULL
RETURNING a.demanda_id, a.conselheiro_id
"""
