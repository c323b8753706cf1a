"""What D-4 does with each event that it consumes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from d4_ranking import parametros, ranking
from d4_ranking.dominio.calculo import Calculo
from d4_ranking.dominio.parametros import Parametros
from d4_ranking.estado import calculos, filas
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import DemandaCategorizada, DuplicidadeAgregada


async def ranquear(eventos: Sequence[Evento[DemandaCategorizada]], uow: UnidadeDeTrabalho) -> None:
    """Score each demand and find its place in its unit (Spec D-4, "Lógica de cálculo").

    A demand without a unit has no queue to enter: it comes again, in a higher version, when it has one.
    """
    vigente = parametros.vigente(uow.agora())
    pedidos = [
        (_calcular(evento.payload, unidade, vigente), evento)
        for evento in eventos
        if (unidade := evento.payload.unidade_civica_id) is not None
    ]
    demandas = {calculo.demanda_id for calculo, _ in pedidos}
    aberto = await ranking.abrir(uow, demandas, {calculo.unidade_civica_id for calculo, _ in pedidos})
    for calculo, _ in pedidos:
        calculo.ativo = calculo.demanda_id not in aberto.agregadas
    await ranking.colocar(uow, aberto, list(_mais_novos(pedidos, aberto.ultimos)), "demanda_categorizada")


async def desativar_membros(evento: Evento[DuplicidadeAgregada], uow: UnidadeDeTrabalho) -> None:
    """Take the members of an aggregate out of the ranking, those still to be ranked too; the representative stays."""
    membros = set(evento.payload.membros) - {evento.payload.representante}
    await filas.reservar(uow)
    await calculos.agregar(uow, membros)
    aberto = await ranking.abrir(uow, membros)
    inativos = [(replace(calculo, ativo=False), evento) for calculo in aberto.ultimos.values() if calculo.ativo]
    await ranking.colocar(uow, aberto, inativos, "duplicidade_agregada")


def _calcular(demanda: DemandaCategorizada, unidade: UUID, vigente: Parametros) -> Calculo:
    return Calculo(
        demanda_id=demanda.demanda_id,
        unidade_civica_id=unidade,
        categoria_id=demanda.categoria_id,
        nivel_precedencia=demanda.nivel_precedencia,
        versao_categorizacao=demanda.versao_categorizacao,
        fatores=vigente.fatores(unidade, demanda.nivel_precedencia, demanda.score_horizontal),
        versao_parametros=vigente.versao,
    )


def _mais_novos(pedidos: Sequence[ranking.Pedido], ultimos: Mapping[UUID, Calculo]) -> Iterator[ranking.Pedido]:
    """Drop the categorisations that are not newer than what is already known of their demand."""
    versoes = {demanda: calculo.versao_categorizacao for demanda, calculo in ultimos.items()}
    for calculo, causa in pedidos:
        if calculo.versao_categorizacao > versoes.get(calculo.demanda_id, 0):
            versoes[calculo.demanda_id] = calculo.versao_categorizacao
            yield calculo, causa
