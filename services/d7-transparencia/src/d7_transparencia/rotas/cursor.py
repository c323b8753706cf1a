"""Opaque cursors: the sort key of the last row of a page, so that pages neither repeat nor skip."""

import base64
import json
import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, TypeVar
from uuid import UUID

from fastapi import Query

from nucleo.erros import Invalido

T = TypeVar("T")
_EPOCA = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSSEGUNDOS_MAXIMOS = 2**52

Cursor = Annotated[
    str | None, Query(max_length=2000, description="`proximo` da página anterior; ausente: primeira página")
]


def fechar(*partes: float | str | UUID | datetime) -> str:
    """Write a sort key as a cursor."""
    texto = json.dumps([_escrever(parte) for parte in partes])
    return base64.urlsafe_b64encode(texto.encode()).decode().rstrip("=")


def abrir(cursor: str | None, *tipos: Callable[[Any], Any]) -> tuple[Any, ...] | None:
    """Read a cursor as the types of its parts (`numero`, `texto`, `instante`, `id_`). Raises `Invalido` (400)."""
    if cursor is None:
        return None
    try:
        partes = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars="-_", validate=True))
        if not isinstance(partes, list):
            raise ValueError("um cursor é uma lista")
        return tuple(ler(parte) for ler, parte in zip(tipos, partes, strict=True))
    except (ValueError, TypeError, OverflowError, RecursionError) as erro:
        raise Invalido("depois", "Página inválida: use o valor de `proximo` da página anterior.") from erro


def separar(linhas: Sequence[T], limite: int, chave: Callable[[T], tuple[Any, ...]]) -> tuple[Sequence[T], str | None]:
    """Split rows read one beyond the page into the page and the cursor of the next one (None: this is the last)."""
    pagina = linhas[:limite]
    return pagina, fechar(*chave(pagina[-1])) if len(linhas) > limite else None


def numero(parte: Any) -> float:
    """Read a finite number."""
    if not isinstance(parte, int | float) or isinstance(parte, bool) or not math.isfinite(parte):
        raise ValueError("número esperado")
    return float(parte)


def texto(parte: Any) -> str:
    """Read a text that PostgreSQL can hold."""
    if not isinstance(parte, str) or "\0" in parte or not parte.isprintable():
        raise ValueError("texto esperado")
    return parte


def instante(parte: Any) -> datetime:
    """Read an instant, written as microseconds since 1970."""
    if not isinstance(parte, int) or abs(parte) > _MICROSSEGUNDOS_MAXIMOS:
        raise ValueError("instante esperado")
    return _EPOCA + timedelta(microseconds=parte)


def id_(parte: Any) -> UUID:
    """Read a UUID."""
    return UUID(texto(parte))


def _escrever(parte: float | str | UUID | datetime) -> float | str | int:
    if isinstance(parte, datetime):
        return (parte - _EPOCA) // timedelta(microseconds=1)
    return str(parte) if isinstance(parte, UUID) else parte
