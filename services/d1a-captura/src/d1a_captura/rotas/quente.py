"""A route for the hot path: declared and documented as any other, run without FastAPI's solver of dependencies.

The solver walks the graph of dependencies again at each request, at half the cost of the whole POST; here what the
endpoint asks for is found once, when it is declared.
"""

from collections.abc import Awaitable, Callable, Coroutine
from inspect import signature
from typing import Annotated, Any, get_args, get_origin

from fastapi import HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.params import Depends
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

Obter = Callable[[Request], Awaitable[Any]]


class RotaQuente(APIRoute):
    """For endpoints that take the request, one JSON body (a model), and dependencies that take only the request.

    The endpoint returns a `Response`. Anything else in its signature is refused when the route is declared.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler that FastAPI calls."""
        endpoint = self.endpoint
        antes = [d.dependency for d in self.dependencies if d.dependency is not None]
        parametros = signature(endpoint).parameters.values()
        argumentos = [(p.name, _como_obter(p.annotation)) for p in parametros]

        async def tratar(request: Request) -> Response:
            for conferir in antes:
                await conferir(request)
            resposta: Response = await endpoint(**{nome: await obter(request) for nome, obter in argumentos})
            return resposta

        return tratar


def _como_obter(anotacao: Any) -> Obter:
    if get_origin(anotacao) is Annotated:
        for metadado in get_args(anotacao):
            if isinstance(metadado, Depends) and metadado.dependency is not None:
                return metadado.dependency
    if anotacao is Request:
        return _o_proprio
    if isinstance(anotacao, type) and issubclass(anotacao, BaseModel):
        return _leitor(anotacao)
    raise TypeError(f"a rota quente não sabe obter {anotacao!r}")


async def _o_proprio(request: Request) -> Request:
    return request


def _leitor(modelo: type[BaseModel]) -> Obter:
    async def ler(request: Request) -> BaseModel:
        corpo = await request.body()
        if corpo and not _e_json(request.headers.get("content-type", "")):
            raise HTTPException(415)
        try:
            return modelo.model_validate_json(corpo)
        except ValidationError as erro:
            erros = erro.errors(include_url=False, include_input=False)
            raise RequestValidationError([{**e, "loc": ("body", *e["loc"])} for e in erros]) from None

    return ler


def _e_json(tipo: str) -> bool:
    tipo = tipo.partition(";")[0].strip().lower()
    return tipo == "application/json" or (tipo.startswith("application/") and tipo.endswith("+json"))
