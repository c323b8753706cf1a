"""Compatibility levels and modes: set, read, removed; and which ones are in force."""

from dataclasses import dataclass

from sqlmodel.ext.asyncio.session import AsyncSession

from n0b_registro.acoes import recusas
from n0b_registro.dominio.niveis import MODO_PADRAO, NIVEL_PADRAO, Modo, Nivel
from n0b_registro.estado import consultas, escrita
from n0b_registro.estado.tabelas import GLOBAL, Ajuste


@dataclass(frozen=True, slots=True)
class EmVigor:
    """The settings that apply to a subject: its own, or the registry's, or the defaults."""

    nivel: Nivel
    normalizar: bool
    modo: Modo
    protegido: bool


async def em_vigor(sessao: AsyncSession, assunto: str = GLOBAL) -> EmVigor:
    """What applies to a subject. The registry's READONLY_OVERRIDE is above the mode of any subject."""
    proprio = await consultas.ajuste(sessao, assunto) or Ajuste(assunto=assunto)
    geral = await consultas.ajuste(sessao, GLOBAL) or Ajuste(assunto=GLOBAL)
    modo = geral.modo if geral.modo == Modo.READONLY_OVERRIDE else proprio.modo or geral.modo
    normalizar = geral.normalizar if proprio.normalizar is None else proprio.normalizar
    return EmVigor(
        nivel=Nivel(proprio.nivel or geral.nivel or NIVEL_PADRAO),
        normalizar=bool(normalizar),
        modo=Modo(modo or MODO_PADRAO),
        protegido=proprio.protegido,
    )


@dataclass(frozen=True, slots=True)
class Configuracao:
    """A level as clients read it; one that only says whether it normalises shows the level in force."""

    nivel: Nivel
    normalizar: bool | None


async def configuracao(sessao: AsyncSession, assunto: str) -> Configuracao | None:
    """A subject's own configuration; the registry always has one."""
    ajuste = await consultas.ajuste(sessao, assunto) or Ajuste(assunto=assunto)
    if assunto != GLOBAL and ajuste.nivel is None and ajuste.normalizar is None:
        return None
    return Configuracao((await em_vigor(sessao, assunto)).nivel, ajuste.normalizar)


async def modo_proprio(sessao: AsyncSession, assunto: str) -> Modo | None:
    """A subject's own mode; the registry always has one."""
    ajuste = await consultas.ajuste(sessao, assunto)
    if ajuste is not None and ajuste.modo is not None:
        return Modo(ajuste.modo)
    return MODO_PADRAO if assunto == GLOBAL else None


async def configurar(sessao: AsyncSession, assunto: str, nivel: Nivel | None, normalizar: bool | None) -> None:
    """Set the level of a subject (it need not exist yet), or whether it normalises; None leaves it as it is."""
    ajuste = await _abrir(sessao, assunto)
    await exigir_escrita(sessao, assunto)
    ajuste.nivel = nivel or ajuste.nivel
    ajuste.normalizar = ajuste.normalizar if normalizar is None else normalizar
    await escrita.gravar_ajuste(sessao, ajuste)


async def desconfigurar(sessao: AsyncSession, assunto: str) -> Configuracao:
    """Remove the level of a subject and return what it was."""
    ajuste = await _abrir(sessao, assunto)
    await exigir_escrita(sessao, assunto)
    anterior = await configuracao(sessao, assunto)
    if anterior is None:
        raise recusas.assunto_desconhecido(assunto)
    ajuste.nivel, ajuste.normalizar = None, None
    await escrita.gravar_ajuste(sessao, ajuste)
    return anterior


async def mudar_modo(sessao: AsyncSession, assunto: str, modo: Modo | None, *, forcar: bool) -> None:
    """Set the mode of a subject, or remove it with None. IMPORT starts from nothing, unless forced."""
    ajuste = await _abrir(sessao, assunto)
    if modo is Modo.IMPORT and not forcar and (await em_vigor(sessao, assunto)).modo is not Modo.IMPORT:
        await _esvaziar(sessao, assunto)
    ajuste.modo = modo
    await escrita.gravar_ajuste(sessao, ajuste)


async def remover_modo(sessao: AsyncSession, assunto: str) -> Modo:
    """Remove the mode of a subject and return what it was."""
    ajuste = await _abrir(sessao, assunto)
    anterior = await modo_proprio(sessao, assunto)
    if anterior is None:
        raise recusas.assunto_desconhecido(assunto)
    ajuste.modo = None
    await escrita.gravar_ajuste(sessao, ajuste)
    return anterior


async def exigir_desprotegido(sessao: AsyncSession, assunto: str) -> EmVigor:
    """The settings in force, once it is sure that the subject is not one of contracts/."""
    vigor = await em_vigor(sessao, assunto)
    if vigor.protegido:
        raise recusas.protegido(assunto)
    return vigor


async def exigir_escrita(sessao: AsyncSession, assunto: str) -> EmVigor:
    """The settings in force, once it is sure that the subject may change."""
    vigor = await exigir_desprotegido(sessao, assunto)
    if vigor.modo.so_leitura:
        raise recusas.nao_permitido(f"Subject {assunto} is in read-only mode")
    return vigor


async def _abrir(sessao: AsyncSession, assunto: str) -> Ajuste:
    """The row to change, under the lock. A mode changes whatever the mode, or READONLY would be for ever."""
    await escrita.travar(sessao)
    await exigir_desprotegido(sessao, assunto)
    return await consultas.ajuste(sessao, assunto) or Ajuste(assunto=assunto)


async def _esvaziar(sessao: AsyncSession, assunto: str) -> None:
    """Remove for good what was deleted, for an import to begin; refuse when something is live."""
    nomes = [assunto] if assunto != GLOBAL else await consultas.assuntos(sessao, apagadas=None)
    for nome in nomes:
        linhas = await consultas.versoes(sessao, nome)
        if any(not linha.apagada for linha in linhas):
            raise recusas.nao_permitido("Cannot import since found existing subjects")
        for linha in linhas:
            if await consultas.quem_referencia(sessao, nome, linha.numero, com_apagadas=True):
                raise recusas.ha_referencias(nome, linha.numero)
        await escrita.remover_versoes(sessao, nome, [linha.numero for linha in linhas])
