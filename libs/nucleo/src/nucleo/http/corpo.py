"""What may come in: bodies of a bounded size, strict JSON, and text that PostgreSQL can hold."""

import json
from collections import deque
from collections.abc import Iterator
from typing import TypeAlias
from urllib.parse import parse_qsl

import orjson
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nucleo.erros import Invalido
from nucleo.escopo import cabecalho
from nucleo.http.problemas import responder, responder_status
from nucleo.http.validacao import campo

_NULO = "O texto tem um caractere nulo, que não é permitido."
_SUBSTITUTO = "O texto tem um caractere Unicode incompleto (substituto sem par)."
_INFINITO = "Deve ser um número finito."
_JSON = "O corpo não é um JSON válido em UTF-8."

# Where a value is: its parent's place and its name there. The text is built only for the one at fault, since
# writing it for every value of a hostile body would cost its square.
_Local: TypeAlias = "tuple[()] | tuple[_Local, str | int]"


class Corpo:
    """ASGI middleware: 413 beyond `corpo_maximo_bytes`; 400 naming the field for what JSON or UTF-8 text cannot be.

    A body is judged when the application reads it, chunk by chunk, so one that is streamed stays streamed.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if b"%00" in scope["query_string"] or "\0" in scope["path"]:
            await responder(Invalido(_parametro_nulo(scope), _NULO))(scope, receive, send)
            return
        maximo = scope["app"].state.config.corpo_maximo_bytes
        tamanho = cabecalho(scope, b"content-length")
        if tamanho is not None and tamanho.isdecimal() and int(tamanho) > maximo:
            await responder_status(413)(scope, receive, send)
            return
        e_json = "json" in (cabecalho(scope, b"content-type") or "")
        await self._app(scope, _Leitor(receive, maximo, e_json), send)


class _Leitor:
    """The `receive` of one request."""

    __slots__ = ("_e_json", "_maximo", "_partes", "_recebido", "_receive")

    def __init__(self, receive: Receive, maximo: int, e_json: bool) -> None:
        self._receive = receive
        self._maximo = maximo
        self._e_json = e_json
        self._recebido = 0
        self._partes: list[bytes] = []

    async def __call__(self) -> Message:
        mensagem = await self._receive()
        if mensagem["type"] != "http.request":
            return mensagem
        parte = mensagem.get("body", b"")
        self._recebido += len(parte)
        if self._recebido > self._maximo:
            raise HTTPException(413)
        if self._e_json:
            self._partes.append(parte)
            if not mensagem.get("more_body", False):
                conferir_json(b"".join(self._partes))
        return mensagem


def conferir_json(corpo: bytes) -> None:
    """Refuse, with an `Invalido` that names the field, what is not strict JSON or cannot be stored as text.

    The fast parser is strict (no NaN, no overflowing number, no lone surrogate), so the walk that finds the
    field runs only for a body that is already suspect. An empty body is left to the route.
    """
    if not corpo:
        return
    try:
        orjson.loads(corpo)
    except orjson.JSONDecodeError:
        raise next(_faltas(corpo), Invalido("corpo", _JSON)) from None
    if b"\\u0000" in corpo:
        for falta in _faltas(corpo):
            raise falta


def _faltas(corpo: bytes) -> Iterator[Invalido]:
    try:
        documento = json.loads(corpo)
    except (ValueError, RecursionError):
        return
    pendentes: deque[tuple[_Local, object]] = deque([((), documento)])
    while pendentes:
        local, valor = pendentes.popleft()
        if isinstance(valor, dict):
            pendentes.extend(((local, nome), item) for nome, item in valor.items())
            yield from (Invalido(_caminho((local, nome)), m) for nome in valor if (m := _motivo(nome)))
        elif isinstance(valor, list):
            pendentes.extend(((local, indice), item) for indice, item in enumerate(valor))
        elif motivo := _motivo(valor):
            yield Invalido(_caminho(local), motivo)


def _caminho(local: _Local) -> str:
    partes: list[str | int] = []
    while local:
        local, parte = local
        partes.append(parte)
    return campo(["body", *reversed(partes)])


def _motivo(valor: object) -> str | None:
    if isinstance(valor, str):
        if "\0" in valor:
            return _NULO
        return _SUBSTITUTO if any("\ud800" <= letra <= "\udfff" for letra in valor) else None
    if isinstance(valor, float | int):
        return None if abs(valor) <= 1.7976931348623157e308 else _INFINITO
    return None


def _parametro_nulo(scope: Scope) -> str:
    consulta: str = scope["query_string"].decode("latin-1")
    for nome, valor in parse_qsl(consulta, keep_blank_values=True):
        if "\0" in nome or "\0" in valor:
            return nome.replace("\0", "")
    return "caminho"
