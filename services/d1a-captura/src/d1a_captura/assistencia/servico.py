"""Runs the engine away from the event loop, for a bounded time, and does without it when it cannot."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import BoundedSemaphore

from d1a_captura.assistencia.motor import Motor, Revisao
from d1a_captura.config import ConfigD1a
from nucleo.viva import ColoniaViva

_ESPERAS_MAXIMAS = 32  # texts that wait for the one thread; beyond it the answer is "not available" at once


class Assistencia:
    """The reviser. Its engine is made at the first use, in the thread, since it loads a dictionary."""

    def __init__(self, criar: Callable[[], Motor], espera_s: float) -> None:
        self._criar = criar
        self._espera_s = espera_s
        self._motor: Motor | None = None
        self._fila = ThreadPoolExecutor(1, thread_name_prefix="assistencia")
        self._lugares = BoundedSemaphore(_ESPERAS_MAXIMAS)

    async def revisar(self, texto: str) -> tuple[str, Revisao]:
        """Return the engine's name and what it says.

        Raises:
            TimeoutError: it took too long, or too many wait.
            Exception: whatever stops the engine from being made or from working.
        """
        if not self._lugares.acquire(blocking=False):
            raise TimeoutError
        futuro = self._fila.submit(self._trabalhar, texto)
        futuro.add_done_callback(self._liberar)
        async with asyncio.timeout(self._espera_s):
            return await asyncio.wrap_future(futuro)

    def _trabalhar(self, texto: str) -> tuple[str, Revisao]:
        if self._motor is None:
            self._motor = self._criar()
        return self._motor.nome, self._motor.revisar(texto)

    def _liberar(self, _: Future[tuple[str, Revisao]]) -> None:
        self._lugares.release()

    def fechar(self) -> None:
        """Drop what waits; a review under way ends by itself."""
        self._fila.shutdown(wait=False, cancel_futures=True)


def _motor_local() -> Motor:
    # Imported here so that a missing dictionary leaves the reviser absent, and the capture whole.
    from d1a_captura.assistencia.local import MotorLocal

    return MotorLocal()


async def abrir(config: ConfigD1a, _: ColoniaViva) -> AsyncIterator[Assistencia]:
    """Open the reviser."""
    assistencia = Assistencia(_motor_local, config.assistencia_espera_s)
    try:
        yield assistencia
    finally:
        assistencia.fechar()
