"""Periodic jobs: each in its own unit of work, on one replica at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from structlog.typing import FilteringBoundLogger

from nucleo.banco import e_transitoria
from nucleo.colonia import Periodico
from nucleo.consumo import AbreUnidade
from nucleo.logs import resumir


class Agendador:
    """Runs the periodic jobs of a colony until cancelled; a failure is logged, shown and tried again."""

    def __init__(self, trabalhos: Sequence[Periodico], unidade: AbreUnidade, log: FilteringBoundLogger) -> None:
        self._trabalhos = trabalhos
        self._unidade = unidade
        self._log = log
        self.falhas: dict[str, str] = {}

    async def executar(self) -> None:
        """Run every job in its own rhythm, for ever."""
        async with asyncio.TaskGroup() as grupo:
            for trabalho in self._trabalhos:
                grupo.create_task(self._repetir(trabalho))

    async def uma_vez(self, trabalho: Periodico) -> bool:
        """Run one job now. Returns False when another replica was at it."""
        async with self._unidade() as uow:
            trava = await uow.sql("SELECT pg_try_advisory_xact_lock(hashtextextended(:n, 0))", n=trabalho.nome)
            if not trava.scalar_one():
                return False
            await trabalho.executar(uow)
        return True

    async def _repetir(self, trabalho: Periodico) -> None:
        while True:
            try:
                await self.uma_vez(trabalho)
                self.falhas.pop(trabalho.nome, None)
            except Exception as erro:
                self.falhas[trabalho.nome] = resumir(erro)
                if not e_transitoria(erro):
                    self._log.exception("falha num trabalho periódico", trabalho=trabalho.nome)
            await asyncio.sleep(trabalho.cada.total_seconds())
