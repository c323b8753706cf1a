"""The pulses: the public index of the log, and in which of them an event is."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from formigueiro.auditar.sorteio.fatos import Evento

MAXIMO = 5000
_ID = 16  # bytes


@dataclass(frozen=True, slots=True)
class Pulso:
    """One pulse; `ids` are the archived events, sixteen bytes each, since a log has many."""

    event_id: UUID
    instante: datetime
    primeiro: int
    ultimo: int
    ids: bytes

    @classmethod
    def ler(cls, evento: Evento) -> "Pulso":
        """Read a decoded barramento.pulso."""
        p = evento["payload"]
        ids = b"".join(identidade.bytes for identidade in p["event_ids"])
        primeiro, ultimo = p["primeiro_sequence_number"], p["ultimo_sequence_number"]
        return cls(evento["event_id"], p["timestamp"], primeiro, ultimo, ids)

    @property
    def ultimo_id(self) -> UUID:
        """The key of the seed."""
        return UUID(bytes=self.ids[-_ID:])

    def __iter__(self) -> Iterator[bytes]:
        return (self.ids[i : i + _ID] for i in range(0, len(self.ids), _ID))

    def __len__(self) -> int:
        return len(self.ids) // _ID


def lacunas(pulsos: Sequence[Pulso]) -> Iterator[tuple[Pulso, str]]:
    """Pulses that do not follow the one before, or do not list as many events as their numbers say."""
    for pulso in pulsos:
        if len(pulso) != pulso.ultimo - pulso.primeiro + 1:
            yield pulso, f"lista {len(pulso)} eventos, mas vai do número {pulso.primeiro} ao {pulso.ultimo}"
        if len(pulso) > MAXIMO:
            yield pulso, f"lista {len(pulso)} eventos; o máximo é {MAXIMO}"
    for antes, depois in pairwise(pulsos):
        if depois.primeiro != antes.ultimo + 1:
            yield depois, f"começa no número {depois.primeiro}; o anterior acaba no {antes.ultimo}"


def localizar(procurados: Collection[UUID], pulsos: Iterable[Pulso]) -> dict[UUID, list[Pulso]]:
    """In which pulses each of these events is, the first one first."""
    em_bytes = {identidade.bytes: identidade for identidade in procurados}
    onde: dict[UUID, list[Pulso]] = {}
    for pulso in pulsos:
        for achado in filter(em_bytes.__contains__, pulso):
            onde.setdefault(em_bytes[achado], []).append(pulso)
    return onde
