"""The local day: Brasília by default, the time zone of the state where the unit is known."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

_PADRAO = "America/Sao_Paulo"
_POR_UF = {
    "AC": "America/Rio_Branco",
    "AM": "America/Manaus",
    "MS": "America/Campo_Grande",
    "MT": "America/Cuiaba",
    "RO": "America/Porto_Velho",
    "RR": "America/Boa_Vista",
}


def fuso(uf: str | None) -> ZoneInfo:
    """Return the time zone of a state; states that keep Brasília's hour, and no state at all, have Brasília's."""
    return ZoneInfo(_POR_UF.get(uf or "", _PADRAO))


def comeco_do_dia(dia: date, zona: ZoneInfo) -> datetime:
    """Return the instant (UTC) at which a local day begins."""
    return datetime(dia.year, dia.month, dia.day, tzinfo=zona).astimezone(UTC)


def fim_do_dia(dia: date, zona: ZoneInfo) -> datetime:
    """Return the instant (UTC) at which a local day is over: ranges include their last day whole."""
    return comeco_do_dia(dia + timedelta(days=1), zona)


def dias_entre(inicio: datetime, fim: datetime, zona: ZoneInfo) -> int:
    """Return how many local midnights lie between two instants, never less than zero."""
    return max((fim.astimezone(zona).date() - inicio.astimezone(zona).date()).days, 0)
