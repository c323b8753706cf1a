"""What D-3 does with each event that it consumes: two halves of a demand, in any order, a batch at a time."""

from collections.abc import Sequence
from typing import TypeVar

from d3_categorizacao import publicacao
from d3_categorizacao.analise import analisar
from d3_categorizacao.dominio.classificador import Classificador
from d3_categorizacao.estado import juncao, pessoas
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import CidadaoVinculado, DemandaGeorreferenciada, DemandaNormalizada

P = TypeVar("P", DemandaNormalizada, DemandaGeorreferenciada)


async def categorizar(eventos: Sequence[Evento[DemandaNormalizada]], uow: UnidadeDeTrabalho) -> None:
    """Classify each text; publish those sure enough whose unit is already known (spec D-3, "Lógica")."""
    classificador = uow.recurso(Classificador)
    limiares = uow.config.limiares
    analises = [analisar(evento, classificador, limiares) for evento in _primeiros(eventos)]
    unidades = await juncao.guardar_textos(uow, analises)
    for a in analises:
        unidade = unidades.get(a.versao.demanda_id)
        if unidade is not None and a.versao.versao:
            demanda = juncao.Categorizada(a.versao, unidade, a.evento.event_id, a.evento.correlacao_id)
            publicacao.publicar(uow, demanda, a.evento.rastro)


async def situar(eventos: Sequence[Evento[DemandaGeorreferenciada]], uow: UnidadeDeTrabalho) -> None:
    """Keep the unit of each demand; publish the categorisations that were waiting for it."""
    primeiros = {e.payload.demanda_id: e for e in _primeiros(eventos)}
    for demanda in await juncao.guardar_unidades(uow, list(primeiros.values())):
        publicacao.publicar(uow, demanda, primeiros[demanda.versao.demanda_id].rastro)


async def vincular(eventos: Sequence[Evento[CidadaoVinculado]], uow: UnidadeDeTrabalho) -> None:
    """What a device contested, its account has contested."""
    pares = [(e.payload.cidadao_id_anonimo, (e.payload.timestamp_vinculo, e.payload.cidadao_id)) for e in eventos]
    await pessoas.vincular(uow, dict(sorted(pares, reverse=True)))  # of two accounts, the first stays


def _primeiros(eventos: Sequence[Evento[P]]) -> list[Evento[P]]:
    """One event a demand: a demand is normalised once and located once, and the first word stands."""
    por_demanda: dict[object, Evento[P]] = {}
    for evento in eventos:
        por_demanda.setdefault(evento.payload.demanda_id, evento)
    return list(por_demanda.values())
