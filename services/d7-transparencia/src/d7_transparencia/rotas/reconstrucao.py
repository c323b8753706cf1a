"""The rebuild of the projections, for operators (Spec D-7, POST /api/d7/rebuild)."""

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel

from nucleo.http import exige_papel, limite
from nucleo.reconstrucao import reconstruir

reconstrucao = APIRouter(prefix="/api/d7", tags=["Operação"], dependencies=[Depends(exige_papel("operador"))])


class Reconstruida(BaseModel):
    """O que a reconstrução releu do log, e em quanto tempo."""

    eventos: int
    segundos: float


@reconstrucao.post("/rebuild", summary="Reconstruir as projeções", dependencies=[Depends(limite("1/hour"))])
async def reconstruir_projecoes(request: Request) -> Reconstruida:
    """Relê todo o log ao lado das projeções em uso e as troca de uma vez. Responde quando as novas já respondem.

    409 quando já há uma reconstrução em andamento.
    """
    feita = await reconstruir(request.app.state.colonia_viva)
    return Reconstruida(eventos=feita.eventos, segundos=feita.segundos)
