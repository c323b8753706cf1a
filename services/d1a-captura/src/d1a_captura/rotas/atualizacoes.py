"""What a counsellor tells of the demand that they follow: checked here, published by D-6b."""

import re
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import orjson
from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel

from d1a_captura.andamento import Andamento, Registrada
from d1a_captura.dominio.atualizacao import AtualizacaoEnviada, faltas
from d1a_captura.dominio.impressao import imprimir_atualizacao
from d1a_captura.estado.atribuicoes import Envio
from d1a_captura.rotas.quente import RotaQuente
from nucleo.erros import Invalido
from nucleo.escopo import cabecalho
from nucleo.http import Conta, correlacao_id, limite

atualizacoes = APIRouter(route_class=RotaQuente, tags=["Conselheiros"])

_CHAVE = re.compile(r"[!-~]{1,255}")
_CABECALHO = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "Distingue duas atualizações iguais em tudo; sem ela, a segunda é a mesma que a primeira. "
    "Com o que já acompanhou outra atualização da demanda, a resposta é 422.",
    "schema": {"type": "string", "pattern": f"^{_CHAVE.pattern}$"},
}


class AtualizacaoRecebida(BaseModel):
    """Under which id an update is kept, and where to see what becomes of it."""

    atualizacao_id: UUID
    demanda_id: UUID
    tipo: str
    registrada_em: datetime
    acompanhamento: str


async def ha_lugar(request: Request) -> None:
    """Refuse with 503, before anything is read, what would wait for too long."""
    viva = request.app.state.colonia_viva
    viva.exigir_preparada()
    viva.recursos[Andamento].exigir_lugar()


async def chave_de_idempotencia(request: Request) -> str:
    """Return the `Idempotency-Key` of a request; empty when there is none."""
    chave = cabecalho(request.scope, b"idempotency-key")
    if chave is not None and not _CHAVE.fullmatch(chave):
        raise Invalido("Idempotency-Key", "Deve ter de 1 a 255 caracteres ASCII visíveis.")
    return chave or ""


@atualizacoes.post(
    "/api/demandas/{demanda_id}/atualizacoes",
    status_code=201,
    summary="Contar o que fiz pela demanda que acompanho",
    response_model=AtualizacaoRecebida,
    responses={200: {"model": AtualizacaoRecebida, "description": "Esta atualização já tinha sido enviada"}},
    openapi_extra={"parameters": [_CABECALHO]},
    dependencies=[Depends(ha_lugar), Depends(limite("10/minute"))],
)
async def atualizar(
    demanda_id: UUID,
    cidadao_id: Conta,
    chave: Annotated[str, Depends(chave_de_idempotencia)],
    atualizacao: AtualizacaoEnviada,
    request: Request,
) -> Response:
    """Check an update and keep it, once: 404 without an attribution, 403 when not theirs, 409 when it ended."""
    viva = request.app.state.colonia_viva
    fontes = viva.oficina.fontes
    agora = fontes.agora()
    if erros := [{"campo": campo, "detalhe": detalhe} for campo, detalhe in faltas(atualizacao, agora)]:
        raise Invalido(**erros[0], errors=erros)
    envio = Envio(
        fontes.novo_id(),
        demanda_id,
        cidadao_id,
        imprimir_atualizacao(atualizacao, chave),
        chave or None,
        atualizacao,
        agora,
        correlacao_id(),
        request.scope["state"].get("rastro"),
    )
    return _recibo(envio, await viva.recursos[Andamento].receber(envio))


def _recibo(envio: Envio, registrada: Registrada) -> Response:
    acompanhamento = f"/d6b/demandas/{envio.demanda_id}/acompanhamento"
    recibo: dict[str, Any] = {
        "atualizacao_id": str(registrada.atualizacao_id),
        "demanda_id": str(envio.demanda_id),
        "tipo": envio.atualizacao.tipo,
        "registrada_em": registrada.registrada_em,
        "acompanhamento": acompanhamento,
    }
    corpo = orjson.dumps(recibo, option=orjson.OPT_UTC_Z)
    return Response(corpo, 201 if registrada.nova else 200, {"Location": acompanhamento}, "application/json")
