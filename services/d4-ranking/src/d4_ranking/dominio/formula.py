"""The score of a demand and the factors that explain it (Spec D-4, "fórmula de priorização")."""

from dataclasses import dataclass
from math import isfinite

NIVEIS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Fatores:
    """The three factors of a score: with them, anyone recomputes it by hand."""

    peso_nacional: float
    peso_situacional: float
    score_horizontal: float

    def __post_init__(self) -> None:
        if not (isfinite(self.score_horizontal) and self.score_horizontal >= 0):
            raise ValueError(f"score_horizontal inválido: {self.score_horizontal}")

    @property
    def score_final(self) -> float:
        """The product, from left to right in IEEE 754 doubles: the order is part of the rule."""
        return self.peso_nacional * self.peso_situacional * self.score_horizontal


def peso_situacional(atingida: float, meta: float) -> float:
    """How far a unit is from its goal at one level: 1 = nothing done, 0 = goal met or exceeded."""
    if not meta > 0:
        raise ValueError(f"cobertura meta deve ser maior que zero: {meta}")
    return min(1.0, max(0.0, 1.0 - atingida / meta))
