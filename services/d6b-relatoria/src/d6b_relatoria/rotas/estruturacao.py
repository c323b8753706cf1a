"""Help with an update before it is sent: nothing is kept, nothing is published."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field

from d6b_relatoria.dominio import dia
from d6b_relatoria.dominio.campos import TEXTO_MAXIMO
from d6b_relatoria.sugestao.servico import Sugestoes
from nucleo.http import Conta, Uow, limite

estruturacao = APIRouter(prefix="/d6b", tags=["Relatoria"])


class Pedido(BaseModel):
    """O relato a estruturar; não é guardado."""

    model_config = ConfigDict(extra="forbid")

    texto: Annotated[str, Field(min_length=1, max_length=TEXTO_MAXIMO, examples=["Abri o protocolo 123 na SABESP"])]


class Sugestao(BaseModel):
    """Uma proposta automática: o conselheiro revê, corrige e confirma antes de qualquer publicação."""

    model_config = ConfigDict(from_attributes=True)

    tipo: str
    campos: dict[str, str]
    texto_sugerido: str
    fatos: list[str]
    interpretacoes: list[str]
    confianca: float
    origem: Literal["automatico"] = "automatico"
    metodo: str = ""


@estruturacao.post("/sugerir-estruturacao", dependencies=[Depends(limite("10/minute"))])
async def sugerir(pedido: Pedido, _: Conta, request: Request, uow: Uow) -> Sugestao:
    """Sugere o tipo, os campos e um texto neutro para uma atualização."""
    sugestoes: Sugestoes = request.app.state.colonia_viva.recursos[Sugestoes]
    metodo, sugestao = await sugestoes.sugerir(pedido.texto, dia.dia_de(uow.agora()))
    return Sugestao.model_validate(sugestao).model_copy(update={"metodo": metodo})
