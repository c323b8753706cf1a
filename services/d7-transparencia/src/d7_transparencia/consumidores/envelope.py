"""The columns that every projection of a demand's event has."""

from collections.abc import Sequence
from typing import Any

from nucleo import Evento

COLUNAS = {"demanda_id": "uuid", "ocorrido_em": "timestamptz", "event_id": "uuid"}


def colunas(eventos: Sequence[Evento[Any]], *campos: str) -> dict[str, list[Any]]:
    """Return the envelope's columns of a batch, and those of some fields, in the order of its events."""
    return da_entidade(eventos, "demanda_id", *campos)


def da_entidade(eventos: Sequence[Evento[Any]], *campos: str) -> dict[str, list[Any]]:
    """Return the same for an event that is not of one demand: instant, id, and the fields named."""
    return {
        "ocorrido_em": [e.timestamp for e in eventos],
        "event_id": [e.event_id for e in eventos],
        **{campo: [getattr(e.payload, campo) for e in eventos] for campo in campos},
    }
