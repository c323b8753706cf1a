"""Micro-batches: what arrives together is processed together, and each caller gets its own answer."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from typing import Generic, TypeVar

from nucleo.erros import Sobrecarga

T = TypeVar("T")
R = TypeVar("R")


class MicroLote(Generic[T, R]):
    """Gathers what is submitted in one turn of the loop and processes one batch at a time.

    While a batch is being processed the next one gathers, so batches grow with the load and a lone item never
    waits for company. `processar` returns one result, or one exception, an item, in order.

    Args:
        processar: `async (itens) -> resultados`; what it raises goes to every item of the batch.
        maximo: items of one batch.
        fila_maxima: items that may wait; beyond it `submeter` refuses at once.
    """

    def __init__(
        self,
        processar: Callable[[list[T]], Awaitable[Sequence[R | Exception]]],
        maximo: int = 256,
        fila_maxima: int = 4096,
    ) -> None:
        self._processar = processar
        self._maximo = maximo
        self._fila_maxima = fila_maxima
        self._fila: deque[tuple[T, asyncio.Future[R]]] = deque()
        self._tarefa: asyncio.Task[None] | None = None
        self._fechado = False

    @property
    def pendentes(self) -> int:
        """How many items wait for a batch."""
        return len(self._fila)

    async def submeter(self, item: T) -> R:
        """Return the result of `item`, or raise its exception.

        Cancelling the caller leaves the others alone: an item still waiting is not processed; one whose batch
        has begun is, and its result is dropped.

        Raises:
            Sobrecarga: the queue is full, or this was closed.
        """
        if self._fechado or len(self._fila) >= self._fila_maxima:
            raise Sobrecarga
        futuro: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._fila.append((item, futuro))
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
        lote: list[tuple[T, asyncio.Future[R]]] = []
        try:
            while lote := self._proximo_lote():
                _responder(lote, await self._resultados([item for item, _ in lote]))
        finally:
            self._tarefa = None
            # Only when the task is cancelled (the loop is stopping) is there anybody left to tell.
            restantes = [*lote, *self._fila]
            self._fila.clear()
            _responder(restantes, [Sobrecarga() for _ in restantes])

    def _proximo_lote(self) -> list[tuple[T, asyncio.Future[R]]]:
        lote: list[tuple[T, asyncio.Future[R]]] = []
        while self._fila and len(lote) < self._maximo:
            item, futuro = self._fila.popleft()
            if not futuro.done():
                lote.append((item, futuro))
        return lote

    async def _resultados(self, itens: list[T]) -> Sequence[R | Exception]:
        try:
            resultados = await self._processar(itens)
        except Exception as erro:
            return [erro] * len(itens)
        if len(resultados) != len(itens):
            return [RuntimeError(f"{len(itens)} itens, {len(resultados)} resultados")] * len(itens)
        return resultados


def _responder(lote: Sequence[tuple[T, asyncio.Future[R]]], resultados: Sequence[R | Exception]) -> None:
    for (_, futuro), resultado in zip(lote, resultados, strict=True):
        if futuro.done():
            continue
        if isinstance(resultado, Exception):
            futuro.set_exception(resultado)
        else:
            futuro.set_result(resultado)
