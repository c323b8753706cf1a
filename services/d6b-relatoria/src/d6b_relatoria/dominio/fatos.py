"""What there is to publish of a demand, each with the seed that makes it the same fact however it was reached."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from d6b_relatoria.dominio.acompanhamento import Acompanhamento
from d6b_relatoria.dominio.atualizacao import Atualizacao
from d6b_relatoria.dominio.ciclo import METODO
from d6b_relatoria.dominio.frases import descrever
from nucleo import Evento
from nucleo.eventos import (
    CamposDaAtualizacao,
    ConselheiroAtualizacaoPublicada,
    ConselheiroCicloConcluido,
    ConselheiroDemandaIniciada,
    DemandaConcluida,
    DemandaResumoCicloAtualizado,
)
from nucleo.payload import Payload


@dataclass(frozen=True, slots=True)
class Fato:
    """An event to publish: its payload, its seed, the event that caused it, the version of its contract."""

    payload: Payload
    semente: tuple[UUID, ...]
    causa: Evento[Any] | None = None
    versao: str | None = None


def publicada(a: Acompanhamento, u: Atualizacao) -> Fato:
    """Tell an update that was accepted."""
    assert u.numero_sequencial is not None
    payload = ConselheiroAtualizacaoPublicada(
        atualizacao_id=u.atualizacao_id,
        demanda_id=u.demanda_id,
        conselheiro_id=a.conselheiro_id,
        tipo=u.tipo,
        texto=u.texto,
        campos=CamposDaAtualizacao(**u.campos),
        origem_estruturacao=u.origem_estruturacao,
        descricao_sanitizada=descrever(u.tipo, u.campos),
        numero_sequencial=u.numero_sequencial,
        data_atualizacao=u.registrada_em,
        transcricao_automatica=u.transcricao_automatica,
        conteudo_suspeito=bool(u.termos_suspeitos),
        termos_suspeitos=u.termos_suspeitos,
    )
    return Fato(payload, (u.atualizacao_id,), u.causa, u.versao)


def iniciada(a: Acompanhamento, u: Atualizacao) -> Fato:
    """Tell the first formal act."""
    payload = ConselheiroDemandaIniciada(
        demanda_id=a.demanda_id,
        conselheiro_id=a.conselheiro_id,
        unidade_civica_id=a.unidade_civica_id,
        atualizacao_id=u.atualizacao_id,
        tipo_atualizacao=u.tipo,
        data_inicio=u.registrada_em,
    )
    return Fato(payload, (a.acompanhamento_id,), u.causa)


def concluida(a: Acompanhamento, via: str, instante: datetime, causa: Evento[Any] | None) -> Fato:
    """Tell that a demand was resolved."""
    payload = DemandaConcluida(
        demanda_id=a.demanda_id,
        unidade_civica_id=a.unidade_civica_id,
        conselheiro_id=a.conselheiro_id,
        via=via,
        data_conclusao=instante,
    )
    return Fato(payload, (a.demanda_id,), causa)


def confirmada(seguia: Acompanhamento, instante: datetime, causa: Evento[Any] | None) -> Fato:
    """Tell that a demand which nobody follows any more was resolved, as citizens confirmed."""
    payload = DemandaConcluida(
        demanda_id=seguia.demanda_id,
        unidade_civica_id=seguia.unidade_civica_id,
        conselheiro_id=None,
        via="confirmacao_coletiva",
        data_conclusao=instante,
    )
    return Fato(payload, (seguia.demanda_id,), causa)


def encerrado(a: Acompanhamento, causa: Evento[Any] | None) -> Fato:
    """Tell that the counsellor is free."""
    assert a.fim is not None
    assert a.motivo is not None
    payload = ConselheiroCicloConcluido(
        demanda_id=a.demanda_id,
        conselheiro_id=a.conselheiro_id,
        unidade_civica_id=a.unidade_civica_id,
        motivo_encerramento=a.motivo,
        total_atualizacoes=a.ciclo.total,
        data_inicio=a.inicio,
        data_fim=a.fim,
        resumo=a.ciclo.contar(a.inicio, a.fim, a.motivo),
    )
    return Fato(payload, (a.acompanhamento_id,), causa)


def resumida(a: Acompanhamento, agora: datetime, causa: Evento[Any] | None) -> Fato:
    """Tell the public summary as it is now."""
    payload = DemandaResumoCicloAtualizado(
        demanda_id=a.demanda_id,
        resumo=a.resumo,
        total_atualizacoes=a.ciclo.total,
        data_inicio=a.inicio,
        data_fim=a.fim,
        versao_metodo=METODO,
        gerado_em=agora,
        fontes=a.ciclo.fontes,
    )
    ultima = a.ciclo.fontes[-1] if a.ciclo.fontes else a.acompanhamento_id
    return Fato(payload, (a.acompanhamento_id, ultima, *([a.acompanhamento_id] if a.fim else [])), causa)
