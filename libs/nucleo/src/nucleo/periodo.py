"""A period as a person writes it: whole local days, or instants. Both ends belong to it."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import BeforeValidator, WithJsonSchema

FUSO = ZoneInfo("America/Sao_Paulo")
_DIA = len("2026-03-14")


def inicio(texto: str) -> datetime:
    """Where a period begins: a day at its first instant. Raises ValueError with a sentence in Portuguese."""
    return _ler(texto, timedelta(0))


def fim(texto: str) -> datetime:
    """Where a period ends: a day at its last instant. Raises ValueError with a sentence in Portuguese."""
    return _ler(texto, timedelta(days=1, microseconds=-1))


def _ler(texto: str, do_dia: timedelta) -> datetime:
    """A day is the local one; an instant without offset is local too."""
    try:
        if len(texto) <= _DIA:
            lido = datetime.combine(date.fromisoformat(texto), time()) + do_dia
        else:
            lido = datetime.fromisoformat(texto)
        return (lido if lido.tzinfo else lido.replace(tzinfo=FUSO)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError("Não é um dia (2026-03-14) nem um instante (2026-03-14T12:00:00Z).") from None


_EXEMPLO = WithJsonSchema({"type": "string", "examples": ["2026-03-14", "2026-03-14T12:00:00Z"]})

Inicio = Annotated[datetime, BeforeValidator(inicio), _EXEMPLO]
"""The first instant of a period, in a request."""

Fim = Annotated[datetime, BeforeValidator(fim), _EXEMPLO]
"""The last instant of a period, in a request."""
