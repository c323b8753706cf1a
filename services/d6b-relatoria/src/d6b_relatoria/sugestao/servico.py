"""The model when there is one and it answers in time; the rules otherwise."""

import asyncio
from collections.abc import AsyncIterator
from datetime import date

import httpx
from structlog.typing import FilteringBoundLogger

from d6b_relatoria.config import ConfigD6b
from d6b_relatoria.dominio.estruturacao import Sugestao
from d6b_relatoria.sugestao.modelo import Modelo
from d6b_relatoria.sugestao.motor import Motor, Regras
from nucleo.logs import resumir
from nucleo.viva import ColoniaViva


class Sugestoes:
    """Proposes a structure for a report, whatever happens to the model."""

    def __init__(self, motor: Motor | None, espera_s: float, log: FilteringBoundLogger) -> None:
        self._motor = motor
        self._espera_s = espera_s
        self._log = log
        self._regras = Regras()

    async def sugerir(self, texto: str, hoje: date) -> tuple[str, Sugestao]:
        """Return the name of who proposes, and the proposal."""
        if self._motor is not None:
            try:
                async with asyncio.timeout(self._espera_s):
                    return self._motor.nome, await self._motor.sugerir(texto, hoje)
            except Exception as erro:  # whatever happens to the model, the counsellor gets a suggestion
                self._log.warning("modelo de sugestão ausente: valem as regras", erro=resumir(erro))
        return self._regras.nome, await self._regras.sugerir(texto, hoje)


async def abrir(config: ConfigD6b, viva: ColoniaViva) -> AsyncIterator[Sugestoes]:
    """Open the suggestions."""
    async with httpx.AsyncClient(timeout=config.sugestao_espera_s) as cliente:
        motor = Modelo(config.sugestao_modelo_url, cliente) if config.sugestao_modelo_url else None
        yield Sugestoes(motor, config.sugestao_espera_s, viva.log)
