"""Micro-batches: what arrives together is processed together, and each caller gets its own answer."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from typing import Generic, NamedTuple, TypeVar

from nucleo.erros import Sobrecarga

T = TypeVar("T")
R = TypeVar("R")


class _Espera(NamedTuple, Generic[T, R]):
    item: T
    futuro: asyncio.Future[R]
    desde: float


class MicroLote(Generic[T, R]):
    """Gathers what is submitted in one turn of the loop and processes one batch at a time.

    While a batch is being processed the next one gathers, so batches grow with the load and a lone item never
    waits for company. `processar` returns one result, or one exception, an item, in order.

    Args:
        processar: `async (itens) -> resultados`; what it raises goes to every item of the batch.
        maximo: items of one batch.
        fila_maxima: items that may wait; beyond it `submeter` refuses at once.
        espera_maxima: seconds that the oldest item without an answer may have waited; beyond it `submeter` refuses
            at once, so that what is accepted is answered soon, however slow the processing became.
        relogio: the clock that those seconds are read from.
    """

    def __init__(
        self,
        processar: Callable[[list[T]], Awaitable[Sequence[R | Exception]]],
        maximo: int = 256,
        fila_maxima: int = 4096,
        espera_maxima: float = math.inf,
        relogio: Callable[[], float] = time.monotonic,
    ) -> None:
        self._processar = processar
        self._maximo = maximo
        self._fila_maxima = fila_maxima
        self._espera_maxima = espera_maxima
        self._relogio = relogio
        self._fila: deque[_Espera[T, R]] = deque()
        self._lote: list[_Espera[T, R]] = []
        self._tarefa: asyncio.Task[None] | None = None
        self._fechado = False

    @property
    def pendentes(self) -> int:
        """How many items wait for a batch."""
        return len(self._fila)

    @property
    def espera(self) -> float:
        """Seconds that the oldest item without an answer has waited."""
        fila = self._lote or self._fila
        return self._relogio() - fila[0].desde if fila else 0.0

    def exigir_lugar(self) -> None:
        """Raise `Sobrecarga` when what were submitted now would be refused."""
        if self._fechado or len(self._fila) >= self._fila_maxima or self.espera > self._espera_maxima:
            raise Sobrecarga

    async def submeter(self, item: T) -> R:
        """Return the result of `item`, or raise its exception.

        Cancelling the caller leaves the others alone: an item still waiting is not processed; one whose batch
        has begun is, and its result is dropped.

        Raises:
            Sobrecarga: the queue is full, its oldest item has waited too long, or this was closed.
        """
        self.exigir_lugar()
        futuro: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._fila.append(_Espera(item, futuro, self._relogio()))
        if self._tarefa is None:
            # In a context of its own: a batch belongs to no request, whichever one happened to start it.
            self._tarefa = asyncio.create_task(self._esvaziar(), context=Context())
        return await futuro

    async def fechar(self) -> None:
        """Refuse new items and return when those accepted have their answers."""
        self._fechado = True
        if self._tarefa is not None:
            await asyncio.wait([self._tarefa])

    async def _esvaziar(self) -> None:
        try:
            while lote := self._proximo_lote():
                _responder(lote, await self._resultados([espera.item for espera in lote]))
        finally:
            self._tarefa = None
            # Only when the task is cancelled (the loop is stopping) is there anybody left to tell.
            restantes = [*self._lote, *self._fila]
            self._lote = []
            self._fila.clear()
            _responder(restantes, [Sobrecarga() for _ in restantes])

    def _proximo_lote(self) -> list[_Espera[T, R]]:
        self._lote = []
        while self._fila and len(self._lote) < self._maximo:
            espera = self._fila.popleft()
            if not espera.futuro.done():
                self._lote.append(espera)
        return self._lote

    async def _resultados(self, itens: list[T]) -> Sequence[R | Exception]:
        try:
            resultados = await self._processar(itens)
        except Exception as erro:
            return [erro] * len(itens)
        if len(resultados) != len(itens):
            return [RuntimeError(f"{len(itens)} itens, {len(resultados)} resultados")] * len(itens)
        return resultados


def _responder(lote: Sequence[_Espera[T, R]], resultados: Sequence[R | Exception]) -> None:
    for espera, resultado in zip(lote, resultados, strict=True):
        if espera.futuro.done():
            continue
        if isinstance(resultado, Exception):
            espera.futuro.set_exception(resultado)
        else:
            espera.futuro.set_result(resultado)
