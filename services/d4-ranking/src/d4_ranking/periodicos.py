"""What D-4 does in its own time: announce rankings, publish the parameters, apply new ones to old scores."""

from dataclasses import replace

from d4_ranking import parametros, ranking
from d4_ranking.dominio.calculo import Calculo
from d4_ranking.dominio.parametros import Parametros
from d4_ranking.estado import calculos, filas, versoes
from nucleo import UnidadeDeTrabalho
from nucleo.eventos import (
    Cobertura,
    PesoNacional,
    PosicaoNoTopo,
    RankingAtualizado,
    RankingParametrosPublicados,
)
from nucleo.fontes import uuid7

_RECALCULOS_POR_VEZ = 500


async def anunciar_rankings(uow: UnidadeDeTrabalho) -> None:
    """Publish `ranking.atualizado` for the units that changed: at most one a unit in each window, and never none."""
    vigente = parametros.vigente(uow.agora())
    for anuncio in await filas.cobrar_anuncios(uow, uow.config.ranking_janela):
        uow.publicar(_atualizado(anuncio, vigente))


async def publicar_parametros(uow: UnidadeDeTrabalho) -> None:
    """Publish each version of the parameters, once."""
    for versao in parametros.publicados():
        if await versoes.registrar(uow, versao.versao):
            uow.publicar(_parametros(versao), semente=(uuid7(versao.vigente_desde, 0), versao.versao))


async def recalcular(uow: UnidadeDeTrabalho) -> None:
    """Score again, a few at a time, the active demands whose score comes from parameters no longer in force."""
    vigente = parametros.vigente(uow.agora())
    antigas = [p.versao for p in parametros.publicados() if p.vigente_desde < vigente.vigente_desde]
    if not await calculos.feitos_com(uow, antigas, 1):
        return
    await filas.reservar(uow)
    aberto = await ranking.abrir(uow, await calculos.feitos_com(uow, antigas, _RECALCULOS_POR_VEZ))
    pedidos = [(_refazer(calculo, vigente), None) for calculo in aberto.ultimos.values()]
    await ranking.colocar(uow, aberto, pedidos, "parametros_publicados")


def _refazer(calculo: Calculo, vigente: Parametros) -> Calculo:
    fatores = vigente.fatores(calculo.unidade_civica_id, calculo.nivel_precedencia, calculo.fatores.score_horizontal)
    return replace(calculo, fatores=fatores, versao_parametros=vigente.versao)


def _atualizado(anuncio: filas.Anuncio, vigente: Parametros) -> RankingAtualizado:
    return RankingAtualizado(
        unidade_civica_id=anuncio.unidade_civica_id,
        total_demandas=anuncio.total,
        topo=[
            PosicaoNoTopo(demanda_id=demanda_id, posicao=posicao, score_final=score)
            for posicao, (demanda_id, score) in enumerate(anuncio.topo, 1)
        ],
        nivel_corrente=vigente.nivel_corrente(anuncio.unidade_civica_id),
        distribuicao=vigente.distribuicao(anuncio.unidade_civica_id),
        versao_parametros=vigente.versao,
        motivo=anuncio.motivo,
        ate_event_id=anuncio.ate_event_id,
        timestamp_calculo=anuncio.calculado_em,
    )


def _parametros(versao: Parametros) -> RankingParametrosPublicados:
    return RankingParametrosPublicados(
        versao=versao.versao,
        pesos_nacionais=[PesoNacional(nivel=p.nivel, peso=p.peso) for p in versao.pesos_nacionais],
        fator_decaimento=versao.fator_decaimento,
        limiar_nivel_vencido=versao.limiar_nivel_vencido,
        coberturas=[
            Cobertura(unidade_civica_id=c.unidade_civica_id, nivel=c.nivel, atingida=c.atingida, meta=c.meta)
            for c in versao.coberturas
        ],
        vigente_desde=versao.vigente_desde,
    )
