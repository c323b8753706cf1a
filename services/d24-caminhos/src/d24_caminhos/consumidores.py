"""What D-24 does with each event that it consumes: keep the fact, then see what it changes."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from d24_caminhos.destilacao import rever
from d24_caminhos.dominio.caminho import passos
from d24_caminhos.dominio.nomes import limpar
from d24_caminhos.estado import fatos
from d24_caminhos.estado.lote import Tabela
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import (
    ConselheiroAtualizacaoPublicada,
    ConselheiroCicloConcluido,
    DemandaCategorizada,
    DemandaConcluida,
    DemandaGeorreferenciada,
    DuplicidadeAgregada,
)

_ELO_DO_MUNICIPIO = 3  # the fourth link of the chain, Spec D-24, "Eventos consumidos"
_RESUMO_MAXIMO = 500


async def situar(eventos: Sequence[Evento[DemandaGeorreferenciada]], uow: UnidadeDeTrabalho) -> None:
    """Know in which municipality a demand is."""
    await _guardar(uow, fatos.LOCALIZACOES, [(*_fato(e), _municipio(e.payload)) for e in eventos])


async def categorizar(eventos: Sequence[Evento[DemandaCategorizada]], uow: UnidadeDeTrabalho) -> None:
    """Know what a demand is about; a correction moves its case to another profile."""
    linhas = [
        (*_fato(e), e.payload.versao_categorizacao, e.payload.categoria_id, e.payload.subcategoria_id) for e in eventos
    ]
    await _guardar(uow, fatos.CATEGORIZACOES, linhas)


async def agregar(eventos: Sequence[Evento[DuplicidadeAgregada]], uow: UnidadeDeTrabalho) -> None:
    """Leave out the members of an aggregate, those already counted too; the representative stays."""
    linhas = [
        (membro, e.timestamp, e.event_id, e.payload.representante)
        for e in eventos
        for membro in set(e.payload.membros) - {e.payload.representante}
    ]
    await _guardar(uow, fatos.AGREGACOES, linhas)


async def seguir(eventos: Sequence[Evento[ConselheiroAtualizacaoPublicada]], uow: UnidadeDeTrabalho) -> None:
    """Keep what an update tells of the path."""
    dados = [e.payload for e in eventos]
    linhas = [(p.demanda_id, p.atualizacao_id, json.dumps(passos(p))) for p in dados]
    await _guardar(uow, fatos.ATUALIZACOES, linhas)


async def encerrar_ciclo(eventos: Sequence[Evento[ConselheiroCicloConcluido]], uow: UnidadeDeTrabalho) -> None:
    """Keep how a cycle ended."""
    linhas = [
        (
            e.payload.demanda_id,
            e.event_id,
            e.payload.motivo_encerramento == "demanda_concluida",
            e.payload.data_inicio,
            e.payload.data_fim,
            e.payload.total_atualizacoes,
            limpar(e.payload.resumo, _RESUMO_MAXIMO),
        )
        for e in eventos
    ]
    await _guardar(uow, fatos.FECHOS, linhas)


async def encerrar_sem_conselheiro(eventos: Sequence[Evento[DemandaConcluida]], uow: UnidadeDeTrabalho) -> None:
    """Keep the end of a demand that nobody was following; when somebody was, the end of the cycle tells it."""
    linhas = [
        (e.payload.demanda_id, e.event_id, True, None, e.payload.data_conclusao, 0, "")
        for e in eventos
        if e.payload.conselheiro_id is None
    ]
    await _guardar(uow, fatos.FECHOS, linhas)


async def _guardar(uow: UnidadeDeTrabalho, tabela: Tabela, linhas: Sequence[Sequence[Any]]) -> None:
    """Write the facts and see what they change; the first value of each is the demand."""
    if linhas:
        await fatos.reservar(uow)
        await tabela.guardar(uow, linhas)
        await rever(uow, {linha[0] for linha in linhas})


def _fato(evento: Evento[Any]) -> tuple[Any, ...]:
    return evento.payload.demanda_id, evento.timestamp, evento.event_id


def _municipio(dados: DemandaGeorreferenciada) -> UUID | None:
    if dados.municipio_id is not None or len(dados.cadeia_ucs) <= _ELO_DO_MUNICIPIO:
        return dados.municipio_id
    return dados.cadeia_ucs[_ELO_DO_MUNICIPIO]
