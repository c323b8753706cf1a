"""Days as people live them: those of Brasília."""

import re
from datetime import date, datetime
from zoneinfo import ZoneInfo

_FUSO = ZoneInfo("America/Sao_Paulo")
_DIA = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def dia_de(instante: datetime) -> date:
    """Return the local day of an instant."""
    return instante.astimezone(_FUSO).date()


def ler(texto: str) -> date | None:
    """Read AAAA-MM-DD; None when it is written otherwise or is no day of the calendar, as 30 February."""
    try:
        return date.fromisoformat(texto) if _DIA.fullmatch(texto) else None
    except ValueError:
        return None


def escrever(dia: date) -> str:
    """Write a day as people read it."""
    return f"{dia:%d/%m/%Y}"
