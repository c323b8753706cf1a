"""How the capacity of a unit is shared among the levels (Spec D-4, "Distribuição por decaimento geométrico")."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from d4_ranking.dominio.formula import NIVEIS

GRAO = 2**53


def nivel_corrente(pesos_situacionais: Sequence[float], limiar: float) -> int:
    """The first level that is not vanquished; when all are, the last one: the queue slid to its end."""
    pendentes = (nivel for nivel, peso in zip(NIVEIS, pesos_situacionais, strict=True) if peso >= limiar)
    return next(pendentes, NIVEIS[-1])


def distribuir(corrente: int, fator: float) -> list[float]:
    """The share of each level: `fator ** distance`, normalised so that the doubles add up to exactly 1.

    Shares are computed as exact fractions and rounded to multiples of 2⁻⁵³, and the current level takes what the
    others leave. Sums of such multiples up to 1 are exact, so the total is 1.0 in any order of summation.
    """
    return list(_fatias(corrente, fator))


@lru_cache
def _fatias(corrente: int, fator: float) -> tuple[float, ...]:
    brutos = [Fraction(repr(fator)) ** abs(nivel - corrente) for nivel in NIVEIS]
    graos = [round(bruto / sum(brutos) * GRAO) for bruto in brutos]
    graos[corrente - 1] += GRAO - sum(graos)
    return tuple(grao / GRAO for grao in graos)
