"""One transaction on one connection: plain SQL straight through the driver, a SQLModel session when asked for.

A statement through SQLAlchemy costs three times what it costs on the driver, and a session's transaction eight
times (measured); batches run at that rate. So `sql` goes to asyncpg, and only who uses objects pays for them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import asyncpg
from asyncpg.prepared_stmt import PreparedStatement
from sqlalchemy import Connection, text
from sqlalchemy.dialects.postgresql.asyncpg import dialect as dialeto_asyncpg
from sqlalchemy.engine.result import IteratorResult, SimpleResultMetaData
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.util.concurrency import greenlet_spawn

from nucleo.banco import Sessao
from nucleo.erros import FalhaTransitoria

_DIALETO = dialeto_asyncpg()  # type: ignore[no-untyped-call]  # SQLAlchemy types no dialect's constructor
_Preparado = tuple["PreparedStatement[Any]", SimpleResultMetaData]
_Preparados = dict[str, _Preparado]
_PREPARADOS_MAXIMO = 200


class Resultado(IteratorResult[*tuple[Any, ...]]):
    """The rows of a statement, read as any SQLAlchemy result; `rowcount` is how many rows it touched."""

    rowcount: int = -1


class Ligacao:
    """A connection of the pool with a transaction open. Made by `abrir`, which alone commits or rolls back."""

    def __init__(
        self, engine: AsyncEngine, emprestada: PoolProxiedConnection, motorista: asyncpg.Connection[Any]
    ) -> None:
        self._engine = engine
        self._emprestada = emprestada
        self._motorista = motorista
        # Kept by the pool's record of the connection: a statement refers to its connection, and both go together.
        self._preparados: _Preparados = emprestada.info.setdefault("nucleo.preparados", {})
        self._sessao: Sessao | None = None

    @property
    def sessao(self) -> Sessao:
        """A SQLModel session in this transaction, from a savepoint of its own on; made when first used."""
        if self._sessao is None:
            ligacao = AsyncConnection(self._engine, Connection(self._engine.sync_engine, self._emprestada))
            self._sessao = Sessao(ligacao, expire_on_commit=False, autoflush=False)
        return self._sessao

    async def sql(self, comando: str, /, **parametros: Any) -> Resultado:
        """Run one statement with named parameters (`CAST(:ids AS uuid[])` for arrays)."""
        if self._sessao is not None:
            await self._sessao.flush()
        posicional, nomes = _posicional(comando)
        preparado, colunas = await self._preparar(posicional)
        try:
            linhas = await preparado.fetch(*[parametros[nome] for nome in nomes])
        except (asyncpg.InvalidCachedStatementError, asyncpg.OutdatedSchemaCacheError) as erro:
            self._preparados.clear()
            raise FalhaTransitoria("o esquema do banco mudou; os comandos serão preparados de novo") from erro
        resultado = Resultado(colunas, map(tuple, linhas))
        ultimo = preparado.get_statusmsg().rpartition(" ")[2]
        resultado.rowcount = int(ultimo) if ultimo.isdigit() else -1
        return resultado

    @asynccontextmanager
    async def ponto(self) -> AsyncIterator[None]:
        """Open a savepoint: what happens inside is undone when the block raises."""
        await self.assentar()
        transacao = self._motorista.transaction()
        await transacao.start()
        try:
            yield
            await self.assentar()
        except BaseException:
            await self._largar()
            await transacao.rollback()
            raise
        await transacao.commit()

    async def assentar(self) -> None:
        """Send what the session holds and release its savepoint, so that plain savepoints nest in order."""
        if self._sessao is not None:
            await self._sessao.commit()

    async def _largar(self) -> None:
        """Undo what the session did since it last settled, and forget its objects."""
        if self._sessao is not None:
            await self._sessao.rollback()
            self._sessao.expunge_all()

    async def _preparar(self, comando: str) -> _Preparado:
        guardados = self._preparados
        if comando not in guardados:
            if len(guardados) >= _PREPARADOS_MAXIMO:
                guardados.pop(next(iter(guardados)))
            preparado = await self._motorista.prepare(comando)
            colunas = SimpleResultMetaData([coluna.name for coluna in preparado.get_attributes()])
            guardados[comando] = preparado, colunas
        return guardados[comando]


@asynccontextmanager
async def abrir(engine: AsyncEngine) -> AsyncIterator[Ligacao]:
    """Open a transaction; commit when the block ends well, roll back when it raises."""
    async with _emprestar(engine) as emprestimo:
        motorista = emprestimo.motorista
        transacao = motorista.transaction()
        await transacao.start()
        ligacao = Ligacao(engine, emprestimo.registro, motorista)
        try:
            yield ligacao
            await ligacao.assentar()
        except BaseException:
            if not motorista.is_closed():
                await ligacao._largar()
                await transacao.rollback()
                emprestimo.terminado = True
            raise
        await transacao.commit()
        emprestimo.terminado = True


async def avulso(engine: AsyncEngine, comando: str, /, **parametros: Any) -> Resultado:
    """Run one statement in a transaction of its own, which costs no round trip to begin nor to end."""
    async with _emprestar(engine) as emprestimo:
        resultado = await Ligacao(engine, emprestimo.registro, emprestimo.motorista).sql(comando, **parametros)
        emprestimo.terminado = True
        return resultado


@dataclass
class _Emprestimo:
    """A connection of the pool; `terminado` says that nothing was left open on it."""

    registro: PoolProxiedConnection
    motorista: asyncpg.Connection[Any]
    terminado: bool = False


@asynccontextmanager
async def _emprestar(engine: AsyncEngine) -> AsyncIterator[_Emprestimo]:
    """Lend a living connection of the pool (a restarted server leaves dead ones behind), and give it back."""
    while True:
        registro = await engine.raw_connection()
        motorista = registro.driver_connection
        assert isinstance(motorista, asyncpg.Connection)
        if not motorista.is_closed():
            break
        await greenlet_spawn(registro.invalidate)
    emprestimo = _Emprestimo(registro, motorista)
    try:
        yield emprestimo
    finally:
        if emprestimo.terminado and not motorista.is_closed():
            await greenlet_spawn(registro.close)
        elif registro.is_valid:
            # Dead, or cut short in its BEGIN, COMMIT or ROLLBACK: whoever took it next could find itself inside this
            # transaction, and commit nothing. Outside a greenlet this waits for nothing.
            registro.invalidate()


@lru_cache(maxsize=1024)
def _posicional(comando: str) -> tuple[str, tuple[str, ...]]:
    compilado = text(comando).compile(dialect=_DIALETO)
    return str(compilado), tuple(compilado.positiontup or ())
