"""How a demand takes, changes and leaves its place in the queue of a unit: the only code that moves the queues."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from d4_ranking.dominio.calculo import Calculo
from d4_ranking.dominio.fila import Fila, marcar_instante
from d4_ranking.estado import calculos, contagem, filas
from d4_ranking.estado.gravacao import gravar
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import Breakdown, DemandaRanqueada

Pedido = tuple[Calculo, Evento[Any] | None]
"""A calculation to place, and the event that asked for it (None: new parameters did)."""


@dataclass(frozen=True, slots=True)
class Aberto:
    """What is locked and known: queues by unit, the last calculation of each demand, members of aggregates."""

    filas: dict[UUID, Fila]
    ultimos: dict[UUID, Calculo]
    agregadas: set[UUID]


async def abrir(uow: UnidadeDeTrabalho, demandas: Collection[UUID], unidades: Collection[UUID] = ()) -> Aberto:
    """Lock the queues of these units, and those where these demands are now, and read what is known of the demands."""
    abertas = await filas.abrir(uow, unidades, demandas)
    return Aberto(abertas, *await calculos.conhecidos(uow, demandas))


async def colocar(uow: UnidadeDeTrabalho, aberto: Aberto, pedidos: Sequence[Pedido], motivo: str) -> None:
    """Put each calculation in the place of the one before it, in order, and publish the active ones.

    Every position is exact at its moment: as if each demand had come in a batch of its own.
    """
    if not pedidos:
        return
    novos = [calculo for calculo, _ in pedidos]
    antes = await contagem.quantas_antes(uow, novos)
    for (calculo, causa), a_frente in zip(pedidos, antes, strict=True):
        anterior = aberto.ultimos.get(calculo.demanda_id)
        destino = aberto.filas[calculo.unidade_civica_id]
        origem = aberto.filas[anterior.unidade_civica_id] if anterior else destino
        calculo.calculado_em = marcar_instante(uow.agora(), destino, origem)
        if anterior and anterior.ativo:
            origem.sair(anterior.chave)
        if calculo.ativo:
            calculo.posicao, calculo.total = destino.entrar(calculo.chave, a_frente), destino.total
            destino.ate_event_id = origem.ate_event_id = _publicar(uow, calculo, causa)
        aberto.ultimos[calculo.demanda_id] = calculo
    await gravar(uow, novos, aberto.filas, motivo)


def _publicar(uow: UnidadeDeTrabalho, calculo: Calculo, causa: Evento[Any] | None) -> UUID:
    assert calculo.posicao is not None
    assert calculo.total is not None
    payload = DemandaRanqueada(
        demanda_id=calculo.demanda_id,
        unidade_civica_id=calculo.unidade_civica_id,
        categoria_id=calculo.categoria_id,
        nivel_precedencia=calculo.nivel_precedencia,
        score_final=calculo.fatores.score_final,
        breakdown=Breakdown(
            peso_nacional=calculo.fatores.peso_nacional,
            peso_situacional=calculo.fatores.peso_situacional,
            score_horizontal=calculo.fatores.score_horizontal,
        ),
        posicao_no_ranking=calculo.posicao,
        total_demandas_na_uc=calculo.total,
        versao_parametros=calculo.versao_parametros,
        timestamp_calculo=calculo.calculado_em,
    )
    semente = (calculo.demanda_id, calculo.versao_categorizacao, calculo.versao_parametros)
    return uow.publicar(payload, causa=causa, semente=semente)
