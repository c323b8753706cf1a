"""The period of an audit, on the command line."""

from collections.abc import Callable
from datetime import datetime

import typer

from nucleo import periodo


def inicio(texto: str) -> datetime:
    """Where a period begins: a day at its first instant."""
    return _dizer(periodo.inicio, texto)


def fim(texto: str) -> datetime:
    """Where a period ends: a day at its last instant."""
    return _dizer(periodo.fim, texto)


def _dizer(ler: Callable[[str], datetime], texto: str) -> datetime:
    try:
        return ler(texto)
    except ValueError as erro:
        raise typer.BadParameter(f"'{texto}': {erro}") from None
