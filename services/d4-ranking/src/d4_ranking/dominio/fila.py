"""The queue of one unit while a batch passes through it: exact positions without reading the queue."""

from bisect import bisect_left, insort
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from d4_ranking.dominio.calculo import Chave

_INSTANTE = timedelta(microseconds=1)


@dataclass(slots=True)
class Fila:
    """What the database had when the batch began (`total`, `relogio`, `ate_event_id`) and what it moved since."""

    total: int
    relogio: datetime
    ate_event_id: UUID | None = None
    entraram: list[Chave] = field(default_factory=list)
    sairam: list[Chave] = field(default_factory=list)

    @property
    def mudou(self) -> bool:
        """Whether anything entered or left."""
        return bool(self.entraram or self.sairam)

    def entrar(self, chave: Chave, antes: int) -> int:
        """Add a demand and return its position; `antes` counts those ahead of it when the batch began."""
        posicao = antes + bisect_left(self.entraram, chave) - bisect_left(self.sairam, chave) + 1
        insort(self.entraram, chave)
        self.total += 1
        return posicao

    def sair(self, chave: Chave) -> None:
        """Take a demand out."""
        insort(self.sairam, chave)
        self.total -= 1


def marcar_instante(agora: datetime, *filas: Fila) -> datetime:
    """The instant of the next change of these queues, later than any other of theirs.

    Whoever reads the log can therefore put the changes of a unit in the order in which they happened, whichever
    replica made them and in whatever order they were published.
    """
    instante = max(agora, *(fila.relogio + _INSTANTE for fila in filas))
    for fila in filas:
        fila.relogio = instante
    return instante
