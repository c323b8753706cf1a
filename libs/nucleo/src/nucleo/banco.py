"""PostgreSQL: engines with small pools, and direct connections for locks and LISTEN."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import asyncpg
from sqlalchemy import CursorResult, TextClause, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as EsperaPorConexao
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

from nucleo.config import Config
from nucleo.erros import FalhaTransitoria

# Classes of SQLSTATE that time or another try may heal: connection, resources, operator intervention,
# system error; and serialisation failure, deadlock, lock not available.
_TRANSITORIOS = ("08", "53", "57", "58")
_TRANSITORIOS_EXATOS = {"40001", "40P01", "55P03"}


def criar_engine(config: Config, nome: str, esquema: str = "public") -> AsyncEngine:
    """Create the engine of a colony: at most `banco_pool + banco_excedente` connections.

    Names resolve in `esquema` first, where the colony's own tables are, then in `public`, where the core's are.
    """
    return create_async_engine(
        make_url(config.banco_url).set(drivername="postgresql+asyncpg"),
        pool_size=config.banco_pool,
        max_overflow=config.banco_excedente,
        pool_timeout=config.banco_espera_s,
        pool_use_lifo=True,
        hide_parameters=True,  # error texts go to logs and readiness: never a citizen's words
        connect_args={
            "timeout": config.banco_espera_s,
            # Short set-based statements never pay back the time of compiling them.
            "server_settings": {
                "application_name": nome,
                "jit": "off",
                "timezone": "UTC",
                "search_path": f"{esquema}, public",
            },
        },
    )


class Sessao(AsyncSession):
    """A SQLModel session that also runs plain SQL: `exec(select(...))` for objects, `sql(...)` for hot paths."""

    async def sql(self, comando: str, /, **parametros: Any) -> CursorResult[Any]:
        """Run one statement with named parameters (`CAST(:ids AS uuid[])` for arrays)."""
        ligacao = await self.connection()
        return await ligacao.execute(_compilado(comando), parametros)


@lru_cache(maxsize=1024)
def _compilado(comando: str) -> TextClause:
    """Finding the parameters of a statement again costs as much as sending it."""
    return text(comando)


def nova_sessao(engine: AsyncEngine) -> Sessao:
    """Open a session that flushes only when told and keeps objects readable after the commit."""
    return Sessao(engine, expire_on_commit=False, autoflush=False)


async def conectar_direto(config: Config, nome: str) -> asyncpg.Connection[Any]:
    """Open a connection outside the pool, for advisory locks and LISTEN (a pooler would break both)."""
    url = make_url(config.banco_url).set(drivername="postgresql").render_as_string(hide_password=False)
    return await asyncpg.connect(
        url, timeout=config.banco_espera_s, server_settings={"application_name": f"{nome}:direta"}
    )


def e_transitoria(erro: BaseException) -> bool:
    """Tell whether another try later may succeed: the database, the network or the broker was away or busy."""
    if isinstance(erro, FalhaTransitoria | OSError | TimeoutError | EsperaPorConexao):
        return True
    if isinstance(erro, InterfaceError):
        return not _parametro_impossivel(getattr(erro.orig, "__cause__", None))
    if isinstance(erro, DBAPIError):
        original = getattr(erro.orig, "sqlstate", None) or getattr(erro.orig, "pgcode", None)
        return erro.connection_invalidated or isinstance(erro, OperationalError) or _estado_transitorio(original)
    if isinstance(erro, asyncpg.PostgresError):
        return _estado_transitorio(getattr(erro, "sqlstate", None))
    return isinstance(erro, asyncpg.InterfaceError) and not _parametro_impossivel(erro)


def _parametro_impossivel(erro: BaseException | None) -> bool:
    # The driver calls a value that its column cannot hold (an int beyond int4) an interface error, and a ValueError.
    return isinstance(erro, ValueError)


def _estado_transitorio(sqlstate: str | None) -> bool:
    return sqlstate is not None and (sqlstate[:2] in _TRANSITORIOS or sqlstate in _TRANSITORIOS_EXATOS)
