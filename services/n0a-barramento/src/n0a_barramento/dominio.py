"""The order of the archive, pure: no event before its cause, as far as both are known."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Protocol, TypeVar
from uuid import UUID


class Causado(Protocol):
    """What has an id and perhaps a cause."""

    @property
    def event_id(self) -> UUID:
        """Its own id."""

    @property
    def causacao_id(self) -> UUID | None:
        """The id of what caused it; None for what a request caused."""


C = TypeVar("C", bound=Causado)


def ordenar(chegados: Sequence[C], arquivados: Collection[UUID]) -> tuple[list[C], list[C]]:
    """Split arrivals into those that may be numbered now, causes first, and those whose cause is still unknown.

    Among the numbered, the order of arrival is kept except where an effect had overtaken its cause: it then follows
    right behind it. Linear in the arrivals. Spec N-0a, "atribui sequence number global".
    """
    por_causa: dict[UUID, list[C]] = defaultdict(list)
    prontos: list[C] = []
    vistos = set(arquivados)
    for chegado in chegados:
        if chegado.causacao_id is None or chegado.causacao_id in vistos:
            _encadear(chegado, por_causa, vistos, prontos)
        else:
            por_causa[chegado.causacao_id].append(chegado)
    orfaos = {id(c) for fila in por_causa.values() for c in fila}
    return prontos, [c for c in chegados if id(c) in orfaos]


def _encadear(primeiro: C, por_causa: dict[UUID, list[C]], vistos: set[UUID], prontos: list[C]) -> None:
    pilha = [primeiro]
    while pilha:
        atual = pilha.pop()
        prontos.append(atual)
        vistos.add(atual.event_id)
        pilha.extend(reversed(por_causa.pop(atual.event_id, [])))
