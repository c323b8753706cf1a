"""What D-6a does with each event that it consumes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from d6a_sorteio import sorteio
from d6a_sorteio.compromisso import comprometer
from d6a_sorteio.dominio.recusas import contar, motivo_da_recusa
from d6a_sorteio.estado import atribuicoes, conselheiros, demandas, sorteios
from d6a_sorteio.estado.atribuicoes import CONCLUIDA, DESISTENCIA, FIM_DE_MANDATO, Fim
from d6a_sorteio.estado.vez import tomar_a_vez
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import (
    AgendaItemDisponivel,
    BarramentoPulso,
    ConselheiroAtribuicaoRecusada,
    ConselheiroCadastrado,
    ConselheiroCicloConcluido,
    ConselheiroIdentificado,
    DemandaConclusaoConfirmada,
    DuplicidadeAgregada,
)


async def cadastrar(eventos: Sequence[Evento[ConselheiroCadastrado]], uow: UnidadeDeTrabalho) -> None:
    """Register who wants to be a counsellor, under an id of D-6a's own, and see whether somebody waited for them."""
    await tomar_a_vez(uow)
    degraus = set()
    for vez in _um_de_cada(eventos):
        cadastros = await conselheiros.cadastrar(uow, vez)
        for evento in vez:
            if cadastro := cadastros.get(evento.payload.cidadao_id):
                uow.publicar(_identificado(evento.payload, cadastro.conselheiro_id), causa=evento)
                degraus.add(cadastro.degrau_uc_id)
    await comprometer(uow, degraus)


async def oferecer(eventos: Sequence[Evento[AgendaItemDisponivel]], uow: UnidadeDeTrabalho) -> None:
    """Look for a counsellor for each demand that the agenda offers."""
    await tomar_a_vez(uow)
    await comprometer(uow, novas=await demandas.oferecer(uow, eventos))


async def sortear(eventos: Sequence[Evento[BarramentoPulso]], uow: UnidadeDeTrabalho) -> None:
    """Draw for the commitments that these pulses tell.

    No pulse is kept: the id of a commitment is on the log only after the commitment is here, so the pulse that tells
    it comes later. One that came before would be a seed known before the list was fixed, and decides nothing.
    """
    await tomar_a_vez(uow)
    pulsos = {event_id: evento for evento in reversed(eventos) for event_id in evento.payload.event_ids}
    if ditos := await sorteios.abertos(uow, pulsos):
        await sorteio.sortear(uow, [(compromisso, pulsos[compromisso.comprometido_event_id]) for compromisso in ditos])


async def recusar(eventos: Sequence[Evento[ConselheiroAtribuicaoRecusada]], uow: UnidadeDeTrabalho) -> None:
    """End attributions that were refused, count what counts, and draw again."""
    await tomar_a_vez(uow)
    for evento in eventos:
        await _recusar(evento, uow)


async def concluir_ciclos(eventos: Sequence[Evento[ConselheiroCicloConcluido]], uow: UnidadeDeTrabalho) -> None:
    """Free counsellors; a demand that was left unfinished is drawn again, a concluded one never."""
    await tomar_a_vez(uow)
    liberados = await atribuicoes.encerrar_ciclos(uow, [_fim_de_ciclo(evento) for evento in eventos])
    encerradas = {liberado.demanda_id for liberado in liberados if not liberado.espera}
    sem_posse = {
        e.payload.demanda_id: e.event_id
        for e in eventos
        if e.payload.motivo_encerramento == CONCLUIDA and e.payload.demanda_id not in encerradas
    }
    degraus = await _encerrar(uow, sem_posse, CONCLUIDA) | {liberado.degrau_uc_id for liberado in liberados}
    await comprometer(uow, degraus, {liberado.demanda_id for liberado in liberados if liberado.espera})


async def agregar(eventos: Sequence[Evento[DuplicidadeAgregada]], uow: UnidadeDeTrabalho) -> None:
    """Never draw for the members of an aggregate; the representative stays."""
    await tomar_a_vez(uow)
    membros = {m: e.event_id for e in eventos for m in e.payload.membros if m != e.payload.representante}
    await comprometer(uow, await _encerrar(uow, membros, "demanda_agregada"))


async def concluir_sociais(eventos: Sequence[Evento[DemandaConclusaoConfirmada]], uow: UnidadeDeTrabalho) -> None:
    """Never draw for demands that citizens found resolved; with a counsellor, it is theirs to ratify."""
    await tomar_a_vez(uow)
    concluidas = {e.payload.demanda_id: e.event_id for e in eventos if not e.payload.ratificacao_necessaria}
    await comprometer(uow, await _encerrar(uow, concluidas, "conclusao_coletiva"))


async def _recusar(evento: Evento[ConselheiroAtribuicaoRecusada], uow: UnidadeDeTrabalho) -> None:
    recusa = evento.payload
    quem = await conselheiros.do_cidadao(uow, recusa.cidadao_id)
    if quem is None:
        return
    motivo = motivo_da_recusa(recusa.motivo)
    fim = Fim(recusa.demanda_id, quem.conselheiro_id, motivo, recusa.timestamp_recusa, evento.event_id)
    if not await atribuicoes.encerrar(uow, [fim]):
        return
    if not await demandas.retomar(uow, recusa.demanda_id, evento.event_id):  # it has ended: refusing it costs nothing
        await comprometer(uow, await conselheiros.soltar(uow, {recusa.demanda_id}))
        return
    recusas, suspenso_ate = contar(uow.config.recusas, quem.recusas, motivo, recusa.timestamp_recusa)
    await conselheiros.punir(uow, quem.conselheiro_id, recusas, suspenso_ate)
    await comprometer(uow, novas={recusa.demanda_id})


async def _encerrar(uow: UnidadeDeTrabalho, causas: Mapping[UUID, UUID], motivo: str) -> set[UUID]:
    """End demands because of events; return the pools that were waiting for them."""
    if not causas:
        return set()
    sem_conselheiro = await demandas.encerrar(uow, causas)
    cancelados = await sorteio.cancelar(uow, {demanda: causas[demanda] for demanda in sem_conselheiro}, motivo)
    return cancelados | await conselheiros.soltar(uow, sem_conselheiro)


def _um_de_cada(eventos: Iterable[Evento[ConselheiroCadastrado]]) -> Iterable[list[Evento[ConselheiroCadastrado]]]:
    """The events in turns, no citizen twice in one, each citizen's in their order."""
    vezes: dict[UUID, int] = defaultdict(int)
    turnos: dict[int, list[Evento[ConselheiroCadastrado]]] = defaultdict(list)
    for evento in eventos:
        cidadao = evento.payload.cidadao_id
        turnos[vezes[cidadao]].append(evento)
        vezes[cidadao] += 1
    return turnos.values()


def _identificado(cadastro: ConselheiroCadastrado, conselheiro_id: UUID) -> ConselheiroIdentificado:
    return ConselheiroIdentificado(
        conselheiro_id=conselheiro_id,
        cidadao_id=cadastro.cidadao_id,
        unidade_civica_id=cadastro.unidade_civica_id,
        capacitacao_concluida=cadastro.capacitacao_concluida,
        timestamp_cadastro=cadastro.timestamp_cadastro,
    )


def _fim_de_ciclo(evento: Evento[ConselheiroCicloConcluido]) -> Fim:
    ciclo = evento.payload
    desfecho = ciclo.motivo_encerramento if ciclo.motivo_encerramento in (CONCLUIDA, FIM_DE_MANDATO) else DESISTENCIA
    return Fim(ciclo.demanda_id, ciclo.conselheiro_id, desfecho, ciclo.data_fim, evento.event_id)
