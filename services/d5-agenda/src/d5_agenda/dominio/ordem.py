"""The order of a backlog: five levels that take turns by their shares of the capacity of the unit.

The i-th item (1-based; by score, highest first, then by `demanda_id`, the order of reception) of a level whose share
is s has the key i / s; the backlog is ordered by key, then by level.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import isfinite

NIVEIS = (1, 2, 3, 4, 5)
NIVEL_CORRENTE_PADRAO = NIVEIS[0]
_GRAO = 2**53


def _fatias_padrao() -> tuple[float, ...]:
    """What D-4 publishes for f = 0.40 and current level 1: multiples of 2⁻⁵³ that add up to exactly 1."""
    brutos = [Fraction(2, 5) ** distancia for distancia in range(len(NIVEIS))]
    graos = [round(bruto / sum(brutos) * _GRAO) for bruto in brutos]
    graos[0] += _GRAO - sum(graos)
    return tuple(grao / _GRAO for grao in graos)


FATIAS_PADRAO = _fatias_padrao()
"""The shares of a unit until its ranking says which they are."""


def conferir_fatias(fatias: Sequence[float]) -> None:
    """Raise ValueError unless every level has a share: no level waits for ever."""
    if len(fatias) != len(NIVEIS) or not all(isfinite(fatia) and fatia > 0 for fatia in fatias):
        raise ValueError(f"distribuição inválida: {list(fatias)}")


def chave(indice: int, nivel: int, fatias: Sequence[float]) -> float:
    """The key of the item with this index in its level."""
    return indice / fatias[nivel - 1]


def posicao(indice: int, nivel: int, fatias: Sequence[float], totais: Sequence[int]) -> int:
    """The place in the backlog, from 1, of the item with this index in its level; `totais` has the items of each."""
    limite = chave(indice, nivel, fatias), nivel
    outros = (outro for outro in NIVEIS if outro != nivel)
    return indice + sum(_quantos_antes(limite, outro, fatias[outro - 1], totais[outro - 1]) for outro in outros)


def _quantos_antes(limite: tuple[float, int], nivel: int, fatia: float, total: int) -> int:
    """How many items of a level come before a (key, level): the product is a guess that rounding may miss by one."""
    quantos = min(total, int(limite[0] * fatia) + 1)
    while quantos and (quantos / fatia, nivel) > limite:
        quantos -= 1
    return quantos
