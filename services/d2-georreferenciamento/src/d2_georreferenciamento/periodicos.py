"""What D-2 does by itself: tells the territory on the log, and tries again the points that wait."""

import asyncio
from typing import Any

from sqlalchemy import Row

from d2_georreferenciamento import resolucao
from d2_georreferenciamento.dominio.simplificacao import caber
from d2_georreferenciamento.estado import demandas, publicacao
from d2_georreferenciamento.territorio import Territorio
from nucleo import UnidadeDeTrabalho
from nucleo.eventos import TerritorioUnidadePublicada

_BYTES_POR_LOTE = 8 << 20
_BYTES_POR_UNIDADE = 880_000  # an event has at most 900,000 bytes
_PENDENTES_POR_VEZ = 1000


async def publicar_territorio(uow: UnidadeDeTrabalho) -> None:
    """Publish the next units of the territory, unless the outbox is already long."""
    if await publicacao.ha_folga(uow, uow.config.territorio_folga):
        for unidade in await publicacao.tomar(uow, uow.config.territorio_lote, _BYTES_POR_LOTE):
            wkb, simplificada = await asyncio.to_thread(caber, unidade.geometria, _BYTES_POR_UNIDADE)
            uow.publicar(_evento(unidade, wkb, simplificada))


async def reavaliar_pendentes(uow: UnidadeDeTrabalho) -> None:
    """Try the points that wait for review on boundaries that came after them."""
    territorio = uow.recurso(Territorio)
    await territorio.atualizar(uow)
    pontos = await demandas.pendentes_de_outra_versao(uow, territorio.sequencia, _PENDENTES_POR_VEZ)
    resolvidos, fora = resolucao.localizar(territorio.indice, pontos)
    await demandas.decidir(uow, [r.ponto.demanda_id for r in resolvidos], "resolvida", motivo="novos limites")
    await resolucao.registrar(uow, resolvidos)
    await demandas.tentados(uow, [p.demanda_id for p in fora], territorio.sequencia)


def _evento(unidade: Row[Any], wkb: bytes, simplificada: bool) -> TerritorioUnidadePublicada:
    return TerritorioUnidadePublicada(
        unidade_civica_id=unidade.unidade_civica_id,
        nivel=unidade.nivel,
        nome=unidade.nome,
        uf=unidade.uf,
        pai_id=unidade.pai_id,
        codigo_origem=unidade.codigo_origem,
        fonte=unidade.fonte,
        versao_limites=unidade.versao_limites,
        ativa=unidade.ate is None,
        area_m2=unidade.area_m2,
        geometria_wkb=wkb,
        simplificada=simplificada,
    )
