"""Help with the text of a report, before it is sent. Spec D-1a, "Assistência de texto"."""

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field

from d1a_captura.assistencia.servico import Assistencia
from d1a_captura.dominio.entrada import TEXTO_MAXIMO
from d1a_captura.dominio.revisao import Tipo
from nucleo.http import limite
from nucleo.operacao import Viva

assistencia = APIRouter(prefix="/api/assistencia", tags=["Assistência de texto"])


class Pedido(BaseModel):
    """The text to review; it is neither kept nor logged."""

    model_config = ConfigDict(extra="forbid")

    texto: Annotated[
        str, Field(min_length=1, max_length=TEXTO_MAXIMO, examples=["Falta iluminasão na Rua das Acácias"])
    ]


class SugestaoFeita(BaseModel):
    """One remark; `inicio` and `fim` count characters of the text (in NFC), absent when it is about the whole."""

    model_config = ConfigDict(from_attributes=True)

    tipo: Tipo
    codigo: str
    mensagem: str
    inicio: int | None
    fim: int | None
    alternativas: list[str]


class Resposta(BaseModel):
    """What the reviser says; with `disponivel` false the citizen goes on without it."""

    disponivel: bool
    motor: str | None = None
    sugestoes: list[SugestaoFeita] = []
    texto_sugerido: str | None = None


@assistencia.post("/texto", summary="Rever um texto", dependencies=[Depends(limite("10/minute"))])
async def rever(pedido: Pedido, viva: Viva) -> Resposta:
    """Suggest spelling and clarity. The citizen decides; nothing of the text stays here."""
    revisor: Assistencia = viva.recursos[Assistencia]
    try:
        motor, revisao = await revisor.revisar(pedido.texto)
    except Exception as erro:  # whatever stops an engine, the citizen goes on without it
        viva.log.warning("assistência de texto ausente", erro=type(erro).__name__)
        return Resposta(disponivel=False)
    sugestoes = [SugestaoFeita.model_validate(s) for s in revisao.sugestoes]
    return Resposta(disponivel=True, motor=motor, sugestoes=sugestoes, texto_sugerido=revisao.texto_sugerido)
