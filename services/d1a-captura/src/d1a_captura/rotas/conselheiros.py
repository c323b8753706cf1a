"""Asking to be a counsellor, and refusing a demand: said here, decided by D-6a."""

from datetime import datetime, timedelta
from uuid import UUID

from fastapi import APIRouter, Depends
from pydantic import BaseModel

from d1a_captura import evento
from d1a_captura.dominio.atribuicao import impedimento
from d1a_captura.dominio.conselho import Candidatura, Recusa
from d1a_captura.estado import atribuicoes, unidades
from d1a_captura.estado import conselheiros as estado
from d1a_captura.rotas.teto import teto
from nucleo.erros import Invalido
from nucleo.http import Conta, Uow, limite

conselheiros = APIRouter(tags=["Conselheiros"], dependencies=[Depends(teto), Depends(limite("5/minute"))])

SITUACAO = "/d6a/conselheiros/me/situacao"
_REPETICAO = timedelta(minutes=1)  # within it, asking the same again is the same request


class CandidaturaRecebida(BaseModel):
    """What was asked, and where to see what became of it."""

    unidade_civica_id: UUID
    capacitacao_concluida: bool
    registrada_em: datetime
    acompanhamento: str = SITUACAO


class RecusaRecebida(BaseModel):
    """What was refused, and where to see what became of it."""

    demanda_id: UUID
    motivo: str
    recusada_em: datetime
    acompanhamento: str = SITUACAO


@conselheiros.post("/api/conselheiros", status_code=202, summary="Quero ser conselheiro")
async def candidatar(cidadao_id: Conta, pedido: Candidatura, uow: Uow) -> CandidaturaRecebida:
    """Take the wish to act in a unit; asking again, for another unit or after the training, changes it."""
    if not await unidades.em_vigor(uow, pedido.unidade_civica_id):
        raise Invalido("unidade_civica_id", "Não há unidade cívica em vigor com este identificador.")
    agora = uow.agora()
    dados = pedido.model_dump()
    anterior = await estado.candidatar(uow, cidadao_id, **dados, desde=agora - _REPETICAO)
    if anterior is None:
        uow.publicar(evento.conselheiro_cadastrado(cidadao_id, pedido, agora))
    return CandidaturaRecebida(**dados, registrada_em=anterior or agora)


@conselheiros.post("/api/demandas/{demanda_id}/recusas", status_code=202, summary="Recusar a demanda que me coube")
async def recusar(demanda_id: UUID, cidadao_id: Conta, recusa: Recusa, uow: Uow) -> RecusaRecebida:
    """Take the refusal of the attribution in force, once: 404 without one, 403 when not theirs, 409 when it ended."""
    if not await atribuicoes.recusar(uow, demanda_id, cidadao_id, recusa.motivo):
        sabidas = await atribuicoes.das_demandas(uow, [demanda_id])
        raise impedimento(sabidas.get(demanda_id, ()), cidadao_id)
    agora = uow.agora()
    uow.publicar(evento.atribuicao_recusada(demanda_id, cidadao_id, recusa, agora))
    return RecusaRecebida(demanda_id=demanda_id, motivo=recusa.motivo, recusada_em=agora)
