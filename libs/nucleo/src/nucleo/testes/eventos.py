"""Events and sources of time and ids that tests hold."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TypeVar
from uuid import UUID

from nucleo.evento import Evento
from nucleo.fontes import derivar_id, uuid7
from nucleo.payload import Payload

P = TypeVar("P", bound=Payload)
INICIO = datetime(2026, 3, 14, 13, 32, tzinfo=UTC)
_BASE = uuid7(INICIO, 0)


class FontesFixas:
    """A clock that moves only when told, ids and randomness from a seed."""

    def __init__(self, inicio: datetime = INICIO, semente: int = 1) -> None:
        self._agora = inicio
        self.aleatorio: random.Random = random.Random(semente)

    def agora(self) -> datetime:
        """Return the instant that the test set."""
        return self._agora

    def novo_id(self) -> UUID:
        """Return the next UUIDv7 of the seed."""
        return uuid7(self._agora, self.aleatorio.getrandbits(74))

    def avancar(self, **duracao: float) -> None:
        """Move the clock: `avancar(seconds=5)`."""
        self._agora += timedelta(**duracao)


def evento(
    payload: P,
    *,
    event_id: UUID | None = None,
    timestamp: datetime = INICIO,
    origem: str = "teste",
    correlacao_id: UUID | None = None,
    causacao_id: UUID | None = None,
    rastro: str | None = None,
) -> Evento[P]:
    """Wrap a payload in an envelope. Without an id, equal payloads get equal ids, so repeating one is a duplicate."""
    event_id = event_id or derivar_id(_BASE, payload.TIPO, repr(payload), timestamp)
    return Evento(
        event_id,
        payload.TIPO,
        payload.VERSAO,
        timestamp,
        origem,
        correlacao_id or event_id,
        causacao_id,
        payload,
        rastro,
    )
