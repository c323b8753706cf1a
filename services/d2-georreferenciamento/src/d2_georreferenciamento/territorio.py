"""The mesh in memory: opened with the colony, replaced whole when a new boundary version comes into force."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from d2_georreferenciamento.config import ConfigD2
from d2_georreferenciamento.dominio.indice import IndiceTerritorial
from d2_georreferenciamento.estado import malha
from nucleo import UnidadeDeTrabalho
from nucleo.banco import Sessao
from nucleo.logs import registrador
from nucleo.viva import ColoniaViva


class Territorio:
    """The index in force. While a new one is built, the old one goes on answering requests."""

    def __init__(self, limite_mb: int) -> None:
        self.indice = IndiceTerritorial.vazio()
        self.sequencia = 0
        self._limite_mb = limite_mb
        self._trava = asyncio.Lock()

    async def atualizar(self, banco: Sessao | UnidadeDeTrabalho) -> None:
        """Bring the index to the boundary version in force (one small query when it already is).

        Raises:
            FalhaTransitoria: the mesh does not fit the memory that the settings give it.
        """
        if await malha.sequencia_vigente(banco) <= self.sequencia:
            return
        async with self._trava:
            vigente = await malha.sequencia_vigente(banco)
            if vigente > self.sequencia:
                sessao = banco.sessao if isinstance(banco, UnidadeDeTrabalho) else banco
                lida = await malha.carregar(sessao, vigente, limite_mb=self._limite_mb)
                self.indice = await asyncio.to_thread(IndiceTerritorial, lida)
                self.sequencia = vigente


async def abrir(config: ConfigD2, banco: ColoniaViva) -> AsyncIterator[Territorio]:
    """Load the mesh before anything is consumed or served, then watch for new versions, in every replica."""
    territorio = Territorio(config.malha_limite_mb)
    async with banco.leitura() as sessao:
        await territorio.atualizar(sessao)
    vigia = asyncio.create_task(_vigiar(territorio, config.malha_vigia_s, banco))
    try:
        yield territorio
    finally:
        vigia.cancel()
        with suppress(asyncio.CancelledError):
            await vigia


async def _vigiar(territorio: Territorio, intervalo: float, banco: ColoniaViva) -> None:
    log = registrador(banco.colonia.nome)
    while True:
        await asyncio.sleep(intervalo)
        antes = territorio.sequencia
        try:
            async with banco.leitura() as sessao:
                await territorio.atualizar(sessao)
        except Exception as erro:
            log.warning("a nova malha ainda não pôde ser carregada", erro=f"{type(erro).__name__}: {erro}"[:300])
        if territorio.sequencia != antes:
            log.info("malha em vigor", versao=territorio.indice.versao, unidades=len(territorio.indice))
