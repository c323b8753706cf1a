"""HEAD wherever there is a GET (RFC 9110, 9.3.2): the answer of the GET, of which the server keeps the body back."""

from starlette.types import ASGIApp, Receive, Scope, Send


class Head:
    """ASGI middleware: the application sees a GET; whoever counts and traces, outside of it, sees the HEAD."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        como_get = {**scope, "method": "GET"}
        try:
            await self._app(como_get, receive, send)
        finally:
            scope.update(como_get, method="HEAD")  # which route answered is for all to know
