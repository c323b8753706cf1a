"""What a route asks for to touch the colony's state; the commit happens before the answer is sent."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Request

from nucleo.banco import Sessao
from nucleo.http.correlacao import correlacao_id
from nucleo.uow import UnidadeDeTrabalho


async def _unidade(request: Request) -> AsyncIterator[UnidadeDeTrabalho]:
    viva = request.app.state.colonia_viva
    viva.exigir_preparada()
    rastro = request.scope.get("state", {}).get("rastro")
    async with viva.unidade(correlacao_id=correlacao_id(), rastro=rastro) as uow:
        yield uow


async def _leitura(request: Request) -> AsyncIterator[Sessao]:
    viva = request.app.state.colonia_viva
    viva.exigir_preparada()
    async with viva.leitura() as sessao:
        yield sessao


Uow = Annotated[UnidadeDeTrabalho, Depends(_unidade, scope="function")]
"""One unit of work for the request: committed when the route returns, rolled back when it raises."""

Leitura = Annotated[Sessao, Depends(_leitura, scope="function")]
"""A session that only reads, given back to the pool before the answer is sent."""
