"""The public ranking: of a unit, of one demand, and the parameters behind every score."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, TypeVar
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import BaseModel
from sqlalchemy import RowMapping
from sqlmodel.ext.asyncio.session import AsyncSession

from d4_ranking import parametros
from d4_ranking.dominio.parametros import Parametros
from d4_ranking.estado import leitura
from nucleo.erros import NaoEncontrado
from nucleo.http import Leitura, Uow

_CURSOR = r"^[0-9]+(\.[0-9]+)?(e[+-][0-9]+)?:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"

publicas = APIRouter(prefix="/api/d4", tags=["ranking"])


class Fatores(BaseModel):
    """Os fatores do score, na ordem em que se multiplicam."""

    peso_nacional: float
    peso_situacional: float
    score_horizontal: float


class Calculo(BaseModel):
    """Um score e tudo o que é preciso para refazê-lo."""

    unidade_civica_id: UUID
    categoria_id: str
    nivel_precedencia: int
    score_final: float
    breakdown: Fatores
    versao_categorizacao: int
    versao_parametros: str
    timestamp_calculo: datetime


C = TypeVar("C", bound=Calculo)


class Item(Calculo):
    """Uma demanda na sua posição atual."""

    posicao: int
    demanda_id: UUID


class Ranking(BaseModel):
    """Uma página do ranking de uma unidade cívica."""

    unidade_civica_id: UUID
    total_demandas: int
    nivel_corrente: int
    distribuicao: list[float]
    versao_parametros: str
    itens: list[Item]
    proximo: str | None


class CalculoPassado(Calculo):
    """Um cálculo do histórico: posição e total são os daquele instante; ausentes se a demanda já estava inativa."""

    ativo: bool
    posicao_no_ranking: int | None
    total_demandas_na_uc: int | None


class Demanda(Calculo):
    """O score atual de uma demanda, a sua posição agora, e todos os cálculos que já teve."""

    demanda_id: UUID
    ativo: bool
    posicao: int | None
    total_demandas: int
    historico: list[CalculoPassado]


class Versoes(BaseModel):
    """As versões publicadas dos parâmetros."""

    vigente: str
    versoes: list[Parametros]


@publicas.get("/ranking/{uc_id}")
async def ranking(
    uc_id: UUID,
    banco: Leitura,
    uow: Uow,
    depois: Annotated[str | None, Query(pattern=_CURSOR, description="O `proximo` da página anterior")] = None,
    limite: Annotated[int, Query(ge=1, le=500)] = 50,
) -> Ranking:
    """O ranking de uma unidade cívica; vazio se nenhuma demanda foi ranqueada nela."""
    vigente = parametros.vigente(uow.agora())
    linhas = await leitura.pagina(banco, uc_id, _ler(depois) if depois else None, limite + 1)
    itens = await _itens(banco, linhas[:limite])
    return Ranking(
        unidade_civica_id=uc_id,
        total_demandas=await leitura.total(banco, uc_id),
        nivel_corrente=vigente.nivel_corrente(uc_id),
        distribuicao=vigente.distribuicao(uc_id),
        versao_parametros=vigente.versao,
        itens=itens,
        proximo=f"{itens[-1].score_final}:{itens[-1].demanda_id}" if len(linhas) > limite else None,
    )


@publicas.get("/demandas/{demanda_id}")
async def demanda(demanda_id: UUID, banco: Leitura) -> Demanda:
    """O score de uma demanda, a sua posição agora e o histórico dos seus cálculos."""
    linha = await leitura.demanda(banco, demanda_id)
    if linha is None:
        raise NaoEncontrado("Esta demanda ainda não foi ranqueada.", campo="demanda_id")
    unidade, score, ativo = linha["unidade_civica_id"], linha["score_final"], linha["ativo"]
    return _calculo(
        Demanda,
        linha,
        posicao=await leitura.posicao(banco, unidade, score, demanda_id) if ativo else None,
        total_demandas=await leitura.total(banco, unidade),
        historico=[_calculo(CalculoPassado, linha) for linha in await leitura.historico(banco, demanda_id)],
    )


@publicas.get("/parametros")
async def versoes(uow: Uow) -> Versoes:
    """Todas as versões dos parâmetros e qual delas vale agora."""
    vigente = parametros.vigente(uow.agora())
    return Versoes(vigente=vigente.versao, versoes=list(parametros.publicados()))


@publicas.get("/parametros/{versao}")
async def versao(versao: str) -> Parametros:
    """Uma versão dos parâmetros."""
    for publicada in parametros.publicados():
        if publicada.versao == versao:
            return publicada
    raise NaoEncontrado("Não há parâmetros publicados com esta versão.", campo="versao")


async def _itens(banco: AsyncSession, linhas: Sequence[RowMapping]) -> list[Item]:
    if not linhas:
        return []
    unidade, score, demanda_id = (linhas[0][c] for c in ("unidade_civica_id", "score_final", "demanda_id"))
    inicio = await leitura.posicao(banco, unidade, score, demanda_id)
    return [_calculo(Item, linha, posicao=posicao) for posicao, linha in enumerate(linhas, inicio)]


def _calculo(modelo: type[C], linha: RowMapping, **demais: object) -> C:
    return modelo.model_validate({**linha, "breakdown": linha, "timestamp_calculo": linha["calculado_em"], **demais})


def _ler(cursor: str) -> tuple[float, UUID]:
    score, demanda_id = cursor.split(":")
    return float(score), UUID(demanda_id)
