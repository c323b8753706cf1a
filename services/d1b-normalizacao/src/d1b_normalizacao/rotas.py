"""What moderators and operators may look at: the derived version and the raw it came from."""

from typing import Any
from uuid import UUID

from fastapi import APIRouter, Depends
from sqlmodel import col, select

from d1b_normalizacao.estado import Normalizacao
from nucleo.erros import NaoEncontrado
from nucleo.http import Leitura, exige_papel

internas = APIRouter(
    prefix="/api/d1b", tags=["Normalização"], dependencies=[Depends(exige_papel("moderador", "operador"))]
)


@internas.get("/demandas/{demanda_id}", summary="Versões normalizadas de uma demanda, com o texto bruto")
async def ver(demanda_id: UUID, banco: Leitura) -> list[dict[str, Any]]:
    """List every version, newest first."""
    consulta = select(Normalizacao).where(Normalizacao.demanda_id == demanda_id)
    versoes = (await banco.exec(consulta.order_by(col(Normalizacao.criado_em).desc()))).all()
    if not versoes:
        raise NaoEncontrado("Não há demanda normalizada com este identificador.", campo="demanda_id")
    return [versao.model_dump(mode="json") for versao in versoes]
