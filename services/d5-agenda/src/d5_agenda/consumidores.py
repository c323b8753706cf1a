"""What D-5 does with each event that it consumes: it tells the demands, and the backlog follows (see `agenda`)."""

from collections.abc import Sequence

from d5_agenda import agenda, anuncio
from d5_agenda.dominio.demanda import Ranking
from d5_agenda.dominio.ordem import NIVEIS, conferir_fatias
from d5_agenda.dominio.trabalho import Status
from d5_agenda.estado import demandas, unidades
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import (
    ConselheiroCicloConcluido,
    ConselheiroDemandaIniciada,
    ConselheiroSorteado,
    DemandaConcluida,
    DemandaConclusaoConfirmada,
    DemandaGeorreferenciada,
    DemandaRanqueada,
    DuplicidadeAgregada,
    RankingAtualizado,
    SorteioCancelado,
    SorteioSemCandidatos,
    TerritorioUnidadePublicada,
)
from nucleo.logs import registrador

_log = registrador("d5-agenda")


async def ranquear(eventos: Sequence[Evento[DemandaRanqueada]], uow: UnidadeDeTrabalho) -> None:
    """Put each demand in the backlog of its unit, or in its new place there."""
    async with agenda.mudar(uow, {e.payload.demanda_id: e for e in eventos}) as conhecidas:
        for e in eventos:
            conhecidas[e.payload.demanda_id].ranquear(_ranking(e))


async def distribuir(eventos: Sequence[Evento[RankingAtualizado]], uow: UnidadeDeTrabalho) -> None:
    """Divide the attention of each unit as its ranking says: the whole order follows, no item is touched."""
    for e in eventos:
        conferir_fatias(e.payload.distribuicao)
        if e.payload.nivel_corrente not in NIVEIS:
            raise ValueError(f"nível corrente inválido: {e.payload.nivel_corrente}")
    await demandas.reservar(uow)
    em_ordem = sorted((e.payload for e in eventos), key=lambda ranking: ranking.timestamp_calculo)
    await unidades.distribuir(uow, {r.unidade_civica_id: r for r in em_ordem}, eventos[0].tipo)


async def conhecer(eventos: Sequence[Evento[TerritorioUnidadePublicada]], uow: UnidadeDeTrabalho) -> None:
    """Know which units exist; those that ceased to exist stay, for what was ranked in them."""
    await unidades.conhecer(uow, {e.payload.unidade_civica_id for e in eventos})


async def situar(eventos: Sequence[Evento[DemandaGeorreferenciada]], uow: UnidadeDeTrabalho) -> None:
    """Keep where each demand is, for the groups, and where its unit lies, for the ladder of the draw."""
    async with agenda.mudar(uow, {e.payload.demanda_id: e for e in eventos}) as conhecidas:
        for e in eventos:
            p = e.payload
            conhecidas[p.demanda_id].situar(p.coordenadas_lat, p.coordenadas_lng, e.timestamp)
    em_ordem = sorted(eventos, key=lambda e: (e.timestamp, e.payload.cadeia_ucs))
    cadeias = {e.payload.unidade_civica_id: e for e in em_ordem}
    novas = await unidades.situar(uow, cadeias)
    await anuncio.anunciar(uow, {unidade: cadeias[unidade] for unidade in novas})


async def sortear(eventos: Sequence[Evento[ConselheiroSorteado]], uow: UnidadeDeTrabalho) -> None:
    """The item was taken: the next one of its unit is called."""
    async with agenda.mudar(uow, {e.payload.demanda_id: e for e in eventos}) as conhecidas:
        for e in eventos:
            conhecidas[e.payload.demanda_id].sortear(e.payload.conselheiro_id, e.payload.timestamp)


async def iniciar(eventos: Sequence[Evento[ConselheiroDemandaIniciada]], uow: UnidadeDeTrabalho) -> None:
    """The counsellor is at it."""
    async with agenda.mudar(uow, {e.payload.demanda_id: e for e in eventos}) as conhecidas:
        for e in eventos:
            conhecidas[e.payload.demanda_id].iniciar(e.payload.conselheiro_id, e.payload.data_inicio)


async def encerrar(eventos: Sequence[Evento[ConselheiroCicloConcluido]], uow: UnidadeDeTrabalho) -> None:
    """Whoever gave up, or whose mandate ended, leaves the item available; a conclusion has its own event."""
    sem_conclusao = [e for e in eventos if e.payload.motivo_encerramento != "demanda_concluida"]
    async with agenda.mudar(uow, {e.payload.demanda_id: e for e in sem_conclusao}) as conhecidas:
        for e in sem_conclusao:
            conhecidas[e.payload.demanda_id].encerrar(e.payload.conselheiro_id, e.payload.data_fim)


async def vagar(eventos: Sequence[Evento[SorteioSemCandidatos | SorteioCancelado]], uow: UnidadeDeTrabalho) -> None:
    """A draw that found nobody: the item that was taken, and then refused, is available again."""
    async with agenda.mudar(uow, {e.payload.demanda_id: e for e in eventos}) as conhecidas:
        for e in eventos:
            conhecidas[e.payload.demanda_id].vagar(e.payload.timestamp)


async def concluir(eventos: Sequence[Evento[DemandaConcluida]], uow: UnidadeDeTrabalho) -> None:
    """The item was resolved: it leaves the order."""
    async with agenda.mudar(uow, {e.payload.demanda_id: e for e in eventos}) as conhecidas:
        for e in eventos:
            conhecidas[e.payload.demanda_id].concluir(e.payload.data_conclusao)


async def confirmar(eventos: Sequence[Evento[DemandaConclusaoConfirmada]], uow: UnidadeDeTrabalho) -> None:
    """Citizens say that it was resolved (Spec D-5, "Conclusão coletiva"); what D-6b is to ratify waits for D-6b."""
    diretas = [e for e in eventos if not e.payload.ratificacao_necessaria]
    async with agenda.mudar(uow, {e.payload.demanda_id: e for e in diretas}) as conhecidas:
        for e in diretas:
            conhecidas[e.payload.demanda_id].confirmar(e.payload.data_conclusao)
    for demanda in conhecidas.values():
        if demanda.unidade_civica_id is None:
            _log.warning("conclusão coletiva de um item inexistente", demanda_id=str(demanda.demanda_id))
        elif demanda.status is not Status.CONCLUIDO:
            _log.info("conclusão coletiva ignorada", demanda_id=str(demanda.demanda_id), status=str(demanda.status))


async def agregar(eventos: Sequence[Evento[DuplicidadeAgregada]], uow: UnidadeDeTrabalho) -> None:
    """Members of an aggregate leave the order, those still to be ranked too; the representative stays."""
    membros = [(m, e) for e in eventos for m in e.payload.membros if m != e.payload.representante]
    async with agenda.mudar(uow, dict(membros)) as conhecidas:
        for membro, e in membros:
            conhecidas[membro].agregar(e.timestamp)


def _ranking(evento: Evento[DemandaRanqueada]) -> Ranking:
    p = evento.payload
    return Ranking(
        unidade_civica_id=p.unidade_civica_id,
        categoria_id=p.categoria_id,
        nivel_precedencia=p.nivel_precedencia,
        score_final=p.score_final,
        versao_parametros=p.versao_parametros,
        calculado_em=p.timestamp_calculo or evento.timestamp,
        correlacao_id=evento.correlacao_id,
    )
