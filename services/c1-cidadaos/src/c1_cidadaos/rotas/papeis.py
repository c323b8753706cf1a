"""Roles: given and taken by an operator; each change is an event."""

from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Depends
from pydantic import BaseModel

from c1_cidadaos.estado import contas
from c1_cidadaos.estado import papeis as estado
from nucleo import UnidadeDeTrabalho
from nucleo.erros import NaoEncontrado
from nucleo.eventos import CidadaoPapelAlterado
from nucleo.http import Identidade, Uow, exige_papel, limite

Papel = Literal["conselheiro", "moderador", "operador"]
Operador = Annotated[Identidade, Depends(exige_papel("operador"))]

papeis = APIRouter(
    prefix="/api/c1/cidadaos/{cidadao_id}/papeis", tags=["papéis"], dependencies=[Depends(limite("60/minute"))]
)


class Papeis(BaseModel):
    """Os papéis de uma conta. Valem a partir do próximo token de cada sessão sua."""

    cidadao_id: UUID
    papeis: list[str]


@papeis.get("", dependencies=[Depends(exige_papel("operador"))])
async def listar(cidadao_id: UUID, uow: Uow) -> Papeis:
    """Os papéis de uma conta."""
    return await _papeis(uow, cidadao_id)


@papeis.put("/{papel}")
async def conceder(cidadao_id: UUID, papel: Papel, quem: Operador, uow: Uow) -> Papeis:
    """Concede um papel; conceder de novo nada muda."""
    await _exigir_conta(uow, cidadao_id)
    if await estado.conceder(uow, cidadao_id, papel, str(quem.sub)):
        _anunciar(uow, cidadao_id, papel, quem, concedido=True)
    return await _papeis(uow, cidadao_id)


@papeis.delete("/{papel}")
async def retirar(cidadao_id: UUID, papel: Papel, quem: Operador, uow: Uow) -> Papeis:
    """Retira um papel; retirar o que não há nada muda."""
    if await estado.retirar(uow, cidadao_id, papel):
        _anunciar(uow, cidadao_id, papel, quem, concedido=False)
    return await _papeis(uow, cidadao_id)


def _anunciar(uow: UnidadeDeTrabalho, cidadao_id: UUID, papel: str, quem: Identidade, *, concedido: bool) -> None:
    uow.publicar(
        CidadaoPapelAlterado(
            cidadao_id=cidadao_id,
            papel=papel,
            concedido=concedido,
            concedido_por=str(quem.sub),
            timestamp_decisao=uow.agora(),
        )
    )


async def _papeis(uow: UnidadeDeTrabalho, cidadao_id: UUID) -> Papeis:
    await _exigir_conta(uow, cidadao_id)
    return Papeis(cidadao_id=cidadao_id, papeis=await estado.listar(uow, cidadao_id))


async def _exigir_conta(uow: UnidadeDeTrabalho, cidadao_id: UUID) -> None:
    if not await contas.existe(uow, cidadao_id):
        raise NaoEncontrado("Não há conta com este identificador.", campo="cidadao_id")
