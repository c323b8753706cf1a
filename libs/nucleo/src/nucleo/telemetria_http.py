"""One ASGI layer for traces, metrics and the access log of a colony."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from opentelemetry.trace import SpanKind
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nucleo.escopo import rota

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
        recebido = next((v.decode("latin-1") for n, v in scope["headers"] if n == b"traceparent"), None)
        pai = self._viva.rastreador.iniciar(recebido)
        inicio, status = time.perf_counter(), 500

        async def anotar(mensagem: Message) -> None:
            nonlocal status
            if mensagem["type"] == "http.response.start":
                status = mensagem["status"]
            await send(mensagem)

        with self._viva.rastreador.trecho(
            f"{scope['method']} {scope['path'].split('/', 3)[1:3]}", pai, SpanKind.SERVER
        ) as rastro:
            scope.setdefault("state", {})["rastro"] = rastro
            try:
                await self._app(scope, receive, anotar)
            finally:
                self._viva.metricas.http(
                    rota(scope) or "desconhecida", scope["method"], status, time.perf_counter() - inicio
                )
