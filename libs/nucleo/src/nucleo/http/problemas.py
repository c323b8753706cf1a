"""Every error leaves through here, as RFC 9457 `application/problem+json` in Portuguese."""

import json
from collections.abc import Mapping
from typing import Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nucleo.banco import e_transitoria
from nucleo.erros import Invalido, Problema, Sobrecarga
from nucleo.http.correlacao import correlacao_id
from nucleo.http.validacao import descrever
from nucleo.logs import pilha, registrador

URN = "urn:formigueiro:erro:"
TIPO_DE_MIDIA = "application/problem+json"
BANCO_AUSENTE = "O serviço está em recuperação. Nada do que já foi aceito se perdeu; tente de novo em instantes."

_METODOS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

# What the framework itself answers; colonies raise `Problema`.
_POR_STATUS = {
    400: ("pedido-invalido", "Pedido inválido", "Não foi possível ler o pedido."),
    401: ("nao-autenticado", "Identificação necessária", "Entre na sua conta para continuar."),
    403: ("proibido", "Acesso não permitido", "Você não tem permissão para isto."),
    404: ("endereco-inexistente", "Endereço inexistente", "Este endereço não existe."),
    405: ("metodo-nao-permitido", "Método não permitido", "Este endereço não aceita este método HTTP."),
    406: ("formato-indisponivel", "Formato indisponível", "A resposta não existe no formato pedido."),
    413: ("corpo-grande-demais", "Corpo grande demais", "O corpo do pedido passa do tamanho permitido."),
    415: (
        "formato-nao-aceito",
        "Formato não aceito",
        "Envie o corpo do pedido como JSON, com o cabeçalho Content-Type: application/json.",
    ),
    503: (Sobrecarga.tipo, Sobrecarga.titulo, Sobrecarga.detalhe_padrao),
}
_DEMAIS_DO_CLIENTE = ("pedido-recusado", "Pedido recusado", "O pedido não pôde ser atendido.")
_INESPERADO = (
    Problema.tipo,
    Problema.titulo,
    "Algo deu errado do nosso lado. A falha foi registrada; tente de novo em instantes.",
)


def responder(problema: Problema) -> Response:
    """Turn a `Problema` into the response that the caller reads."""
    membros = problema.extras if problema.campo is None else {**problema.extras, "campo": problema.campo}
    return _documento(problema.status, problema.tipo, problema.titulo, problema.detalhe, problema.cabecalhos, membros)


def responder_status(status: int, cabecalhos: Mapping[str, str] | None = None) -> Response:
    """Return the problem that says, in Portuguese, what a bare HTTP status means here."""
    generico = _DEMAIS_DO_CLIENTE if status < 500 else _INESPERADO
    return _documento(status, *_POR_STATUS.get(status, generico), cabecalhos, {})


async def ao_problema(_: Request, erro: Exception) -> Response:
    """Exception handler of `Problema`."""
    assert isinstance(erro, Problema)
    return responder(erro)


async def ao_erro_http(request: Request, erro: Exception) -> Response:
    """Exception handler of `HTTPException`; the framework hides in its cause what reading the body raised."""
    assert isinstance(erro, HTTPException)
    if isinstance(erro.__cause__, Problema):
        return responder(erro.__cause__)
    cabecalhos = {"Allow": _metodos_aceitos(request)} if erro.status_code == 405 else erro.headers
    return responder_status(erro.status_code, cabecalhos)


async def ao_pedido_invalido(_: Request, erro: Exception) -> Response:
    """Exception handler of `RequestValidationError`: 400 with every field at fault (415 when it was not JSON)."""
    assert isinstance(erro, RequestValidationError)
    erros = erro.errors()
    if isinstance(erro.body, bytes) and erro.body and any(e["loc"] == ("body",) for e in erros):
        return responder_status(415)
    descritos = descrever(erros)
    return responder(Invalido(**descritos[0], errors=descritos))


class Falhas:
    """ASGI middleware: what nobody expected becomes 503 when something is away, else a 500 that tells nothing.

    Only the kind of error and the lines of code are logged: the text of an exception may quote a citizen.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        iniciada = False

        async def enviar(mensagem: Message) -> None:
            nonlocal iniciada
            iniciada = True
            await send(mensagem)

        try:
            await self._app(scope, receive, enviar)
        except Exception as erro:
            if iniciada:
                raise
            await _responder_inesperado(erro, scope)(scope, receive, send)


def _metodos_aceitos(request: Request) -> str:
    # The framework lists those of the first route alone that has this path.
    def aceita(metodo: str) -> bool:
        pedido = {**request.scope, "method": "GET" if metodo == "HEAD" else metodo}
        return any(rota.matches(pedido)[0] is Match.FULL for rota in request.app.router.routes)

    return ", ".join(filter(aceita, _METODOS))


def _responder_inesperado(erro: Exception, scope: Scope) -> Response:
    if isinstance(erro, Problema):
        return responder(erro)
    log = registrador(scope["app"].title).bind(
        correlacao_id=str(correlacao_id()), metodo=scope["method"], erro=type(erro).__name__
    )
    if e_transitoria(erro):
        log.warning("pedido recusado: dependência ausente")
        return responder(Sobrecarga(5, BANCO_AUSENTE))
    log.error("pedido falhou", causa=type(erro.__cause__).__name__, pilha=pilha(erro))
    return responder_status(500)


def _documento(
    status: int,
    tipo: str,
    titulo: str,
    detalhe: str,
    cabecalhos: Mapping[str, str] | None,
    membros: Mapping[str, Any],
) -> Response:
    documento = {
        **membros,
        "type": URN + tipo,
        "title": titulo,
        "status": status,
        "detail": detalhe,
    }
    if (correlacao := correlacao_id()) is not None:
        documento["instance"] = f"urn:uuid:{correlacao}"
    # A client may name a field with a lone surrogate; it goes back escaped, never as an encoding error.
    corpo = json.dumps(documento, ensure_ascii=False, default=str).encode("utf-8", "backslashreplace")
    return Response(corpo, status, cabecalhos, TIPO_DE_MIDIA)
