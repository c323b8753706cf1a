"""A public document of a provider, discovery or keys: read once, and again when it is old or not enough."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import httpx
import structlog

from c1_cidadaos.provedores.erros import ProvedorAusente

VALIDADE_S = 3600.0
INTERVALO_S = 1.0
"""Between two readings, however many tokens ask for a key that is not there."""


class Documento:
    """A JSON object at an address, as long as `serve` accepts it. While there is none such, the last one stays."""

    def __init__(
        self,
        http: httpx.AsyncClient,
        serve: Callable[[dict[str, Any]], bool],
        relogio: Callable[[], float] = time.monotonic,
    ) -> None:
        self._http = http
        self._serve = serve
        self._relogio = relogio
        self._trava = asyncio.Lock()
        self._tentado_em = self._lido_em = float("-inf")
        self._conteudo: dict[str, Any] | None = None

    async def ler(self, url: str, *, de_novo: bool = False) -> dict[str, Any]:
        """Return the document; `de_novo` says that the one known does not do. Raises `ProvedorAusente`."""
        async with self._trava:
            if de_novo or self._relogio() - self._lido_em >= VALIDADE_S:
                await self._atualizar(url)
        if self._conteudo is None:
            raise ProvedorAusente
        return self._conteudo

    async def _atualizar(self, url: str) -> None:
        if self._relogio() - self._tentado_em < INTERVALO_S:
            return
        self._tentado_em = self._relogio()
        try:
            conteudo = (await self._http.get(url)).raise_for_status().json()
            if not isinstance(conteudo, dict) or not self._serve(conteudo):
                raise ValueError("não é o documento que se esperava")
        except (httpx.HTTPError, ValueError) as erro:
            structlog.get_logger().warning("emissor não respondeu como devia", url=url, erro=type(erro).__name__)
        else:
            self._conteudo, self._lido_em = conteudo, self._tentado_em
