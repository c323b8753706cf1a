"""What counsellors may know of their own situation, and of nobody else's."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel

from d6a_sorteio.dominio.situacao import Status, status, suspensao
from d6a_sorteio.estado import leitura
from nucleo.erros import Invalido, NaoEncontrado
from nucleo.http import Conta, Leitura, Uow, limite

proprias = APIRouter(prefix="/d6a/conselheiros/me", tags=["conselheiros"], dependencies=[Depends(limite("60/minute"))])


class DemandaAtiva(BaseModel):
    """A demanda que está com o conselheiro, como a agenda a ofereceu."""

    demanda_id: UUID
    sorteio_id: UUID
    unidade_civica_id: UUID
    categoria_id: str
    nivel_precedencia: int
    score_final: float
    grupo_id: UUID | None
    atribuida_em: datetime


class Atribuicao(BaseModel):
    """Uma demanda que esteve, ou está, com o conselheiro; `desfecho` diz como terminou."""

    demanda_id: UUID
    sorteio_id: UUID
    atribuida_em: datetime
    encerrada_em: datetime | None
    desfecho: str | None


class Situacao(BaseModel):
    """A situação de um conselheiro."""

    conselheiro_id: UUID
    status: Status
    unidade_civica_id: UUID
    capacitacao_concluida: bool
    demanda_ativa: DemandaAtiva | None
    recusas_restantes: int
    suspenso_ate: datetime | None
    historico: list[Atribuicao]
    proximo: UUID | None


@proprias.get("/situacao", summary="A minha situação de conselheiro")
async def situacao(
    cidadao_id: Conta,
    banco: Leitura,
    uow: Uow,
    depois: Annotated[UUID | None, Query(description="O `proximo` da página anterior do histórico")] = None,
    limite: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Situacao:
    """O status, a demanda ativa, as recusas que restam e o histórico, do mais novo ao mais antigo."""
    quem = await leitura.conselheiro(banco, cidadao_id)
    if quem is None:
        raise NaoEncontrado("Você ainda não se cadastrou como conselheiro.")
    linhas = await leitura.historico(banco, quem["conselheiro_id"], depois, limite + 1)
    if depois is not None and not linhas:
        raise Invalido("depois", "Não há página do seu histórico depois deste sorteio.")
    ativa = await leitura.ativa(banco, quem["conselheiro_id"])
    suspenso_ate = suspensao(quem["suspenso_ate"], uow.agora())
    apto = quem["capacitado"] and quem["em_mandato"]
    return Situacao(
        conselheiro_id=quem["conselheiro_id"],
        status=status(ocupado=quem["ocupado_com"] is not None, apto=apto, suspenso=suspenso_ate is not None),
        unidade_civica_id=quem["unidade_civica_id"],
        capacitacao_concluida=quem["capacitado"],
        demanda_ativa=None if ativa is None else DemandaAtiva.model_validate({**ativa}),
        recusas_restantes=0 if suspenso_ate else max(uow.config.recusas_limite - quem["recusas"], 0),
        suspenso_ate=suspenso_ate,
        historico=[Atribuicao.model_validate({**linha}) for linha in linhas[:limite]],
        proximo=linhas[limite - 1]["sorteio_id"] if len(linhas) > limite else None,
    )
