"""The event as a colony sees it: the envelope of the contract around a typed payload."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar
from uuid import UUID

P_co = TypeVar("P_co", covariant=True)


@dataclass(slots=True)
class Evento(Generic[P_co]):
    """One event read from the log.

    `rastro` is the W3C `traceparent` under which this colony handles it (None in events built by hand).
    """

    event_id: UUID
    tipo: str
    versao_schema: str
    timestamp: datetime
    origem: str
    correlacao_id: UUID
    causacao_id: UUID | None
    payload: P_co
    rastro: str | None = None


@dataclass(slots=True)  # a frozen one takes five times as long to make
class Registro:
    """One record of the log, as bytes, with its position. What the DLQ keeps and what tests feed."""

    topico: str
    particao: int
    deslocamento: int
    chave: bytes | None
    valor: bytes | None
    cabecalhos: tuple[tuple[str, bytes | None], ...] = ()
    timestamp_ms: int = 0


@dataclass(slots=True)
class Recebido:
    """A record and what reading it gave: the event, or the reason why it is none.

    This is what a colony that consumes every topic (N-0a) receives: nothing is hidden from it.
    """

    registro: Registro
    evento: Evento[object] | None
    erro: Exception | None
    esquema_id: int | None
