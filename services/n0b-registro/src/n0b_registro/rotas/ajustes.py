"""`/config` and `/mode`, of a subject and of the whole registry."""

from typing import Annotated

from fastapi import Query

from n0b_registro.acoes import ajustar, recusas
from n0b_registro.dominio.niveis import Modo, Nivel
from n0b_registro.estado.tabelas import GLOBAL
from n0b_registro.rotas.corpos import CorpoModo, CorpoMudancaDeNivel, CorpoNivel
from n0b_registro.rotas.credencial import Operador
from n0b_registro.rotas.parametros import Assunto, Logico
from n0b_registro.rotas.protocolo import roteador
from nucleo.http import Leitura, Uow

ajustes = roteador("ajustes")
OuGlobal = Annotated[Logico, Query(alias="defaultToGlobal")]


@ajustes.get("/config", response_model_exclude_none=True)
async def ver_nivel_global(banco: Leitura) -> CorpoNivel:
    """The level of subjects that have none."""
    configuracao = await ajustar.configuracao(banco, GLOBAL)
    assert configuracao is not None
    return _nivel(configuracao)


@ajustes.put("/config", dependencies=[Operador], response_model_exclude_none=True)
async def mudar_nivel_global(corpo: CorpoMudancaDeNivel, uow: Uow) -> CorpoMudancaDeNivel:
    """Set the level of subjects that have none."""
    return await _configurar(uow, GLOBAL, corpo)


@ajustes.delete("/config", dependencies=[Operador], response_model_exclude_none=True)
async def remover_nivel_global(uow: Uow) -> CorpoNivel:
    """Go back to BACKWARD; the answer is the level that was."""
    return _nivel(await ajustar.desconfigurar(uow.sessao, GLOBAL))


@ajustes.get("/config/{assunto}", response_model_exclude_none=True)
async def ver_nivel(assunto: Assunto, banco: Leitura, ou_global: OuGlobal = False) -> CorpoNivel:
    """The level of a subject; with `defaultToGlobal`, the one in force."""
    if ou_global:
        vigor = await ajustar.em_vigor(banco, assunto)
        return CorpoNivel(nivel=vigor.nivel, normalize=vigor.normalizar or None)
    configuracao = await ajustar.configuracao(banco, assunto)
    if configuracao is None:
        raise recusas.sem_nivel(assunto)
    return _nivel(configuracao)


@ajustes.put("/config/{assunto}", dependencies=[Operador], response_model_exclude_none=True)
async def mudar_nivel(assunto: Assunto, corpo: CorpoMudancaDeNivel, uow: Uow) -> CorpoMudancaDeNivel:
    """Set the level of a subject."""
    return await _configurar(uow, assunto, corpo)


@ajustes.delete("/config/{assunto}", dependencies=[Operador], response_model_exclude_none=True)
async def remover_nivel(assunto: Assunto, uow: Uow) -> CorpoNivel:
    """Remove the level of a subject; the answer is the level that was."""
    return _nivel(await ajustar.desconfigurar(uow.sessao, assunto))


@ajustes.get("/mode")
async def ver_modo_global(banco: Leitura) -> CorpoModo:
    """The mode of subjects that have none."""
    return CorpoModo(mode=await ajustar.modo_proprio(banco, GLOBAL))


@ajustes.put("/mode", dependencies=[Operador])
async def mudar_modo_global(corpo: CorpoModo, uow: Uow, force: Logico = False) -> CorpoModo:
    """Set the mode of subjects that have none."""
    return await _mudar_modo(uow, GLOBAL, corpo, force)


@ajustes.delete("/mode", dependencies=[Operador])
async def remover_modo_global(uow: Uow) -> CorpoModo:
    """Go back to READWRITE; the answer is the mode that was."""
    return CorpoModo(mode=await ajustar.remover_modo(uow.sessao, GLOBAL))


@ajustes.get("/mode/{assunto}")
async def ver_modo(assunto: Assunto, banco: Leitura, ou_global: OuGlobal = False) -> CorpoModo:
    """The mode of a subject; with `defaultToGlobal`, the one in force."""
    if ou_global:
        return CorpoModo(mode=(await ajustar.em_vigor(banco, assunto)).modo)
    modo = await ajustar.modo_proprio(banco, assunto)
    if modo is None:
        raise recusas.sem_modo(assunto)
    return CorpoModo(mode=modo)


@ajustes.put("/mode/{assunto}", dependencies=[Operador])
async def mudar_modo(assunto: Assunto, corpo: CorpoModo, uow: Uow, force: Logico = False) -> CorpoModo:
    """Set the mode of a subject."""
    return await _mudar_modo(uow, assunto, corpo, force)


@ajustes.delete("/mode/{assunto}", dependencies=[Operador])
async def remover_modo(assunto: Assunto, uow: Uow) -> CorpoModo:
    """Remove the mode of a subject; the answer is the mode that was."""
    return CorpoModo(mode=await ajustar.remover_modo(uow.sessao, assunto))


async def _configurar(uow: Uow, assunto: str, corpo: CorpoMudancaDeNivel) -> CorpoMudancaDeNivel:
    nome = (corpo.compatibility or "").upper()
    if nome not in Nivel.__members__ and not (corpo.compatibility is None and corpo.normalize is not None):
        raise recusas.nivel_invalido()
    nivel = Nivel(nome) if nome else None
    await ajustar.configurar(uow.sessao, assunto, nivel, corpo.normalize)
    return CorpoMudancaDeNivel(compatibility=nivel, normalize=corpo.normalize)


async def _mudar_modo(uow: Uow, assunto: str, corpo: CorpoModo, forcar: bool) -> CorpoModo:
    remove = corpo.mode is None and "mode" in corpo.model_fields_set
    nome = (corpo.mode or "").upper()
    if nome not in Modo.__members__ and not remove:
        raise recusas.modo_invalido()
    await ajustar.mudar_modo(uow.sessao, assunto, None if remove else Modo(nome), forcar=forcar)
    return CorpoModo(mode=None if remove else nome)


def _nivel(configuracao: ajustar.Configuracao) -> CorpoNivel:
    return CorpoNivel(nivel=configuracao.nivel, normalize=configuracao.normalizar)
