"""A route for the hot path: declared and documented as any other, run without FastAPI's solver of dependencies.

The solver walks the graph of dependencies again at each request, at half the cost of the whole POST; here what the
endpoint asks for is found once, when it is declared.
"""

from collections.abc import Awaitable, Callable, Collection, Coroutine
from inspect import signature
from typing import Annotated, Any, get_args, get_origin

from fastapi import HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.params import Depends
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

Obter = Callable[[Request], Awaitable[Any]]


class RotaQuente(APIRoute):
    """For endpoints that take the request, what is in the path, one JSON body, and dependencies on the request alone.

    The body is a model, or a union of models told apart by a field. The endpoint returns a `Response`.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler that FastAPI calls."""
        endpoint = self.endpoint
        antes = [d.dependency for d in self.dependencies if d.dependency is not None]
        parametros = signature(endpoint).parameters.values()
        argumentos = [(p.name, _como_obter(p.name, p.annotation, self.param_convertors)) for p in parametros]

        async def tratar(request: Request) -> Response:
            for conferir in antes:
                await conferir(request)
            resposta: Response = await endpoint(**{nome: await obter(request) for nome, obter in argumentos})
            return resposta

        return tratar


def _como_obter(nome: str, anotacao: Any, caminho: Collection[str]) -> Obter:
    if nome in caminho:
        return _do_caminho(nome, TypeAdapter(anotacao))
    if anotacao is Request:
        return _o_proprio
    metadados = get_args(anotacao)[1:] if get_origin(anotacao) is Annotated else ()
    for metadado in metadados:
        if isinstance(metadado, Depends) and metadado.dependency is not None:
            return metadado.dependency
        if isinstance(metadado, FieldInfo) and isinstance(metadado.discriminator, str):
            return _do_corpo(TypeAdapter(anotacao), metadado.discriminator)
    if isinstance(anotacao, type) and issubclass(anotacao, BaseModel):
        return _do_corpo(TypeAdapter(anotacao))
    raise TypeError(f"a rota quente não sabe obter {anotacao!r}")


async def _o_proprio(request: Request) -> Request:
    return request


def _do_caminho(nome: str, tipo: TypeAdapter[Any]) -> Obter:
    async def ler(request: Request) -> Any:
        try:
            return tipo.validate_strings(request.path_params[nome])
        except ValidationError as erro:
            raise RequestValidationError([{**e, "loc": ("path", nome)} for e in _erros(erro)]) from None

    return ler


def _do_corpo(tipo: TypeAdapter[Any], discriminador: str | None = None) -> Obter:
    async def ler(request: Request) -> Any:
        corpo = await request.body()
        if corpo and not _e_json(request.headers.get("content-type", "")):
            raise HTTPException(415)
        try:
            return tipo.validate_json(corpo)
        except ValidationError as erro:
            raise RequestValidationError([_no_corpo(e, discriminador) for e in _erros(erro)]) from None

    return ler


def _no_corpo(erro: ErrorDetails, discriminador: str | None) -> dict[str, Any]:
    """Say where in the body: within a union the path begins with the member's tag, and a wrong tag has no path."""
    local = erro["loc"]
    if discriminador is not None:
        local = (discriminador,) if erro["type"].startswith("union_tag") else local[1:]
    return {**erro, "loc": ("body", *local)}


def _erros(erro: ValidationError) -> list[ErrorDetails]:
    return erro.errors(include_url=False, include_input=False)


def _e_json(tipo: str) -> bool:
    tipo = tipo.partition(";")[0].strip().lower()
    return tipo == "application/json" or (tipo.startswith("application/") and tipo.endswith("+json"))
