"""The rebuild of cases and profiles, for operators (Spec D-24, "Endpoint administrativo"). D-7 serves the public."""

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel

from d24_caminhos.estado import publicacao
from nucleo.http import exige_papel, limite
from nucleo.reconstrucao import reconstruir

operacao = APIRouter(prefix="/api/d24", tags=["Operação"], dependencies=[Depends(exige_papel("operador"))])


class Reconstruida(BaseModel):
    """O que a reconstrução releu do log, e em quanto tempo."""

    eventos: int
    segundos: float


@operacao.post("/rebuild", summary="Reconstruir casos e perfis", dependencies=[Depends(limite("1/hour"))])
async def reconstruir_caminhos(request: Request) -> Reconstruida:
    """Relê todo o log ao lado dos casos e perfis em uso e os troca de uma vez.

    Depois confere cada perfil com o que já está publicado, e só publica o que for diferente. 409 quando já há uma
    reconstrução em andamento.
    """
    viva = request.app.state.colonia_viva
    feita = await reconstruir(viva)
    async with viva.unidade() as uow:
        await publicacao.cobrar_os_sumidos(uow)
    return Reconstruida(eventos=feita.eventos, segundos=feita.segundos)
