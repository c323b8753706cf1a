"""The correlation id of a request: what ties its answer, its logs and every event it causes."""

import secrets
from contextvars import ContextVar
from datetime import UTC, datetime
from uuid import UUID

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nucleo.escopo import cabecalho
from nucleo.fontes import uuid7

CABECALHO = b"x-correlacao-id"
_atual: ContextVar[UUID | None] = ContextVar("correlacao_id", default=None)


def correlacao_id() -> UUID | None:
    """Return the correlation id of the request being served, or None outside of one."""
    return _atual.get()


class Correlacao:
    """ASGI middleware: takes `X-Correlacao-Id` when it is a UUID, else a new UUIDv7, and answers with it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        identificador = _ler(cabecalho(scope, CABECALHO)) or uuid7(datetime.now(UTC), secrets.randbits(74))
        resposta = (CABECALHO, str(identificador).encode())

        async def enviar(mensagem: Message) -> None:
            if mensagem["type"] == "http.response.start":
                mensagem["headers"] = [*mensagem.get("headers", ()), resposta]
            await send(mensagem)

        marca = _atual.set(identificador)
        try:
            await self._app(scope, receive, enviar)
        finally:
            _atual.reset(marca)


def _ler(valor: str | None) -> UUID | None:
    if valor is None or len(valor) != 36:
        return None
    try:
        return UUID(valor)
    except ValueError:
        return None
