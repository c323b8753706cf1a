"""The second step of a draw: the pulse that tells its commitment decides; or the commitment is cancelled before."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from d6a_sorteio.compromisso import comprometer
from d6a_sorteio.dominio.sorteio import METODO, embaralhar, semear
from d6a_sorteio.estado import conselheiros, sorteios
from d6a_sorteio.estado.sorteios import Compromisso
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.erros import FalhaPermanente
from nucleo.eventos import BarramentoPulso, ConselheiroSorteado, SorteioCancelado

Pulso = Evento[BarramentoPulso]


async def sortear(uow: UnidadeDeTrabalho, vez: Sequence[tuple[Compromisso, Pulso]]) -> None:
    """Draw for commitments, each by the pulse that told it; then let their pools be committed again."""
    agora = uow.agora()
    sorteados = [(compromisso, _sortear(uow, compromisso, pulso, agora)) for compromisso, pulso in vez]
    if await sorteios.atribuir(uow, sorteados, agora) != len(sorteados):
        raise FalhaPermanente("alguém de uma lista comprometida já não estava livre")
    await comprometer(uow, await _devolver(uow, [compromisso for compromisso, _ in vez]))


async def cancelar(uow: UnidadeDeTrabalho, causas: Mapping[UUID, UUID], motivo: str) -> set[UUID]:
    """Cancel the open commitments of demands, because of these events; return the pools that may be committed again."""
    cancelados = await sorteios.cancelar(uow, causas)
    for compromisso in cancelados:
        uow.publicar(
            SorteioCancelado(
                sorteio_id=compromisso.sorteio_id,
                demanda_id=compromisso.demanda_id,
                unidade_civica_id=compromisso.unidade_civica_id,
                motivo=motivo,
                timestamp=uow.agora(),
            ),
            semente=(compromisso.sorteio_id,),
            causacao_id=causas[compromisso.demanda_id],
            correlacao_id=compromisso.correlacao_id,
            rastro=compromisso.rastro,
        )
    return await _devolver(uow, cancelados)


def _sortear(uow: UnidadeDeTrabalho, compromisso: Compromisso, pulso: Pulso, agora: datetime) -> UUID:
    semente = semear(pulso.payload.event_ids[-1], pulso.payload.timestamp)
    ordem = embaralhar(compromisso.lista.split("\n"), semente)
    sorteado = UUID(ordem[0])
    uow.publicar(
        ConselheiroSorteado(
            conselheiro_id=sorteado,
            demanda_id=compromisso.demanda_id,
            unidade_civica_id=compromisso.unidade_civica_id,
            metodo_sorteio=METODO,
            timestamp=agora,
            seed_publico=semente.hex(),
            sorteio_id=compromisso.sorteio_id,
            comprometido_event_id=compromisso.comprometido_event_id,
            pulso_event_id=pulso.event_id,
            degrau_uc_id=compromisso.degrau_uc_id,
            total_elegiveis=len(ordem),
            ordem=ordem,
        ),
        semente=(compromisso.sorteio_id,),
        causacao_id=compromisso.comprometido_event_id,
        correlacao_id=compromisso.correlacao_id,
        rastro=compromisso.rastro,
    )
    return sorteado


async def _devolver(uow: UnidadeDeTrabalho, encerrados: Sequence[Compromisso]) -> set[UUID]:
    """The pools of commitments that ended, and those where their members had asked to go meanwhile."""
    degraus = {compromisso.degrau_uc_id for compromisso in encerrados}
    return degraus | await conselheiros.mudar(uow, degraus) if degraus else degraus
