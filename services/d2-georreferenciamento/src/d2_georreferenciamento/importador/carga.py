"""The flow of an import inside one transaction: layers → units → parents → a new boundary version."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import numpy as np
import shapely

from d2_georreferenciamento.dominio.indice import IndiceTerritorial
from d2_georreferenciamento.dominio.unidades import Unidade
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
    carga = _Carga(uow, nivel, opcoes, Tradutor(opcoes.fonte, relatorio), sequencia, progresso)
    with abrir(caminho, relatorio, opcoes.codificacao) as camadas:
        for camada in camadas:
            try:
                await carga.camada(camada)
            except ArquivoInvalido as erro:
                relatorio.recusar(camada.nome, str(erro))
    await carga.por_em_vigor()
    return relatorio


@dataclass(slots=True)
class _Carga:
    """One import under way."""

    uow: UnidadeDeTrabalho
    nivel: int | None
    opcoes: Opcoes
    tradutor: Tradutor
    sequencia: int
    progresso: Progresso | None
    vigentes: dict[int, dict[UUID, bytes]] = field(default_factory=dict)

    async def camada(self, camada: Camada) -> None:
        """Store what a layer brings that is new or different."""
        transformador = para_wgs84(self.opcoes.crs or camada.crs)
        feitas = 0
        for bloco in ler_blocos(camada, self.tradutor.relatorio, self.opcoes.codificacao):
            campos = mapear(camada.nome, bloco.atributos, self.nivel, self.opcoes.campos)
            await self._gravar(campos.nivel, self.tradutor.traduzir(camada.nome, bloco, campos, transformador))
            feitas += len(bloco.feicoes)
            if self.progresso is not None:
                self.progresso(camada.nome, feitas, max(camada.total, feitas))

    async def _gravar(self, nivel: int, unidades: list[Unidade]) -> None:
        if nivel not in self.vigentes:
            self.vigentes[nivel] = await importacao.impressoes(self.uow, self.opcoes.fonte, nivel)
        mudadas = [u for u in unidades if self.vigentes[nivel].get(u.id) != u.impressao]
        if mudadas:
            await importacao.gravar(self.uow, mudadas, self.opcoes.fonte, self.sequencia)
        self.tradutor.relatorio.contar(nivel, len(unidades), len(mudadas))

    async def por_em_vigor(self) -> None:
        """Deactivate what is gone, find parents, and make a new boundary version, if anything changed."""
        relatorio, fonte = self.tradutor.relatorio, self.opcoes.fonte
        if self.opcoes.substituir:
            relatorio.desativadas = await importacao.desativar_ausentes(
                self.uow, fonte, relatorio.por_nivel, self.tradutor.vistas, self.sequencia
            )
        if not (relatorio.gravadas or relatorio.desativadas):
            return
        await importacao.procurar_pais_por_codigo(self.uow)
        relatorio.sem_pai = await _procurar_pais_por_geometria(self.uow, self.sequencia)
        await importacao.vincular(self.uow)
        agora = self.uow.agora()
        relatorio.versao = f"{self.sequencia:04d}-{self.opcoes.rotulo or f'{fonte}-{agora:%Y-%m-%d}'}"
        await importacao.criar_versao(
            self.uow, self.sequencia, relatorio.versao, fonte, agora, json.dumps(relatorio.resumo())
        )


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
