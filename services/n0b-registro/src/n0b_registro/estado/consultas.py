"""What is read from the registry's tables."""

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from n0b_registro.dominio.referencias import Fonte
from n0b_registro.dominio.referencias import Referencia as Emprestimo
from n0b_registro.estado.tabelas import Ajuste, Esquema, Referencia, Versao


async def versoes(sessao: AsyncSession, assunto: str) -> list[Versao]:
    """Every version of a subject, deleted ones too, oldest first."""
    consulta = select(Versao).where(Versao.assunto == assunto).order_by(col(Versao.numero))
    return list(await sessao.exec(consulta))


def do_assunto(assunto: str) -> sa.ColumnElement[bool]:
    """Filter of `listar`: the versions of one subject."""
    return col(Versao.assunto) == assunto


def do_esquema(id_: int) -> sa.ColumnElement[bool]:
    """Filter of `listar`: the versions that are one schema."""
    return col(Versao.esquema_id) == id_


def com_prefixo(prefixo: str) -> sa.ColumnElement[bool]:
    """Filter of `listar`: the versions of the subjects whose names begin so."""
    return col(Versao.assunto).startswith(prefixo, autoescape=True)


async def listar(
    sessao: AsyncSession, filtro: sa.ColumnElement[bool], *, apagadas: bool
) -> list[tuple[Versao, Esquema]]:
    """Versions with their schemas, by subject (in the order of code points) and number."""
    consulta = (
        select(Versao, Esquema)
        .join(Esquema, col(Esquema.id) == Versao.esquema_id)
        .where(filtro)
        .order_by(sa.collate(col(Versao.assunto), "C"), col(Versao.numero))
    )
    if not apagadas:
        consulta = consulta.where(col(Versao.apagada).is_(False))
    return list(await sessao.exec(consulta))


async def assuntos(sessao: AsyncSession, prefixo: str = "", *, apagadas: bool | None = False) -> list[str]:
    """Subjects that have a version: live (False), deleted (True) or any (None), in the order of code points."""
    nome = col(Versao.assunto)
    consulta = select(nome).where(com_prefixo(prefixo)).distinct()
    if apagadas is not None:
        consulta = consulta.where(col(Versao.apagada).is_(apagadas))
    return sorted(await sessao.exec(consulta))


async def esquema(sessao: AsyncSession, id_: int) -> Esquema | None:
    """A schema that some subject has, even if only as a deleted version."""
    existe = select(Versao.numero).where(Versao.esquema_id == id_).exists()
    return (await sessao.exec(select(Esquema).where(Esquema.id == id_, existe))).one_or_none()


async def esquema_identico(sessao: AsyncSession, identidade: str) -> Esquema | None:
    """The schema of an identity, even one that no subject has any more."""
    return (await sessao.exec(select(Esquema).where(Esquema.identidade == identidade))).one_or_none()


async def esquema_com_id(sessao: AsyncSession, id_: int) -> Esquema | None:
    """The schema that was ever given an id."""
    return await sessao.get(Esquema, id_)


async def maior_id(sessao: AsyncSession) -> int:
    """The largest id ever given; 0 when none was."""
    return (await sessao.exec(select(sa.func.coalesce(sa.func.max(Esquema.id), 0)))).one()


async def referencias(sessao: AsyncSession, ids: Iterable[int]) -> dict[int, tuple[Emprestimo, ...]]:
    """What each schema borrows, in the order given when it was registered."""
    consulta = (
        select(Referencia)
        .where(col(Referencia.esquema_id).in_(set(ids)))
        .order_by(col(Referencia.esquema_id), col(Referencia.ordem))
    )
    encontradas: dict[int, tuple[Emprestimo, ...]] = {}
    for linha in await sessao.exec(consulta):
        anteriores = encontradas.get(linha.esquema_id, ())
        encontradas[linha.esquema_id] = (*anteriores, Emprestimo(linha.nome, linha.assunto, linha.versao))
    return encontradas


async def acervo(sessao: AsyncSession, diretas: Iterable[Emprestimo]) -> dict[tuple[str, int], Fonte]:
    """Everything reachable from references, one query a level; what does not exist is absent."""
    encontrado: dict[tuple[str, int], Fonte] = {}
    procurar = {referencia.alvo for referencia in diretas}
    while procurar:
        linhas = (await sessao.exec(_textos(procurar))).all()
        proximas = await referencias(sessao, [id_ for *_, id_, _ in linhas])
        for assunto, numero, id_, texto in linhas:
            encontrado[assunto, numero] = Fonte(texto, proximas.get(id_, ()))
        alvos = {referencia.alvo for lista in proximas.values() for referencia in lista}
        procurar = alvos - encontrado.keys()
    return encontrado


def _textos(alvos: set[tuple[str, int]]) -> Any:
    return (
        select(Versao.assunto, Versao.numero, Esquema.id, Esquema.texto)
        .join(Esquema, col(Esquema.id) == Versao.esquema_id)
        .where(sa.tuple_(col(Versao.assunto), col(Versao.numero)).in_(alvos))
    )


async def fontes(sessao: AsyncSession, linhas: Sequence[Versao]) -> list[tuple[int, Fonte]]:
    """Number and text of versions, in the order given."""
    ids = {linha.esquema_id for linha in linhas}
    textos = dict((await sessao.exec(select(Esquema.id, Esquema.texto).where(col(Esquema.id).in_(ids)))).all())
    emprestimos = await referencias(sessao, ids)
    return [(linha.numero, Fonte(textos[linha.esquema_id], emprestimos.get(linha.esquema_id, ()))) for linha in linhas]


async def quem_referencia(
    sessao: AsyncSession, assunto: str, numero: int, *, com_apagadas: bool
) -> list[tuple[int, str]]:
    """Ids of the schemas that borrow a version, with the subjects that have them."""
    consulta = (
        select(Referencia.esquema_id, Versao.assunto)
        .join(Versao, col(Versao.esquema_id) == Referencia.esquema_id)
        .where(Referencia.assunto == assunto, Referencia.versao == numero)
        .distinct()
    )
    if not com_apagadas:
        consulta = consulta.where(col(Versao.apagada).is_(False))
    return sorted((await sessao.exec(consulta)).all())


async def ajuste(sessao: AsyncSession, assunto: str) -> Ajuste | None:
    """The settings of one subject, or of the registry."""
    return await sessao.get(Ajuste, assunto)
