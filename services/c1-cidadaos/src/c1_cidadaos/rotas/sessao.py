"""Staying and leaving: the next token of a session, and its end."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from c1_cidadaos import sessao as sessoes
from c1_cidadaos.dominio.segredos import Renovacao
from c1_cidadaos.estado.sessoes import encerrar
from c1_cidadaos.rotas import cookies
from c1_cidadaos.rotas.tokens import Tokens, responder_tokens
from nucleo.erros import NaoAutenticado
from nucleo.http import Uow, limite, responder

sessao = APIRouter(prefix="/api/sessao", tags=["sessão"], dependencies=[Depends(limite("60/minute"))])


class Apresentada(BaseModel):
    """A sessão de quem não a guarda num cookie."""

    model_config = ConfigDict(extra="forbid")

    token_renovacao: Annotated[str, Field(max_length=200)]


@sessao.post("/renovar", response_model=Tokens)
async def renovar(request: Request, uow: Uow, dados: Apresentada | None = None) -> Response:
    """Troca o token de renovação pelo próximo e dá um token novo, com os papéis de agora.

    Cada token de renovação vale uma vez; repetir um já trocado encerra a sessão, porque alguém o copiou.
    """
    apresentada = _apresentada(request, uow, dados)
    aberta = await sessoes.renovar(uow, apresentada) if apresentada is not None else None
    if aberta is None:
        resposta = responder(NaoAutenticado("Sua sessão terminou. Entre de novo na sua conta."))
        cookies.esquecer_sessao(resposta, uow.config)
        return resposta  # not raised: what ended must stay ended
    resposta = responder_tokens(aberta, no_corpo=dados is not None)
    if dados is None:
        cookies.guardar_sessao(resposta, uow.config, aberta)
    return resposta


@sessao.post("/sair", status_code=204)
async def sair(request: Request, uow: Uow, dados: Apresentada | None = None) -> Response:
    """Encerra a sessão; um token já emitido ainda vale até vencer, em minutos."""
    apresentada = _apresentada(request, uow, dados)
    if apresentada is not None:
        await encerrar(uow, apresentada.sessao_id)
    resposta = Response(status_code=204)
    cookies.esquecer_sessao(resposta, uow.config)
    return resposta


def _apresentada(request: Request, uow: Uow, dados: Apresentada | None) -> Renovacao | None:
    texto = dados.token_renovacao if dados is not None else cookies.sessao_do_navegador(request, uow.config)
    return Renovacao.ler(texto) if texto is not None else None
