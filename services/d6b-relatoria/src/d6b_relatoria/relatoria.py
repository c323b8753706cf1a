"""How what arrives changes a demand: it is opened under its lock, judged, stored and told."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from d6b_relatoria.dominio.atualizacao import Atualizacao
from d6b_relatoria.dominio.demanda import Demanda
from d6b_relatoria.estado import atualizacoes, demandas
from nucleo import Evento, UnidadeDeTrabalho


async def rever(uow: UnidadeDeTrabalho, abertas: Mapping[UUID, Demanda], causas: Mapping[UUID, Evento[Any]]) -> None:
    """Settle demands of which something new is known, and judge again what waits for it; `causas` are by demand."""
    for demanda_id, demanda in abertas.items():
        demanda.acertar(causas.get(demanda_id))
    espera = await atualizacoes.a_julgar(uow, abertas)
    for atualizacao in espera:
        abertas[atualizacao.demanda_id].julgar(atualizacao)
    await fechar(uow, abertas.values(), espera)


async def fechar(
    uow: UnidadeDeTrabalho, abertas: Collection[Demanda], atualizacoes_julgadas: Sequence[Atualizacao] = ()
) -> None:
    """Store what changed and publish what happened, in one unit of work: neither exists without the other."""
    await atualizacoes.gravar(uow, atualizacoes_julgadas)
    await demandas.gravar(uow, abertas)
    for demanda in abertas:
        for fato in demanda.fatos:
            uow.publicar(fato.payload, causa=fato.causa, semente=fato.semente, versao=fato.versao)
