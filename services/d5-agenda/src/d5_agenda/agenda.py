"""How demands change: facts come in, and what follows from them is stored, grouped and announced, once a batch."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID

from d5_agenda import anuncio, grupos
from d5_agenda.dominio.demanda import Demanda
from d5_agenda.estado import demandas, vizinhanca
from d5_agenda.estado.gravacao import Mudanca, gravar
from nucleo import Evento, UnidadeDeTrabalho

Causas = Mapping[UUID, Evento[Any]]
"""The last event that speaks of each demand."""


@asynccontextmanager
async def mudar(uow: UnidadeDeTrabalho, causas: Causas) -> AsyncIterator[dict[UUID, Demanda]]:
    """Lend the demands that these events speak of; what the block tells them takes effect when it ends."""
    await demandas.reservar(uow)
    conhecidas = await demandas.ler(uow, causas)
    antes = {demanda_id: replace(demanda) for demanda_id, demanda in conhecidas.items()}
    yield conhecidas
    for demanda in conhecidas.values():
        demanda.derivar()
    mudancas = [Mudanca(antes[demanda.demanda_id], demanda) for demanda in conhecidas.values()]
    mudancas = [mudanca for mudanca in mudancas if mudanca.antes != mudanca.depois]
    if mudancas:
        await _aplicar(uow, mudancas, causas)


async def _aplicar(uow: UnidadeDeTrabalho, mudancas: list[Mudanca], causas: Causas) -> None:
    no_mapa = [m for m in mudancas if m.antes.ponto != m.depois.ponto]
    entradas = [m.depois.ponto for m in no_mapa if m.depois.ponto]
    saidas = [m.antes.ponto for m in no_mapa if m.antes.ponto]
    perdidas = await vizinhanca.perdidas(uow, saidas) if saidas else []
    await gravar(uow, mudancas, next(iter(causas.values())).tipo)
    await grupos.refazer(uow, entradas, saidas, perdidas)
    await anuncio.anunciar(uow, {unidade: causas[m.depois.demanda_id] for m in mudancas for unidade in m.unidades})
