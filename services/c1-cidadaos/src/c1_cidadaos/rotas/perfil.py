"""What a citizen declares about themselves, seen and changed by them alone."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Depends
from pydantic import BaseModel

from c1_cidadaos.dominio.perfil import Declaracao
from c1_cidadaos.estado import contas, unidades
from c1_cidadaos.estado import papeis as papeis_da_conta
from nucleo import UnidadeDeTrabalho
from nucleo.erros import Invalido, NaoEncontrado
from nucleo.eventos import CidadaoPerfilAtualizado
from nucleo.http import Conta, Leitura, Uow, limite

perfil = APIRouter(tags=["perfil"])


class Perfil(BaseModel):
    """O cidadão: o que declara, por onde entra e o que pode fazer."""

    cidadao_id: UUID
    auth_provider: str
    criada_em: datetime
    papeis: list[str]
    nome: str | None
    email: str | None
    avatar_url: str | None
    endereco: str | None
    unidade_civica_id: UUID | None


@perfil.get("/api/perfil", dependencies=[Depends(limite("60/minute"))])
async def ver(quem: Conta, banco: Leitura) -> Perfil:
    """O perfil de quem pergunta."""
    return _perfil(await contas.perfil(banco, quem), await papeis_da_conta.listar(banco, quem))


@perfil.put("/api/perfil", dependencies=[Depends(limite("20/minute"))])
async def mudar(quem: Conta, declarado: Declaracao, uow: Uow) -> Perfil:
    """Muda o que se declara. Um campo ausente fica como está; nulo o apaga."""
    atual = await contas.perfil_a_mudar(uow, quem)
    if atual is not None and (mudancas := declarado.mudancas(atual)):
        atual |= mudancas
        await _guardar(uow, atual, sorted(mudancas))
    return _perfil(atual, await papeis_da_conta.listar(uow, quem))


async def _guardar(uow: UnidadeDeTrabalho, perfil: Mapping[str, Any], campos: Sequence[str]) -> None:
    unidade = perfil["unidade_civica_id"]
    if "unidade_civica_id" in campos and unidade is not None and not await unidades.existe(uow, unidade):
        raise Invalido("unidade_civica_id", "Não há unidade cívica com este identificador.")
    await contas.declarar(uow, perfil)
    uow.publicar(
        CidadaoPerfilAtualizado(
            cidadao_id=perfil["cidadao_id"],
            campos=list(campos),
            unidade_civica_id=unidade,
            timestamp_atualizacao=uow.agora(),
        )
    )


def _perfil(declarado: Mapping[str, Any] | None, papeis: Sequence[str]) -> Perfil:
    if declarado is None:
        raise NaoEncontrado("Esta conta não tem cadastro.", campo="cidadao_id")
    return Perfil.model_validate({**declarado, "papeis": papeis})
