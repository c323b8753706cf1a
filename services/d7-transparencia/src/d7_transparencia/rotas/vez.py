"""Figures of a country cost seconds of PostgreSQL: two requests calculate at a time, consumption never waits."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from fastapi import Depends, Request

from nucleo.erros import Sobrecarga

_AO_MESMO_TEMPO = 2
_ESPERA_S = 5.0


class Vez(asyncio.Semaphore):
    """The turns of a process."""


async def abrir_vez(_config: Any, _viva: Any) -> AsyncIterator[Vez]:
    """Open the turns of this process as a resource of the colony."""
    yield Vez(_AO_MESMO_TEMPO)


async def _vez(request: Request) -> AsyncIterator[None]:
    vez: Vez = request.app.state.colonia_viva.recursos[Vez]
    try:
        await asyncio.wait_for(vez.acquire(), _ESPERA_S)
    except TimeoutError:
        raise Sobrecarga(5, "Há muitos painéis em cálculo. Tente de novo em instantes.") from None
    try:
        yield
    finally:
        vez.release()


NaSuaVez = Depends(_vez, scope="function")
"""Wait for a turn before a connection to the database is taken; 503 when none comes soon."""
