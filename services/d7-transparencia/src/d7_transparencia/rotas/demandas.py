"""Public views of demands: timeline, map, summary and report."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query
from sqlmodel.ext.asyncio.session import AsyncSession

from d7_transparencia.dominio import tempo
from d7_transparencia.dominio.status import ABERTOS, Status
from d7_transparencia.estado import demandas as consultas
from d7_transparencia.estado import ranking
from d7_transparencia.estado.consulta import Linha
from d7_transparencia.rotas import apresentacao, cursor
from d7_transparencia.rotas.banco import Banco
from d7_transparencia.rotas.modelos import (
    DemandaNoMapa,
    Pagina,
    RelatorioDaDemanda,
    ResumoDaDemanda,
    Score,
    Timeline,
)
from nucleo.erros import Invalido, NaoEncontrado
from nucleo.http import Uow, limite

demandas = APIRouter(prefix="/api/d7", tags=["Demandas"])

Latitude = Annotated[float, Query(ge=-90, le=90)]
Longitude = Annotated[float, Query(ge=-180, le=180)]


@demandas.get(
    "/timeline/{demanda_id}",
    summary="Tudo o que aconteceu com uma demanda",
    dependencies=[Depends(limite("60/minute"))],
)
async def ver_timeline(
    demanda_id: UUID,
    banco: Banco,
    limite: Annotated[int, Query(ge=1, le=200)] = 50,
    depois: cursor.Cursor = None,
) -> Timeline:
    """As entradas públicas de uma demanda, da mais recente à mais antiga."""
    antes_de = cursor.abrir(depois, cursor.instante, cursor.id_)
    linhas = await consultas.timeline(banco, demanda_id, antes_de, limite + 1)
    if not linhas and antes_de is None:
        raise _nao_ha(demanda_id)
    pagina, proximo = cursor.separar(linhas, limite, lambda e: (e["ocorrido_em"], e["event_id"]))
    zona = tempo.fuso(await consultas.uf(banco, demanda_id))
    itens = [apresentacao.entrada(linha, zona) for linha in pagina]
    return Timeline(demanda_id=demanda_id, itens=itens, proximo=proximo)


@demandas.get("/demandas", summary="Demandas num retângulo do mapa", dependencies=[Depends(limite("60/minute"))])
async def listar_no_mapa(
    banco: Banco,
    lat_min: Latitude,
    lat_max: Latitude,
    lng_min: Longitude,
    lng_max: Longitude,
    status: Annotated[list[Status], Query(description="Ausente: só o que está em aberto")] = ABERTOS,
    limite: Annotated[int, Query(ge=1, le=500)] = 100,
    depois: cursor.Cursor = None,
) -> Pagina[DemandaNoMapa]:
    """As demandas cujo ponto está no retângulo, da recebida por último à primeira.

    Uma página pode vir curta, ou vazia, com `proximo`: a consulta examina um número limitado de demandas por vez.
    """
    _exigir_ordem("lat", lat_min, lat_max)
    _exigir_ordem("lng", lng_min, lng_max)
    (antes_de,) = cursor.abrir(depois, cursor.id_) or (None,)
    caixa = consultas.Caixa(lat_min, lat_max, lng_min, lng_max)
    linhas = await consultas.na_caixa(banco, caixa, status, antes_de, limite + 1)
    pagina, proximo = cursor.separar(linhas, limite, lambda d: (d["demanda_id"],))
    if proximo is None and (ultima := await consultas.fim_do_exame(banco, caixa, antes_de)):
        proximo = cursor.fechar(ultima)
    return Pagina(itens=[DemandaNoMapa.model_validate(linha) for linha in pagina], proximo=proximo)


@demandas.get(
    "/demanda/{demanda_id}/resumo", summary="O essencial de uma demanda", dependencies=[Depends(limite("60/minute"))]
)
async def resumir(demanda_id: UUID, banco: Banco) -> ResumoDaDemanda:
    """O que é público de uma demanda."""
    ficha = await _ficha(banco, demanda_id)
    return apresentacao.resumo(ficha, await consultas.membros(banco, demanda_id))


@demandas.get(
    "/demanda/{demanda_id}/relatorio",
    summary="O relatório completo de uma demanda",
    dependencies=[Depends(limite("30/minute"))],
)
async def relatar(demanda_id: UUID, banco: Banco, uow: Uow) -> RelatorioDaDemanda:
    """Tudo o que é público de uma demanda, inclusive a timeline pública inteira."""
    ficha = await _ficha(banco, demanda_id)
    zona = tempo.fuso(ficha["uf"])
    essencial = apresentacao.resumo(ficha, await consultas.membros(banco, demanda_id))
    entradas = await consultas.timeline(banco, demanda_id, None, None)
    return RelatorioDaDemanda(
        **dict(essencial),
        **{c: ficha[c] for c in ("disponivel_em", "atribuida_em", "iniciada_em", "concluida_em")},
        dias_em_aberto=_dias_em_aberto(ficha, uow.agora()),
        ranking=await _score(banco, ficha),
        responsaveis=ficha["responsaveis"],
        timeline=[apresentacao.entrada(linha, zona) for linha in entradas],
    )


async def _ficha(banco: AsyncSession, demanda_id: UUID) -> Linha:
    ficha = await consultas.uma_demanda(banco, demanda_id)
    if ficha is None:
        raise _nao_ha(demanda_id)
    return ficha


def _nao_ha(demanda_id: UUID) -> NaoEncontrado:
    return NaoEncontrado("Demanda não encontrada.", campo="demanda_id", demanda_id=str(demanda_id))


def _exigir_ordem(eixo: str, minimo: float, maximo: float) -> None:
    if minimo > maximo:
        raise Invalido(f"{eixo}_min", f"{eixo}_min deve ser menor ou igual a {eixo}_max.")


def _dias_em_aberto(ficha: Linha, agora: datetime) -> int:
    return tempo.dias_entre(ficha["recebida_em"], ficha["concluida_em"] or agora, tempo.fuso(ficha["uf"]))


async def _score(banco: AsyncSession, ficha: Linha) -> Score | None:
    if ficha["score_final"] is None:
        return None
    uc, score = ficha["unidade_do_ranking"], ficha["score_final"]
    no_ranking = Status(ficha["status"]).aberto
    return Score(
        unidade_civica_id=uc,
        score_final=score,
        peso_nacional=ficha["peso_nacional"],
        peso_situacional=ficha["peso_situacional"],
        score_horizontal=ficha["score_horizontal"],
        versao_parametros=ficha["versao_parametros"],
        posicao=await ranking.posicao(banco, uc, score, ficha["demanda_id"]) if no_ranking else None,
    )
