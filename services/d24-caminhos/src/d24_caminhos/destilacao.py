"""How closed demands become cases, and cases profiles: the only code that moves either."""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from d24_caminhos.dominio.caso import Caso, Fecho, encerrar
from d24_caminhos.estado import casos, fatos, perfis
from nucleo import UnidadeDeTrabalho


async def rever(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> None:
    """Make the cases of these demands what is now known of them. Whatever came last, the same cases result.

    Almost every demand of a batch is still open: it costs one look at its key.
    """
    fechos = await fatos.fechos(uow, demandas)
    if not fechos:
        return
    antes, depois = await casos.conhecidos(uow, fechos), await _encerradas(uow, fechos)
    saem = [caso for demanda_id, caso in antes.items() if depois.get(demanda_id) != caso]
    entram = [caso for demanda_id, caso in depois.items() if antes.get(demanda_id) != caso]
    if saem or entram:
        await casos.trocar(uow, saem, entram)
        await perfis.contar(uow, saem, entram)


async def _encerradas(uow: UnidadeDeTrabalho, fechos: Mapping[UUID, Sequence[Fecho]]) -> dict[UUID, Caso]:
    pares = await fatos.pares(uow, fechos)
    atualizacoes = await fatos.atualizacoes(uow, pares)
    return {
        demanda_id: encerrar(demanda_id, par, fechos[demanda_id], atualizacoes.get(demanda_id, ()))
        for demanda_id, par in pares.items()
    }
