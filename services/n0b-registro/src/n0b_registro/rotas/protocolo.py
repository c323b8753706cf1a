"""The envelope of the Confluent protocol: encoded addresses, content types and errors `{error_code, message}`."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Literal
from urllib.parse import unquote

from fastapi import APIRouter
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Scope

from n0b_registro.acoes import recusas
from n0b_registro.rotas import negociacao
from nucleo.banco import e_transitoria
from nucleo.erros import Problema
from nucleo.http import TIPO_DE_MIDIA


class Erro(BaseModel):
    """What every error of the protocol carries."""

    error_code: int
    message: str


class Resposta(JSONResponse):
    """JSON in the protocol's own content type."""

    media_type = negociacao.PADRAO


# Bodies that the core refuses before any route sees them (too large, a null character) get its own kind of problem.
_DO_NUCLEO = {TIPO_DE_MIDIA: {"schema": {"$ref": "#/components/schemas/Problema"}}}
RESPOSTAS: dict[int | str, dict[str, Any]] = {
    codigo: {"description": "Recusa", "model": Erro, "content": _DO_NUCLEO} for codigo in ("400", "default")
}
CODIGOS_HTTP: Mapping[int, str] = {404: "Not Found", 406: "Not Acceptable", 415: "Unsupported Media Type"}


class RotaDoProtocolo(APIRoute):
    """A route of the protocol. `/`, `?` and `#` may be part of a subject's name, percent-encoded."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match the address before it is decoded, then decode each parameter."""
        bruto = scope.get("raw_path") or scope["path"].encode()
        resultado, filho = super().matches({**scope, "path": bruto.decode("latin-1")})
        if "path_params" in filho:
            filho["path_params"] = {nome: unquote(valor) for nome, valor in filho["path_params"].items()}
        return resultado, filho

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap the route: negotiate, read any accepted body as JSON, and turn errors into the protocol's."""
        atender = super().get_route_handler()

        async def com_protocolo(request: Request) -> Response:
            tipo = negociacao.escolher(request.headers.get("accept"))
            try:
                if tipo is None:
                    raise recusas.http(406, CODIGOS_HTTP[406])
                resposta = await atender(_como_json(request))
            except Exception as erro:
                resposta = _responder(_recusa_de(erro))
            resposta.headers["content-type"] = tipo or negociacao.PADRAO
            return resposta

        return com_protocolo


def roteador(etiqueta: Literal["assuntos", "esquemas", "ajustes", "compatibilidade"]) -> APIRouter:
    """A router whose routes speak the protocol."""
    return APIRouter(
        tags=[f"registro: {etiqueta}"],
        route_class=RotaDoProtocolo,
        default_response_class=Resposta,
        responses=RESPOSTAS,
    )


def _como_json(request: Request) -> Request:
    if request.method not in ("POST", "PUT"):
        return request
    if not negociacao.e_aceito(request.headers.get("content-type")):
        raise recusas.http(415, CODIGOS_HTTP[415])
    outros = [par for par in request.scope["headers"] if par[0] != b"content-type"]
    scope = {**request.scope, "headers": [*outros, (b"content-type", b"application/json")]}
    return Request(scope, request.receive)


def _recusa_de(erro: Exception) -> recusas.Recusa:
    """The refusal that an exception means; what means nothing here goes on to the core."""
    match erro:
        case recusas.Recusa():
            return erro
        case RequestValidationError():
            return _do_pedido(erro)
        case HTTPException() if isinstance(erro.__cause__, Problema):
            return _recusa_de(erro.__cause__)
        case HTTPException():
            return recusas.Recusa(erro.status_code, erro.status_code, str(erro.detail), erro.headers)
        case Problema():
            return recusas.Recusa(erro.status, erro.status, erro.detalhe, erro.cabecalhos)
    if e_transitoria(erro):
        mensagem = "O registro está em recuperação. Tente de novo em instantes."
        return recusas.Recusa(503, 503, mensagem, {"Retry-After": "5"})
    raise erro


def _do_pedido(erro: RequestValidationError) -> recusas.Recusa:
    falhas = erro.errors()
    if any(falha["type"] == "json_invalid" for falha in falhas):
        return recusas.Recusa(400, 400, "O corpo do pedido não é JSON.")
    onde = ", ".join(sorted({".".join(map(str, falha["loc"])) for falha in falhas}))
    return recusas.Recusa(422, 422, f"Pedido inválido em {onde}.")


def _responder(recusa: recusas.Recusa) -> Response:
    corpo = {"error_code": recusa.codigo, "message": recusa.mensagem}
    return Resposta(corpo, recusa.status, recusa.cabecalhos)
