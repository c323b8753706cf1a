"""Help with an update before it is sent: nothing is kept, nothing is published."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field

from d6b_relatoria.dominio import dia
from d6b_relatoria.dominio.campos import TEXTO_MAXIMO
from d6b_relatoria.sugestao.servico import Sugestoes
from nucleo.http import Conta, limite
from nucleo.operacao import Viva

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
async def sugerir(pedido: Pedido, _: Conta, viva: Viva) -> Sugestao:
    """Sugere o tipo, os campos e um texto neutro para uma atualização."""
    hoje = dia.dia_de(viva.oficina.fontes.agora())
    metodo, sugestao = await viva.recursos[Sugestoes].sugerir(pedido.texto, hoje)
    return Sugestao.model_validate(sugestao).model_copy(update={"metodo": metodo})
