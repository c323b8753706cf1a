"""Public reading of the territory (60 requests a minute)."""

import asyncio
import json
from typing import Annotated, Any
from uuid import UUID

import shapely
from fastapi import APIRouter, Depends, Query, Request

from d2_georreferenciamento.config import ConfigD2
from d2_georreferenciamento.dominio.coordenadas import Caixa, recusar
from d2_georreferenciamento.dominio.indice import IndiceTerritorial
from d2_georreferenciamento.estado import consultas
from d2_georreferenciamento.rotas.modelos import Elo, Lugar, Unidade, UnidadeCompleta, Unidades
from d2_georreferenciamento.territorio import Territorio
from nucleo.erros import Invalido, NaoEncontrado
from nucleo.http import Leitura, limite

publicas = APIRouter(prefix="/api/d2", tags=["Território"], dependencies=[Depends(limite("60/minute"))])


def _territorio(request: Request) -> IndiceTerritorial:
    territorio: Territorio = request.app.state.colonia_viva.recursos[Territorio]
    return territorio.indice


def _caixa(request: Request) -> Caixa:
    config: ConfigD2 = request.app.state.config
    return config.caixa


@publicas.get("/resolver", summary="As unidades cívicas de um ponto")
async def resolver(
    lat: Annotated[float, Query(description="graus decimais, WGS 84", examples=[-23.55])],
    lng: Annotated[float, Query(description="graus decimais, WGS 84", examples=[-46.63])],
    banco: Leitura,
    indice: Annotated[IndiceTerritorial, Depends(_territorio)],
    caixa: Annotated[Caixa, Depends(_caixa)],
) -> Lugar:
    """Return the chain of civic units around a point, smallest first; 404 outside every polygon."""
    if recusa := recusar(lat, lng, caixa):
        raise Invalido(*recusa)
    cadeia = indice.resolver(lat, lng)
    if cadeia is None:
        raise NaoEncontrado("O ponto não está em nenhuma unidade cívica conhecida.")
    return Lugar(
        unidade_civica_id=cadeia.unidades[0],
        nivel_minimo_resolvido=cadeia.nivel_minimo,
        municipio_id=cadeia.municipio_id,
        cadeia=[Elo(**elo) for elo in await consultas.nomes(banco, cadeia.unidades)],
        versao_limites=indice.versao,
    )


@publicas.get("/unidades", summary="Unidades cívicas por nível e nome")
async def listar(
    banco: Leitura,
    nivel: Annotated[int | None, Query(ge=1, le=7)] = None,
    nome: Annotated[
        str | None, Query(max_length=100, description="trecho do nome, sem importar acento, caixa ou pontuação")
    ] = None,
    pai_id: UUID | None = None,
    cursor: Annotated[UUID | None, Query(description="`proximo` da página anterior")] = None,
    quantas: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Unidades:
    """List units in force, by level and then by name."""
    linhas = await consultas.unidades(banco, nivel=nivel, nome=nome, pai_id=pai_id, cursor=cursor, quantas=quantas + 1)
    pagina = [Unidade(**linha) for linha in linhas[:quantas]]
    return Unidades(unidades=pagina, proximo=pagina[-1].unidade_civica_id if len(linhas) > quantas else None)


@publicas.get("/unidades/{unidade_id}", summary="Uma unidade cívica")
async def ver(unidade_id: UUID, banco: Leitura, incluir_geometria: bool = False) -> UnidadeCompleta:
    """Return a unit with its parents, and its boundary when asked for; also units no longer in force."""
    linha = await consultas.unidade(banco, unidade_id)
    if linha is None:
        raise NaoEncontrado("Unidade cívica não encontrada.", campo="unidade_id")
    dados = dict(linha)
    wkb = dados.pop("geometria")
    return UnidadeCompleta(
        **dados,
        cadeia=[Elo(**elo) for elo in await consultas.cadeia(banco, unidade_id)],
        geometria=await asyncio.to_thread(_geojson, wkb) if incluir_geometria else None,
    )


def _geojson(wkb: bytes) -> dict[str, Any]:
    documento: dict[str, Any] = json.loads(shapely.to_geojson(shapely.from_wkb(wkb)))
    return documento
