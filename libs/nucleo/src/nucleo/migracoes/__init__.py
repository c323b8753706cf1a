"""Alembic revisions run by the core itself, under an advisory lock, without an env.py in any colony."""

from __future__ import annotations

import asyncio
from importlib.resources import files
from pathlib import Path
from weakref import WeakKeyDictionary

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from nucleo.travas import MIGRACAO

# `alembic.op`, which revisions import, is one for the whole process: colonies that share it migrate in turn.
_vez: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def migrar(engine: AsyncEngine, pacote: str, esquema: str = "public") -> None:
    """Bring the core's tables, and those of the colony `pacote` in its schema, to their newest revision.

    Replicas that start together wait for one another: the lock is taken before the versions are read.
    """
    vez = _vez.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    async with vez, engine.connect() as conexao:
        await conexao.execute(text("SELECT pg_advisory_lock(:t)"), {"t": MIGRACAO})
        await conexao.commit()
        try:
            await conexao.run_sync(_subir, "nucleo", "versao_nucleo", "public")
            await conexao.run_sync(_subir, pacote, "versao_colonia", esquema)
        finally:
            await conexao.rollback()
            await conexao.execute(text("SELECT pg_advisory_unlock(:t)"), {"t": MIGRACAO})
            await conexao.commit()


def _subir(conexao: Connection, pacote: str, tabela_de_versao: str, esquema: str) -> None:
    pasta = Path(str(files(pacote))) / "migracoes"
    if not (pasta / "versions").is_dir():
        return
    if esquema != "public":
        conexao.execute(text(f"CREATE SCHEMA IF NOT EXISTS {esquema}"))
    conexao.execute(text(f"SET LOCAL search_path TO {esquema}, public"))
    roteiro = ScriptDirectory(str(pasta))
    contexto = MigrationContext.configure(
        conexao,
        opts={
            "fn": lambda revisao, _: roteiro._upgrade_revs("head", revisao),
            "version_table": tabela_de_versao,
            "transactional_ddl": True,
        },
    )
    with contexto.begin_transaction(), Operations.context(contexto):
        contexto.run_migrations()
    conexao.commit()
