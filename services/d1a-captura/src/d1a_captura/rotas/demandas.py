"""Sending a demand, and the author's own view of what was sent."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel

from d1a_captura.dominio.impressao import imprimir
from d1a_captura.dominio.regras import faltas
from d1a_captura.dominio.relato import Relato
from d1a_captura.estado import demandas as estado
from d1a_captura.estado.demandas import Submissao
from d1a_captura.estado.tabelas import Demanda
from d1a_captura.recepcao import Recepcao
from d1a_captura.rotas.identidade import conferir_anonimo
from d1a_captura.rotas.quente import RotaQuente
from d1a_captura.rotas.teto import teto
from nucleo.erros import Conflito, Invalido, NaoEncontrado
from nucleo.http import RESPOSTAS_DE_ERRO, Cidadao, Leitura, correlacao_id, limite
from nucleo.identidade import anonimo

demandas = APIRouter(prefix="/api/demandas", tags=["Demandas"], dependencies=[Depends(teto), Depends(conferir_anonimo)])
captura = APIRouter(route_class=RotaQuente, tags=["Demandas"])

_JA_RECEBIDA = "Este relato já foi recebido. Acompanhe a demanda que já existe."
_CONFLITO = {
    **RESPOSTAS_DE_ERRO[400],
    "description": "O mesmo relato, do mesmo cidadão, já foi recebido: `demanda_id` é o da demanda existente",
}


class Recibo(BaseModel):
    """What the citizen keeps to follow the demand."""

    demanda_id: UUID
    situacao: str
    recebida_em: datetime
    acompanhamento: str


class DemandaEnviada(BaseModel):
    """A demand as its author sent it."""

    demanda_id: UUID
    situacao: str
    recebida_em: datetime
    acompanhamento: str
    relato: dict[str, Any]


class Pagina(BaseModel):
    """The author's demands, newest first; `proximo` goes into `antes_de` for the next page."""

    demandas: list[DemandaEnviada]
    proximo: UUID | None


async def ha_lugar(request: Request) -> None:
    """Refuse with 503, before anything is read, what would wait for too long."""
    viva = request.app.state.colonia_viva
    viva.exigir_preparada()
    viva.recursos[Recepcao].exigir_lugar()


@captura.post(
    "/api/demandas",
    status_code=201,
    summary="Enviar uma demanda",
    response_model=Recibo,
    responses={409: _CONFLITO},
    dependencies=[Depends(ha_lugar), Depends(limite("5/minute"))],
)
async def enviar(cidadao_id: Cidadao, relato: Relato, request: Request) -> Response:
    """Check and store a report; the answer leaves after the commit, whether or not the log can be reached now."""
    viva = request.app.state.colonia_viva
    recepcao: Recepcao = viva.recursos[Recepcao]
    fontes = viva.oficina.fontes
    agora = fontes.agora()
    if erros := [{"campo": campo, "detalhe": detalhe} for campo, detalhe in faltas(relato, recepcao.regras, agora)]:
        raise Invalido(**erros[0], errors=erros)
    submissao = Submissao(
        fontes.novo_id(),
        cidadao_id,
        anonimo(request) is not None,
        imprimir(relato),
        relato,
        agora,
        correlacao_id(),
        request.scope["state"].get("rastro"),
    )
    demanda_id = await recepcao.receber(submissao)
    if demanda_id != submissao.demanda_id:
        raise Conflito(_JA_RECEBIDA, demanda_id=str(demanda_id), acompanhamento=_acompanhamento(demanda_id))
    return _recibo(submissao)


@demandas.get("", summary="As demandas que enviei")
async def minhas(
    banco: Leitura,
    cidadao_id: Cidadao,
    antes_de: UUID | None = None,
    limite: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Pagina:
    """List the citizen's own demands, newest first."""
    linhas = await estado.listar(banco, cidadao_id, antes_de, limite + 1)
    pagina = [_enviada(demanda) for demanda in linhas[:limite]]
    return Pagina(demandas=pagina, proximo=pagina[-1].demanda_id if len(linhas) > limite else None)


@demandas.get("/{demanda_id}", summary="Uma demanda que enviei")
async def ver(demanda_id: UUID, banco: Leitura, cidadao_id: Cidadao) -> DemandaEnviada:
    """Show a demand to its author; for anyone else it does not exist."""
    demanda = await estado.ler(banco, demanda_id, cidadao_id)
    if demanda is None:
        raise NaoEncontrado("Demanda não encontrada entre as que você enviou.", campo="demanda_id")
    return _enviada(demanda)


def _recibo(submissao: Submissao) -> Response:
    recibo = {
        "demanda_id": str(submissao.demanda_id),
        "situacao": estado.PENDENTE,
        "recebida_em": submissao.recebida_em,
        "acompanhamento": _acompanhamento(submissao.demanda_id),
    }
    cabecalhos = {"Location": f"/api/demandas/{submissao.demanda_id}"}
    return Response(orjson.dumps(recibo, option=orjson.OPT_UTC_Z), 201, cabecalhos, "application/json")


def _enviada(demanda: Demanda) -> DemandaEnviada:
    return DemandaEnviada(
        demanda_id=demanda.demanda_id,
        situacao=demanda.situacao,
        recebida_em=demanda.recebida_em,
        acompanhamento=_acompanhamento(demanda.demanda_id),
        relato=demanda.relato,
    )


def _acompanhamento(demanda_id: UUID) -> str:
    return f"/api/d7/timeline/{demanda_id}"
