"""Alembic revisions run by the core itself, under an advisory lock, without an env.py in any colony."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

_TRAVA = 7_306_001  # any constant: advisory locks are local to one colony's database


async def migrar(engine: AsyncEngine, pacote: str) -> None:
    """Bring the core's tables and those of the colony `pacote` to their newest revision.

    Replicas that start together wait for one another: the lock is taken before the versions are read.
    """
    async with engine.connect() as conexao:
        await conexao.execute(text("SELECT pg_advisory_lock(:t)"), {"t": _TRAVA})
        await conexao.commit()
        try:
            await conexao.run_sync(_subir, "nucleo", "versao_nucleo")
            await conexao.run_sync(_subir, pacote, "versao_colonia")
        finally:
            await conexao.rollback()
            await conexao.execute(text("SELECT pg_advisory_unlock(:t)"), {"t": _TRAVA})
            await conexao.commit()


def _subir(conexao: Connection, pacote: str, tabela_de_versao: str) -> None:
    pasta = Path(str(files(pacote))) / "migracoes"
    if not (pasta / "versions").is_dir():
        return
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
