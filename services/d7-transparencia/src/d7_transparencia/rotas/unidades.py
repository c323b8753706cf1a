"""Public views of civic units: dashboard, ranking, report, history and polygons."""

import asyncio
from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query
from sqlmodel.ext.asyncio.session import AsyncSession

from d7_transparencia.dominio import busca, geometria, tempo
from d7_transparencia.dominio.status import Status
from d7_transparencia.estado import paineis
from d7_transparencia.estado import ranking as ordem
from d7_transparencia.estado import unidades as consultas
from d7_transparencia.estado.consulta import Linha
from d7_transparencia.rotas import cursor, figuras
from d7_transparencia.rotas.banco import Banco
from d7_transparencia.rotas.modelos import (
    Dashboard,
    DemandaConcluida,
    DemandaDoRanking,
    Pagina,
    Poligono,
    Ranking,
    RelatorioDaUnidade,
    UnidadeCivica,
)
from d7_transparencia.rotas.vez import NaSuaVez
from nucleo.erros import Invalido, NaoEncontrado
from nucleo.http import limite

unidades = APIRouter(prefix="/api/d7", tags=["Unidades cívicas"])

Nome = Annotated[str | None, Query(min_length=1, max_length=200)]
Categoria = Annotated[str | None, Query(pattern=r"^[0-9]{1,3}(\.[0-9]{1,3}){0,3}$", description="Por exemplo, 1.2")]
Dia = Annotated[date | None, Query(ge=date(1900, 1, 1), le=date(2999, 12, 31), description="Dia local, inclusive")]


@unidades.get(
    "/dashboard/{uc_id}",
    summary="Indicadores de uma unidade cívica",
    dependencies=[Depends(limite("30/minute")), NaSuaVez],
)
async def ver_dashboard(uc_id: UUID, banco: Banco) -> Dashboard:
    """Os números da unidade e das menores dentro dela."""
    unidade = await _unidade(banco, uc_id)
    ucs = await consultas.dentro_de(banco, uc_id)
    return figuras.dashboard(
        unidade,
        await paineis.contagens(banco, ucs),
        await paineis.conselheiros_ativos(banco, ucs),
        await paineis.agenda(banco, ucs),
    )


@unidades.get("/ranking/{uc_id}", summary="Ranking de uma unidade cívica", dependencies=[Depends(limite("60/minute"))])
async def ver_ranking(
    uc_id: UUID,
    banco: Banco,
    titulo: Annotated[Nome, Query(description="Trecho do título, sem distinguir acento nem caixa")] = None,
    limite: Annotated[int, Query(ge=1, le=200)] = 50,
    depois: cursor.Cursor = None,
) -> Ranking:
    """As demandas em aberto por score; no empate, por recepção. A posição é a de agora, no ranking inteiro."""
    depois_de = cursor.abrir(depois, cursor.numero, cursor.id_)
    unidade = await _unidade(banco, uc_id)
    linhas = await ordem.pagina(banco, uc_id, _chave("titulo", titulo), depois_de, limite + 1)
    pagina, proximo = cursor.separar(linhas, limite, lambda d: (d["score_final"], d["demanda_id"]))
    resumo = await ordem.resumo(banco, uc_id)
    return Ranking(
        unidade=unidade,
        total_demandas=resumo["total"],
        nivel_corrente=resumo["nivel_corrente"],
        distribuicao=resumo["distribuicao"],
        versao_parametros=resumo["versao_parametros"],
        calculado_em=resumo["calculado_em"],
        itens=[DemandaDoRanking.model_validate(linha) for linha in pagina],
        proximo=proximo,
    )


@unidades.get(
    "/uc/{uc_id}/relatorio",
    summary="Demandas de uma unidade cívica por categoria",
    dependencies=[Depends(limite("15/minute")), NaSuaVez],
)
async def relatar(
    uc_id: UUID,
    banco: Banco,
    categoria: Categoria = None,
    status: Annotated[list[Status] | None, Query(description="Ausente: todos")] = None,
    de: Dia = None,
    ate: Dia = None,
) -> RelatorioDaUnidade:
    """As demandas recebidas nos dias locais de `de` a `ate`, inclusive nas unidades menores dentro desta."""
    unidade = await _unidade(banco, uc_id)
    ucs = await consultas.dentro_de(banco, uc_id)
    linhas = await paineis.por_categoria(banco, ucs, categoria, status, _janela(de, ate, unidade.uf))
    return figuras.relatorio(unidade, linhas)


@unidades.get(
    "/uc/{uc_id}/historico",
    summary="O que já foi concluído numa unidade cívica",
    dependencies=[Depends(limite("60/minute"))],
)
async def ver_historico(
    uc_id: UUID,
    banco: Banco,
    categoria: Categoria = None,
    titulo: Nome = None,
    de: Dia = None,
    ate: Dia = None,
    limite: Annotated[int, Query(ge=1, le=200)] = 50,
    depois: cursor.Cursor = None,
) -> Pagina[DemandaConcluida]:
    """As demandas concluídas nos dias locais de `de` a `ate`, da última à primeira, inclusive nas unidades menores."""
    antes_de = cursor.abrir(depois, cursor.instante, cursor.id_)
    unidade = await _unidade(banco, uc_id)
    ucs = await consultas.dentro_de(banco, uc_id)
    linhas = await paineis.concluidas(
        banco, ucs, categoria, _chave("titulo", titulo), _janela(de, ate, unidade.uf), antes_de, limite + 1
    )
    pagina, proximo = cursor.separar(linhas, limite, lambda d: (d["concluida_em"], d["demanda_id"]))
    itens = [DemandaConcluida.model_validate({**d, "data_conclusao": d["concluida_em"]}) for d in pagina]
    return Pagina(itens=itens, proximo=proximo)


@unidades.get("/uc/poligonos", summary="Polígonos das unidades cívicas", dependencies=[Depends(limite("30/minute"))])
async def listar_poligonos(
    banco: Banco,
    nivel: Annotated[int | None, Query(ge=1, le=7)] = None,
    uc_id: UUID | None = None,
    nome: Annotated[Nome, Query(description="Trecho do nome, sem distinguir acento, caixa nem pontuação")] = None,
    uf: Annotated[str | None, Query(pattern="^[A-Z]{2}$")] = None,
    incluir_geometria: bool = True,
    limite: Annotated[int, Query(ge=1, le=200)] = 50,
    depois: cursor.Cursor = None,
) -> Pagina[Poligono]:
    """Unidades cívicas por nome, com o GeoJSON de cada uma quando `incluir_geometria`."""
    linhas = await consultas.poligonos(
        banco,
        uc=uc_id,
        nivel=nivel,
        busca=_chave("nome", nome),
        uf=uf,
        com_geometria=incluir_geometria,
        depois_de=cursor.abrir(depois, cursor.texto, cursor.id_),
        limite=limite + 1,
    )
    pagina, proximo = cursor.separar(linhas, limite, lambda u: (u["nome_busca"], u["unidade_civica_id"]))
    return Pagina(itens=await asyncio.to_thread(_desenhar, pagina), proximo=proximo)


async def _unidade(banco: AsyncSession, uc_id: UUID) -> UnidadeCivica:
    linha = await consultas.unidade(banco, uc_id)
    if linha is None:
        raise NaoEncontrado("Unidade cívica não encontrada.", campo="uc_id", uc_id=str(uc_id))
    return UnidadeCivica.model_validate(linha)


def _chave(campo: str, trecho: str | None) -> str | None:
    if trecho is None:
        return None
    if not (chave := busca.chave(trecho)):
        raise Invalido(campo, "Informe ao menos uma letra ou um número.")
    return chave


def _janela(de: date | None, ate: date | None, uf: str | None) -> tuple[datetime | None, datetime | None]:
    if de and ate and de > ate:
        raise Invalido("de", "O primeiro dia deve ser anterior ou igual ao último.")
    zona = tempo.fuso(uf)
    return (
        None if de is None else tempo.comeco_do_dia(de, zona),
        None if ate is None else tempo.fim_do_dia(ate, zona),
    )


def _desenhar(linhas: Sequence[Linha]) -> list[Poligono]:
    return [
        Poligono.model_validate({**u, "geojson": u["geometria_wkb"] and geometria.geojson(u["geometria_wkb"])})
        for u in linhas
    ]
