"""What the ASGI scope of a request tells, read straight from it: no object is built for the one thing wanted."""

from starlette.types import Scope


def cabecalho(scope: Scope, nome: bytes) -> str | None:
    """Return the first value of a header (`nome` in lower case), or None."""
    for chave, valor in scope["headers"]:
        if chave == nome:
            texto: str = valor.decode("latin-1")
            return texto
    return None


def cabecalhos(scope: Scope, nome: bytes) -> list[str]:
    """Return every value of a header, in the order received."""
    return [valor.decode("latin-1") for chave, valor in scope["headers"] if chave == nome]


def rota(scope: Scope) -> str:
    """Return the whole template of the route matched, as in `/api/d4/ranking/{id}`; empty when none matched.

    For keys and labels: the path itself carries ids.
    """
    # An included router keeps its own path in `route`; the whole one is in FastAPI's context of the inclusion.
    completa = scope.get("fastapi", {}).get("effective_route_context") or scope.get("route")
    return str(getattr(completa, "path", ""))
