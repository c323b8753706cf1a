"""What D-6b does with each event that it consumes, whatever the order in which they come."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from d6b_relatoria import relatoria
from d6b_relatoria.config import ConfigD6b
from d6b_relatoria.dominio.acompanhamento import Acompanhamento
from d6b_relatoria.dominio.atualizacao import receber
from d6b_relatoria.dominio.demanda import Conclusao
from d6b_relatoria.estado import atualizacoes, conselheiros, demandas
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.denylist import Denylist
from nucleo.eventos import (
    CidadaoVinculado,
    ConselheiroAtribuicaoRecusada,
    ConselheiroAtualizacaoRegistrada,
    ConselheiroIdentificado,
    ConselheiroSorteado,
    DemandaConclusaoConfirmada,
)


async def identificar(eventos: Sequence[Evento[ConselheiroIdentificado]], uow: UnidadeDeTrabalho) -> None:
    """Know who a counsellor is: updates that waited for the name are judged."""
    pares = {e.payload.conselheiro_id: e.payload.cidadao_id for e in eventos}
    await _rever(uow, await conselheiros.identificar(uow, pares))


async def vincular(eventos: Sequence[Evento[CidadaoVinculado]], uow: UnidadeDeTrabalho) -> None:
    """Take what an anonymous id did for the account's."""
    vinculos = [(e.payload.cidadao_id_anonimo, e.payload.cidadao_id) for e in eventos]
    await _rever(uow, await conselheiros.vincular(uow, vinculos))


async def acompanhar(eventos: Sequence[Evento[ConselheiroSorteado]], uow: UnidadeDeTrabalho) -> None:
    """Begin the follow-up of each draw, or free who was drawn for a demand already concluded."""
    quem = await conselheiros.reconhecer(uow, {e.payload.conselheiro_id for e in eventos})
    abertas = await demandas.abrir(uow, {e.payload.demanda_id for e in eventos})
    for evento in eventos:
        novo = _acompanhamento(evento.payload, quem[evento.payload.conselheiro_id])
        abertas[novo.demanda_id].atribuir(novo)
    await relatoria.rever(uow, abertas, _por_demanda(eventos))


async def desfazer(eventos: Sequence[Evento[ConselheiroAtribuicaoRecusada]], uow: UnidadeDeTrabalho) -> None:
    """End a follow-up that was refused. D-6a draws again: what was done is summed up, but no cycle is announced."""
    recusas = [(e.payload.demanda_id, e.payload.cidadao_id, e.payload.timestamp_recusa) for e in eventos]
    await demandas.guardar_recusas(uow, recusas)
    await _rever(uow, {demanda for demanda, _, _ in recusas}, eventos)


async def confirmar(eventos: Sequence[Evento[DemandaConclusaoConfirmada]], uow: UnidadeDeTrabalho) -> None:
    """Keep a collective conclusion: pending for who follows the demand, or the guard against a late draw."""
    await demandas.guardar_conclusoes(uow, [(e.payload.demanda_id, _conclusao(e.payload)) for e in eventos])
    await _rever(uow, {e.payload.demanda_id for e in eventos}, eventos)


async def registrar(eventos: Sequence[Evento[ConselheiroAtualizacaoRegistrada]], uow: UnidadeDeTrabalho) -> None:
    """Accept, refuse or keep waiting each update, in the order in which they were registered."""
    config: ConfigD6b = uow.config
    denylist = Denylist(config.moderacao_denylist_texto)
    abertas = await demandas.abrir(uow, {e.payload.demanda_id for e in eventos})
    primeiras: dict[UUID, Evento[ConselheiroAtualizacaoRegistrada]] = {}
    for evento in eventos:
        primeiras.setdefault(evento.payload.atualizacao_id, evento)
    conhecidas = await atualizacoes.conhecidas(uow, list(primeiras))
    novas = [receber(e, denylist) for atualizacao_id, e in primeiras.items() if atualizacao_id not in conhecidas]
    for atualizacao in novas:
        if atualizacao.situacao != "invalida":
            abertas[atualizacao.demanda_id].julgar(atualizacao)
    await relatoria.fechar(uow, abertas.values(), novas)


async def _rever(uow: UnidadeDeTrabalho, ids: Iterable[UUID], eventos: Sequence[Evento[Any]] = ()) -> None:
    if ids := set(ids):
        await relatoria.rever(uow, await demandas.abrir(uow, ids), _por_demanda(eventos))


def _por_demanda(eventos: Sequence[Evento[Any]]) -> dict[UUID, Evento[Any]]:
    return {e.payload.demanda_id: e for e in eventos}


def _acompanhamento(sorteado: ConselheiroSorteado, cidadao_id: UUID | None) -> Acompanhamento:
    return Acompanhamento(
        acompanhamento_id=sorteado.sorteio_id,
        demanda_id=sorteado.demanda_id,
        conselheiro_id=sorteado.conselheiro_id,
        unidade_civica_id=sorteado.unidade_civica_id,
        inicio=sorteado.timestamp,
        cidadao_id=cidadao_id,
    )


def _conclusao(confirmada: DemandaConclusaoConfirmada) -> Conclusao:
    return Conclusao(
        conclusao_id=confirmada.conclusao_id,
        total_conclusoes=confirmada.total_conclusoes,
        data=confirmada.data_conclusao,
        ratificacao_necessaria=confirmada.ratificacao_necessaria,
    )
