"""The flow of an import inside one transaction: layers → units → parents → a new boundary version."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import numpy as np
import shapely

from d2_georreferenciamento.dominio.indice import IndiceTerritorial
from d2_georreferenciamento.estado import importacao, malha
from d2_georreferenciamento.importador.campos import Escolhas, mapear
from d2_georreferenciamento.importador.fontes import Camada, abrir
from d2_georreferenciamento.importador.geometria import para_wgs84
from d2_georreferenciamento.importador.leitura import ler_blocos
from d2_georreferenciamento.importador.relatorio import ArquivoInvalido, Relatorio
from d2_georreferenciamento.importador.traducao import Tradutor
from nucleo import UnidadeDeTrabalho

Progresso = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opcoes:
    """What an operator may tell.

    Attributes:
        fonte: who drew the boundaries; part of the identity of each unit.
        rotulo: name of the boundary version, after its number; the source and the day when absent.
        substituir: the file is the whole of its levels, so units that it no longer has are deactivated.
        crs: reference system of the coordinates, when the file does not tell or tells it wrong.
        codificacao: encoding of the attributes, when the file does not tell it.
        campos: which fields hold code, name, state and parent, when IBGE's names do not tell.
    """

    fonte: str = "ibge"
    rotulo: str | None = None
    substituir: bool = False
    crs: str | None = None
    codificacao: str | None = None
    campos: Escolhas = field(default_factory=Escolhas)


async def carregar(
    uow: UnidadeDeTrabalho,
    caminho: Path,
    nivel: int | None,
    opcoes: Opcoes,
    progresso: Progresso | None = None,
) -> Relatorio:
    """Import everything that can be read; return what was done, repaired and refused.

    Raises:
        ArquivoInvalido: nothing can be read.
    """
    relatorio = Relatorio()
    sequencia = await importacao.proxima_sequencia(uow)
    tradutor = Tradutor(opcoes.fonte, relatorio)
    with abrir(caminho, relatorio, opcoes.codificacao) as camadas:
        for camada in camadas:
            try:
                await _carregar_camada(uow, camada, nivel, opcoes, tradutor, sequencia, progresso)
            except ArquivoInvalido as erro:
                relatorio.recusar(camada.nome, str(erro))
    if opcoes.substituir:
        relatorio.desativadas = await importacao.desativar_ausentes(
            uow, opcoes.fonte, relatorio.por_nivel, tradutor.vistas, sequencia
        )
    if relatorio.gravadas or relatorio.desativadas:
        await _por_em_vigor(uow, relatorio, opcoes, sequencia)
    return relatorio


async def _carregar_camada(
    uow: UnidadeDeTrabalho,
    camada: Camada,
    nivel: int | None,
    opcoes: Opcoes,
    tradutor: Tradutor,
    sequencia: int,
    progresso: Progresso | None,
) -> None:
    transformador = para_wgs84(opcoes.crs or camada.crs)
    feitas = 0
    for bloco in ler_blocos(camada, tradutor.relatorio, opcoes.codificacao):
        campos = mapear(camada.nome, bloco.atributos, nivel, opcoes.campos)
        unidades = tradutor.traduzir(camada.nome, bloco, campos, transformador)
        gravadas = await importacao.gravar(uow, unidades, opcoes.fonte, sequencia)
        tradutor.relatorio.contar(campos.nivel, len(unidades), gravadas)
        feitas += len(bloco.feicoes)
        if progresso is not None:
            progresso(camada.nome, feitas, max(camada.total, feitas))


async def _por_em_vigor(uow: UnidadeDeTrabalho, relatorio: Relatorio, opcoes: Opcoes, sequencia: int) -> None:
    await importacao.procurar_pais_por_codigo(uow)
    relatorio.sem_pai = await _procurar_pais_por_geometria(uow, sequencia)
    await importacao.vincular(uow)
    agora = uow.agora()
    relatorio.versao = f"{sequencia:04d}-{opcoes.rotulo or f'{opcoes.fonte}-{agora:%Y-%m-%d}'}"
    await importacao.criar_versao(uow, sequencia, relatorio.versao, opcoes.fonte, agora, json.dumps(relatorio.resumo()))


async def _procurar_pais_por_geometria(uow: UnidadeDeTrabalho, sequencia: int) -> int:
    """Where codes tell no parent, it is the smallest larger unit around a point of the unit's inside."""
    ids: list[UUID] = []
    niveis: list[int] = []
    pontos = []
    async for bloco in importacao.sem_pai_por_codigo(uow):
        ids += [linha.unidade_civica_id for linha in bloco]
        niveis += [linha.nivel for linha in bloco]
        pontos.append(shapely.point_on_surface(shapely.from_wkb([linha.geometria for linha in bloco])))
    if not ids:
        return 0
    indice = IndiceTerritorial(await malha.carregar(uow.sessao, sequencia, nivel_minimo=min(niveis) + 1))
    todos = np.concatenate(pontos)
    pais = indice.unidades_acima(shapely.get_y(todos), shapely.get_x(todos), niveis)
    await importacao.dar_pais(uow, ids, pais)
    return sum(pai is None for pai in pais)
