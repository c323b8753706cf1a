"""How D-7 reads."""

from typing import Annotated

from fastapi import Depends
from sqlmodel.ext.asyncio.session import AsyncSession

from d7_transparencia.estado.consulta import preparar
from nucleo.http import Leitura


async def _banco(banco: Leitura) -> AsyncSession:
    await preparar(banco)
    return banco


Banco = Annotated[AsyncSession, Depends(_banco, scope="function")]
"""A session that only reads, whose queries are planned for what is asked: a street or a country."""
