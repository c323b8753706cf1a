"""How often one client may ask: sliding windows by route and address, in memory or in Redis."""

import math
import time
from collections.abc import Awaitable, Callable
from typing import Any, cast

import structlog
from fastapi import FastAPI, Request
from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.storage.base import SlidingWindowCounterSupport
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from limits.errors import StorageError
from limits.storage import storage_from_string

from nucleo.endereco import endereco_do_cliente, origem
from nucleo.erros import LimiteExcedido
from nucleo.escopo import rota

_CHAVES_MAXIMAS = 100_000  # clients remembered in one window; beyond it, the window begins again
_PAUSA_SEGUNDOS = 5.0  # how long a Redis that failed is left alone
_ESPERA_SEGUNDOS = 0.25  # for one answer of Redis


class Janelas(MemoryStorage):
    """Sliding window counters in memory, at a cost that does not grow with the number of clients.

    The library's own walks every key that it holds, in a task, after each hit; here the counters of a window
    are one dictionary, forgotten whole when the window after the next begins.
    """

    STORAGE_SCHEME = ["async+janelas"]  # noqa: RUF012 - how the library registers a storage

    def __init__(self, relogio: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._relogio = relogio
        self._por_duracao: dict[int, tuple[int, dict[str, int], dict[str, int]]] = {}

    async def acquire_sliding_window_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count `amount` more hits of `key` if they fit under `limit`."""
        anterior, atual, restante = self._janela(expiry)
        contados = atual.get(key, 0)
        if math.floor(anterior.get(key, 0) * restante / expiry) + contados + amount > limit:
            return False
        if len(atual) >= _CHAVES_MAXIMAS:
            atual.clear()
        atual[key] = contados + amount
        return True

    async def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        """Return the previous count and the seconds it still weighs, the current count and its seconds left."""
        anterior, atual, restante = self._janela(expiry)
        return anterior.get(key, 0), restante, atual.get(key, 0), restante + expiry

    async def clear_sliding_window(self, key: str, expiry: int) -> None:
        """Forget the hits of `key`."""
        anterior, atual, _ = self._janela(expiry)
        anterior.pop(key, None)
        atual.pop(key, None)

    def _janela(self, duracao: int) -> tuple[dict[str, int], dict[str, int], float]:
        agora = self._relogio()
        numero = int(agora // duracao)
        janela = self._por_duracao.get(duracao)
        if janela is None or janela[0] != numero:
            anterior = janela[2] if janela is not None and janela[0] == numero - 1 else {}
            janela = self._por_duracao[duracao] = (numero, anterior, {})
        return janela[1], janela[2], duracao - agora % duracao


class Limitador:
    """Counts hits where the setting `limites_uri` says; while Redis is away, in memory."""

    def __init__(self, uri: str, multiplicador: int = 1, relogio: Callable[[], float] = time.monotonic) -> None:
        self._multiplicador = multiplicador
        self._relogio = relogio
        self._local = SlidingWindowCounterRateLimiter(Janelas(relogio))
        self._remoto = _remoto(uri)
        self._ausente_ate = float("-inf")

    async def contar(self, item: RateLimitItem, *chave: str) -> None:
        """Count one hit of `chave`. Raises `LimiteExcedido` with the seconds after which one more fits."""
        efetivo = type(item)(item.amount * self._multiplicador, item.multiples)
        if self._remoto is not None and self._relogio() >= self._ausente_ate:
            try:
                await _contar(self._remoto, efetivo, chave)
                return
            except StorageError as erro:
                self._ausente_ate = self._relogio() + _PAUSA_SEGUNDOS
                structlog.get_logger().warning(
                    "Redis dos limites ausente: contando em memória", erro=type(erro.storage_error).__name__
                )
        await _contar(self._local, efetivo, chave)

    async def fechar(self) -> None:
        """Close the connections to Redis, if there are any."""
        if self._remoto is not None:
            armazem: Any = self._remoto.storage
            await armazem.bridge.storage.aclose()


def limite(taxa: str) -> Callable[[Request], Awaitable[None]]:
    """Return the dependency that holds each client of a route to `taxa`, as in `5/minute` or `1/hour`.

    Use it as `dependencies=[Depends(limite("5/minute"))]`; beyond it the answer is 429 with `Retry-After`.
    """
    item = parse(taxa)

    async def contar(request: Request) -> None:
        escopo = request.scope
        cliente = origem(endereco_do_cliente(escopo, request.app.state.config.saltos_confiaveis))
        await limitador(request.app).contar(item, escopo["method"], rota(escopo), cliente)

    return contar


def limitador(app: FastAPI) -> Limitador:
    """Return the `Limitador` of an application, made at its first use; close it when the application stops."""
    existente: Limitador | None = getattr(app.state, "limitador", None)
    if existente is None:
        config = app.state.config
        existente = app.state.limitador = Limitador(config.limites_uri, config.limite_multiplicador)
    return existente


def _remoto(uri: str) -> SlidingWindowCounterRateLimiter | None:
    uri = "async+" + uri.removeprefix("async+")
    if uri.startswith("async+memory"):
        return None
    armazem = storage_from_string(
        uri,
        implementation="redispy",
        wrap_exceptions=True,
        socket_timeout=_ESPERA_SEGUNDOS,
        socket_connect_timeout=_ESPERA_SEGUNDOS,
    )
    return SlidingWindowCounterRateLimiter(armazem)


async def _contar(limitador: SlidingWindowCounterRateLimiter, item: RateLimitItem, chave: tuple[str, ...]) -> None:
    if await limitador.hit(item, *chave):
        return
    armazem = cast(SlidingWindowCounterSupport, limitador.storage)
    janela = await armazem.get_sliding_window(item.key_for(*chave), item.get_expiry())
    espera = segundos_de_espera(item.amount, item.get_expiry(), *janela)
    raise LimiteExcedido(
        espera,
        f"Você fez muitas solicitações em pouco tempo. Aguarde {espera} segundo(s) e tente de novo.",
    )


def segundos_de_espera(
    maximo: int, duracao: int, anteriores: int, resta_anterior: float, atuais: int, resta_atual: float
) -> int:
    """Return the whole seconds after which one more hit fits, for a window as `get_sliding_window` gives it."""
    if atuais < maximo:
        espera = resta_anterior - (maximo - atuais) * duracao / anteriores if anteriores else 0.0
    else:
        espera = resta_atual - duracao + duracao * (1 - maximo / atuais)
    return math.floor(max(espera, 0.0)) + 1
