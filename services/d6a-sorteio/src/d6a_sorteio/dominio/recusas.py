"""What a refusal costs: Spec D-6a, "Anti-acumulação"."""

from dataclasses import dataclass
from datetime import datetime, timedelta

RECUSA_EXPLICITA, RISCO_PESSOAL = "recusa_explicita", "risco_pessoal"


@dataclass(frozen=True, slots=True)
class Regra:
    """How many consecutive refusals are free, and for how long the next one suspends."""

    limite: int
    suspensao: timedelta


def motivo_da_recusa(dito: str) -> str:
    """The reason as it counts: whatever is not personal risk is a plain refusal."""
    return RISCO_PESSOAL if dito == RISCO_PESSOAL else RECUSA_EXPLICITA


def contar(regra: Regra, seguidas: int, motivo: str, instante: datetime) -> tuple[int, datetime | None]:
    """Consecutive refusals after this one, and until when it suspends, if it does.

    Personal risk neither counts nor starts the count again; a suspension does start it again.
    """
    if motivo == RISCO_PESSOAL:
        return seguidas, None
    if seguidas < regra.limite:
        return seguidas + 1, None
    return 0, instante + regra.suspensao
