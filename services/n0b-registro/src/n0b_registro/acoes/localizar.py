"""Finds versions and schemas."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlmodel.ext.asyncio.session import AsyncSession

from n0b_registro.acoes import recusas
from n0b_registro.dominio.assuntos import ULTIMA
from n0b_registro.dominio.identidade import identidade, identidade_resolvida
from n0b_registro.dominio.referencias import Lido, Referencia
from n0b_registro.estado import consultas
from n0b_registro.estado.tabelas import Esquema, Versao


@dataclass(frozen=True, slots=True)
class Achado:
    """A version with its schema and what it borrows."""

    versao: Versao
    esquema: Esquema
    referencias: tuple[Referencia, ...]


async def achados(sessao: AsyncSession, filtro: sa.ColumnElement[bool], *, apagadas: bool = False) -> list[Achado]:
    """The versions of a filter of `consultas`, in the order of subjects and numbers."""
    linhas = await consultas.listar(sessao, filtro, apagadas=apagadas)
    emprestimos = await consultas.referencias(sessao, [esquema.id for _, esquema in linhas])
    return [Achado(versao, esquema, emprestimos.get(esquema.id, ())) for versao, esquema in linhas]


async def do_assunto(sessao: AsyncSession, assunto: str, *, apagadas: bool = False) -> list[Achado]:
    """Every version of a subject, oldest first. Raises 40401 when there is none."""
    encontrados = await achados(sessao, consultas.do_assunto(assunto), apagadas=apagadas)
    if not encontrados:
        raise recusas.assunto_desconhecido(assunto)
    return encontrados


async def versao(sessao: AsyncSession, assunto: str, numero: int, *, apagadas: bool = False) -> Achado:
    """One version, or the last one. Raises 40401 or 40402."""
    encontrados = await do_assunto(sessao, assunto, apagadas=apagadas)
    if numero == ULTIMA:
        return encontrados[-1]
    for achado in encontrados:
        if achado.versao.numero == numero:
            return achado
    raise recusas.versao_desconhecida(numero)


async def identico(sessao: AsyncSession, assunto: str, lido: Lido, *, apagadas: bool = False) -> Achado | None:
    """The version of a subject that is this schema: a live one before a deleted one, the newest first.

    A client that sends everything in one text finds what was registered with references.
    """
    iguais = [
        achado
        for achado in await achados(sessao, consultas.do_assunto(assunto), apagadas=apagadas)
        if e_o_mesmo(lido, achado.esquema)
    ]
    return max(iguais, key=lambda a: (not a.versao.apagada, a.versao.numero), default=None)


def e_o_mesmo(lido: Lido, esquema: Esquema) -> bool:
    """Whether a schema that was read is one that is kept."""
    if not lido.referencias and esquema.identidade_resolvida == identidade_resolvida(lido):
        return True
    return esquema.identidade == identidade(lido)


async def esquema(sessao: AsyncSession, id_: int) -> tuple[Esquema, tuple[Referencia, ...]]:
    """A schema by id. Raises 40403."""
    encontrado = await consultas.esquema(sessao, id_)
    if encontrado is None:
        raise recusas.esquema_desconhecido()
    return encontrado, (await consultas.referencias(sessao, [id_])).get(id_, ())
