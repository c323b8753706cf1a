"""One ASGI layer for traces, metrics and the access log of a colony."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nucleo.escopo import cabecalho, rota
from nucleo.rastro import amostrado, descrever_pedido

if TYPE_CHECKING:
    from nucleo.viva import ColoniaViva

_CALADAS = ("/saude/", "/metrics")


class TelemetriaHTTP:
    """Gives each request its `traceparent` (in `scope["state"]["rastro"]`), a span when sampled, and its metrics."""

    def __init__(self, app: ASGIApp, viva: ColoniaViva) -> None:
        self._app = app
        self._viva = viva

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["path"].startswith(_CALADAS):
            await self._app(scope, receive, send)
            return
        inicio, status = time.perf_counter(), 500

        async def anotar(mensagem: Message) -> None:
            nonlocal status
            if mensagem["type"] == "http.response.start":
                status = mensagem["status"]
            await send(mensagem)

        with self._viva.rastreador.pedido(scope["method"], cabecalho(scope, b"traceparent")) as rastro:
            scope.setdefault("state", {})["rastro"] = rastro
            try:
                await self._app(scope, receive, anotar)
            finally:
                modelo = rota(scope) or "desconhecida"
                self._viva.metricas.http(modelo, scope["method"], status, time.perf_counter() - inicio)
                if amostrado(rastro):
                    descrever_pedido(modelo, scope["method"], status)
