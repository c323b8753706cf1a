"""A person whom a provider identified enters: their account, made on the first time, and the device they came with."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from c1_cidadaos.dominio import perfil
from c1_cidadaos.estado import contas
from c1_cidadaos.provedores.provedor import Provedor
from nucleo import UnidadeDeTrabalho
from nucleo.eventos import CidadaoCadastrado, CidadaoVinculado


async def conta_de(uow: UnidadeDeTrabalho, provedor: Provedor, declaracoes: Mapping[str, Any]) -> UUID:
    """Return the account of whom `declaracoes` identifies: the same for ever, whatever else the provider says."""
    emissor, sub = provedor.emissor.url, declaracoes["sub"]
    conhecida = await contas.achar(uow, emissor, sub)
    if conhecida is not None:
        return conhecida
    sugestao = perfil.sugestao(declaracoes).model_dump()
    nova = await contas.criar(uow, emissor, sub, provedor.sigla, sugestao)
    if nova is None:  # two logins at once: the other one made it
        return await conta_de(uow, provedor, declaracoes)
    uow.publicar(CidadaoCadastrado(cidadao_id=nova, auth_provider=provedor.sigla, timestamp_cadastro=uow.agora()))
    return nova


async def vincular(uow: UnidadeDeTrabalho, provedor: Provedor, anonimo: UUID, cidadao_id: UUID) -> None:
    """Give the device's anonymous identifier to the account, unless it belongs to one already (Spec C-1)."""
    if await contas.vincular(uow, anonimo, cidadao_id):
        uow.publicar(
            CidadaoVinculado(
                cidadao_id=cidadao_id,
                cidadao_id_anonimo=anonimo,
                auth_provider=provedor.sigla,
                timestamp_vinculo=uow.agora(),
            )
        )
