"""What changes the registry's tables. Every change takes the one lock of writes first."""

from collections.abc import Iterable, Sequence

import sqlalchemy as sa
from sqlmodel import col, delete, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from n0b_registro.dominio.referencias import Referencia as Emprestimo
from n0b_registro.estado.tabelas import Ajuste, Esquema, Referencia, Versao

_TRAVA = 7_308_001  # any constant but those of the core: advisory locks are local to one database


async def travar(sessao: AsyncSession) -> None:
    """Let one writer at a time in, whatever the replica, until the transaction ends.

    Ids and numbers are given without gaps, references are checked and written with nothing in between, and a
    schema registered by many at once gets one id and one version. Keys of the tables hold the same, underneath.
    """
    await sessao.exec(select(sa.func.pg_advisory_xact_lock(_TRAVA)))


async def gravar_esquema(sessao: AsyncSession, esquema: Esquema, referencias: Sequence[Emprestimo]) -> None:
    """Insert a schema with its references."""
    sessao.add(esquema)
    await sessao.flush()
    sessao.add_all(
        Referencia(esquema_id=esquema.id, ordem=ordem, nome=r.nome, assunto=r.assunto, versao=r.versao)
        for ordem, r in enumerate(referencias)
    )
    await sessao.flush()


async def esquecer_esquema(sessao: AsyncSession, esquema: Esquema) -> None:
    """Remove a schema that no subject has, so that an import may give it another id."""
    await sessao.exec(delete(Referencia).where(col(Referencia.esquema_id) == esquema.id))
    await sessao.delete(esquema)
    await sessao.flush()


async def gravar_versao(sessao: AsyncSession, versao: Versao) -> None:
    """Insert a version, or replace the one of that number."""
    await sessao.merge(versao)
    await sessao.flush()


async def apagar_versoes(sessao: AsyncSession, assunto: str, numeros: Iterable[int]) -> None:
    """Mark versions as deleted."""
    comando = update(Versao).where(_entre(assunto, numeros)).values(apagada=True)
    await sessao.exec(comando)


async def remover_versoes(sessao: AsyncSession, assunto: str, numeros: Iterable[int]) -> None:
    """Remove versions for good."""
    await sessao.exec(delete(Versao).where(_entre(assunto, numeros)))


async def gravar_ajuste(sessao: AsyncSession, ajuste: Ajuste) -> None:
    """Insert or replace the settings of a subject."""
    await sessao.merge(ajuste)
    await sessao.flush()


async def remover_ajuste(sessao: AsyncSession, assunto: str) -> None:
    """Remove the settings of a subject."""
    await sessao.exec(delete(Ajuste).where(col(Ajuste.assunto) == assunto))


def _entre(assunto: str, numeros: Iterable[int]) -> sa.ColumnElement[bool]:
    return sa.and_(col(Versao.assunto) == assunto, col(Versao.numero).in_(list(numeros)))
