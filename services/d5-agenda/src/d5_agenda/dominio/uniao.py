"""Putting together what turns out to be the same."""

from collections.abc import Hashable, Iterable
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def fundir(conjuntos: Iterable[set[T]]) -> list[set[T]]:
    """Merge the sets that have something in common, and those that these lead to."""
    fundidos: list[set[T]] = []
    for conjunto in conjuntos:
        junto, separados = set(conjunto), []
        for outro in fundidos:
            if junto.isdisjoint(outro):
                separados.append(outro)
            else:
                junto |= outro
        fundidos = [*separados, junto]
    return fundidos
