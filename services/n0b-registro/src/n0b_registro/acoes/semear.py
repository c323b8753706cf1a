"""Publishes contracts/ in the registry at start: every version, in order, under protected subjects."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from n0b_registro.acoes import localizar, recusas
from n0b_registro.acoes.ajustar import em_vigor
from n0b_registro.acoes.ler import Pedido, ler
from n0b_registro.acoes.registrar import acrescentar
from n0b_registro.dominio.niveis import Nivel
from n0b_registro.dominio.referencias import Lido
from n0b_registro.estado import consultas, escrita
from n0b_registro.estado.tabelas import Ajuste
from nucleo.contratos import Catalogo, Contrato, Versao

NIVEL_DOS_CONTRATOS = Nivel.BACKWARD_TRANSITIVE


class ContratoRecusado(Exception):
    """A version of contracts/ that may not follow the ones already published; nothing of it is served."""


@dataclass(frozen=True, slots=True)
class Publicada:
    """Where a version of a contract is in the registry."""

    numero: int
    id: int


@dataclass(frozen=True, slots=True)
class Publicacao:
    """Every version of contracts/ as published, by type and semantic version."""

    versoes: Mapping[tuple[str, str], Publicada]


async def abrir(_config: Any, viva: Any) -> AsyncIterator[Publicacao]:
    """Resource of the colony: what was published, once it was."""
    async with viva.unidade() as uow:
        publicacao = await semear(uow.sessao, viva.catalogo)
    yield publicacao


async def semear(sessao: AsyncSession, catalogo: Catalogo) -> Publicacao:
    """Publish what is not published yet; replicas that start together wait for one another."""
    await escrita.travar(sessao)
    versoes: dict[tuple[str, str], Publicada] = {}
    for contrato in catalogo:
        await _proteger(sessao, contrato.assunto)
        for versao in await _publicar(sessao, contrato):
            versoes[contrato.tipo, versao.semver] = await _achar(sessao, contrato.assunto, versao.lido)
    return Publicacao(versoes)


@dataclass(frozen=True, slots=True)
class _VersaoLida:
    semver: str
    pedido: Pedido
    lido: Lido


async def _proteger(sessao: AsyncSession, assunto: str) -> None:
    ajuste = await consultas.ajuste(sessao, assunto) or Ajuste(assunto=assunto)
    ajuste.nivel, ajuste.modo, ajuste.protegido = NIVEL_DOS_CONTRATOS, None, True
    await escrita.gravar_ajuste(sessao, ajuste)


async def _publicar(sessao: AsyncSession, contrato: Contrato) -> list[_VersaoLida]:
    """Append the versions that are missing. Versions that contracts/ does not know are left alone (an older
    deployment meets a newer registry) unless something is to be appended: then a landed version has changed.
    """
    versoes = [await _ler(sessao, contrato, versao) for versao in contrato.versoes]
    publicadas = await localizar.achados(sessao, consultas.do_assunto(contrato.assunto))
    faltam = [v for v in versoes if not any(localizar.e_o_mesmo(v.lido, a.esquema) for a in publicadas)]
    estranhas = [a for a in publicadas if not any(localizar.e_o_mesmo(v.lido, a.esquema) for v in versoes)]
    if faltam and estranhas:
        raise ContratoRecusado(
            f"{contrato.tipo} {faltam[0].semver}: não é o que foi publicado em {contrato.assunto}, "
            f"versão {estranhas[0].versao.numero}; uma versão publicada não muda"
        )
    for versao in faltam:
        await _acrescentar(sessao, contrato, versao)
    return versoes


async def _ler(sessao: AsyncSession, contrato: Contrato, versao: Versao) -> _VersaoLida:
    pedido = Pedido(assunto=contrato.assunto, texto=versao.texto)
    try:
        return _VersaoLida(versao.semver, pedido, await ler(sessao, pedido))
    except recusas.Recusa as recusa:
        raise ContratoRecusado(f"{contrato.tipo} {versao.semver}: {recusa.mensagem}") from recusa


async def _acrescentar(sessao: AsyncSession, contrato: Contrato, versao: _VersaoLida) -> None:
    vigor = await em_vigor(sessao, contrato.assunto)
    try:
        await acrescentar(sessao, versao.pedido, versao.lido, vigor)
    except recusas.Recusa as recusa:
        raise ContratoRecusado(f"{contrato.tipo} {versao.semver}: {recusa.mensagem}") from recusa


async def _achar(sessao: AsyncSession, assunto: str, lido: Lido) -> Publicada:
    achado = await localizar.identico(sessao, assunto, lido)
    assert achado is not None
    return Publicada(achado.versao.numero, achado.esquema.id)
