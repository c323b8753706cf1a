"""Deletes versions and subjects: softly (the schema still answers by id), then for good."""

from sqlmodel.ext.asyncio.session import AsyncSession

from n0b_registro.acoes import recusas
from n0b_registro.acoes.ajustar import exigir_escrita
from n0b_registro.dominio.assuntos import ULTIMA
from n0b_registro.estado import consultas, escrita
from n0b_registro.estado.tabelas import Versao


async def excluir_versao(sessao: AsyncSession, assunto: str, numero: int, *, de_vez: bool) -> int:
    """Delete one version and return its number. Numbering goes on after a soft deletion, not after a hard one."""
    await escrita.travar(sessao)
    await exigir_escrita(sessao, assunto)
    linha = _escolher(await _linhas(sessao, assunto), numero, de_vez)
    if linha.apagada and not de_vez:
        raise recusas.versao_apagada(assunto, linha.numero)
    if await consultas.quem_referencia(sessao, assunto, linha.numero, com_apagadas=de_vez):
        raise recusas.ha_referencias(assunto, linha.numero)
    if not de_vez:
        await escrita.apagar_versoes(sessao, assunto, [linha.numero])
        return linha.numero
    if not linha.apagada:
        raise recusas.versao_nao_apagada(assunto, linha.numero)
    await escrita.remover_versoes(sessao, assunto, [linha.numero])
    if not await consultas.versoes(sessao, assunto):
        await escrita.remover_ajuste(sessao, assunto)
    return linha.numero


async def excluir_assunto(sessao: AsyncSession, assunto: str, *, de_vez: bool) -> list[int]:
    """Delete every version of a subject and return their numbers."""
    await escrita.travar(sessao)
    await exigir_escrita(sessao, assunto)
    linhas = await _linhas(sessao, assunto)
    alvo = linhas if de_vez else [linha for linha in linhas if not linha.apagada]
    if not alvo:
        raise recusas.assunto_apagado(assunto)
    for linha in alvo:
        await _exigir_sem_referencias_de_fora(sessao, linha, de_vez)
        if de_vez and not linha.apagada:
            raise recusas.assunto_nao_apagado(assunto)
    numeros = [linha.numero for linha in alvo]
    if not de_vez:
        await escrita.apagar_versoes(sessao, assunto, numeros)
        return numeros
    await escrita.remover_versoes(sessao, assunto, numeros)
    await escrita.remover_ajuste(sessao, assunto)
    return numeros


async def _linhas(sessao: AsyncSession, assunto: str) -> list[Versao]:
    linhas = await consultas.versoes(sessao, assunto)
    if not linhas:
        raise recusas.assunto_desconhecido(assunto)
    return linhas


def _escolher(linhas: list[Versao], numero: int, de_vez: bool) -> Versao:
    """The version of a number; the last one is the last live one, unless what is asked for is to remove it."""
    if numero == ULTIMA:
        vivas = [linha for linha in linhas if not linha.apagada]
        return (linhas if de_vez or not vivas else vivas)[-1]
    for linha in linhas:
        if linha.numero == numero:
            return linha
    raise recusas.versao_desconhecida(numero)


async def _exigir_sem_referencias_de_fora(sessao: AsyncSession, linha: Versao, de_vez: bool) -> None:
    """Versions of one subject may reference one another and go together."""
    donos = await consultas.quem_referencia(sessao, linha.assunto, linha.numero, com_apagadas=de_vez)
    if any(assunto != linha.assunto for _, assunto in donos):
        raise recusas.ha_referencias(linha.assunto, linha.numero)
