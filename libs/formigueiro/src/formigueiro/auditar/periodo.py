"""The period of an audit as a person writes it: a day, or an instant."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import typer

FUSO = ZoneInfo("America/Sao_Paulo")


def inicio(texto: str) -> datetime:
    """Where a period begins: a day at its first instant."""
    return _ler(texto, timedelta(0))


def fim(texto: str) -> datetime:
    """Where a period ends: a day at its last instant."""
    return _ler(texto, timedelta(days=1, microseconds=-1))


def _ler(texto: str, do_dia: timedelta) -> datetime:
    """A day is the local one; an instant without offset is local too."""
    try:
        if len(texto) == len("2026-03-14"):
            lido = datetime.combine(date.fromisoformat(texto), time()) + do_dia
        else:
            lido = datetime.fromisoformat(texto)
        return (lido if lido.tzinfo else lido.replace(tzinfo=FUSO)).astimezone(UTC)
    except (ValueError, OverflowError):
        motivo = f"'{texto}' não é um dia (2026-03-14) nem um instante (2026-03-14T12:00:00Z)."
        raise typer.BadParameter(motivo) from None
