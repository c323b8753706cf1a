"""The columns that every projection of a demand's event has."""

from collections.abc import Sequence
from typing import Any

from nucleo import Evento

COLUNAS = {"demanda_id": "uuid", "ocorrido_em": "timestamptz", "event_id": "uuid"}


def colunas(eventos: Sequence[Evento[Any]]) -> dict[str, list[Any]]:
    """Return the envelope's columns of a batch, in the order of its events."""
    return {
        "demanda_id": [e.payload.demanda_id for e in eventos],
        "ocorrido_em": [e.timestamp for e in eventos],
        "event_id": [e.event_id for e in eventos],
    }
