"""What holds of a demand whatever happens to it, in whatever order."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d6b_relatoria.dominio.acompanhamento import Acompanhamento, Situacao
from d6b_relatoria.dominio.atualizacao import receber
from d6b_relatoria.dominio.demanda import Conclusao, Demanda, Recusa
from nucleo.denylist import Denylist
from nucleo.eventos import (
    ConselheiroCicloConcluido,
    ConselheiroDemandaIniciada,
    DemandaConcluida,
    DemandaResumoCicloAtualizado,
)
from nucleo.fontes import uuid7
from nucleo.testes import evento
from nucleo.testes.eventos import INICIO

MINUTO = st.integers(0, 60).map(lambda n: INICIO + timedelta(minutes=n))
PESSOA = st.integers(1, 3)
ATO = st.tuples(st.sampled_from(["sorteio", "recusa", "confirmada", "relato", "conclui", "desiste"]), PESSOA, MINUTO)


def viver(atos, cenario):
    """A demand to which all this happened, each act with an id of its own, and every fact that it told."""
    demanda, espera = Demanda(cenario.demanda(), INICIO), []
    for identidade, ato, n, quando in atos:
        match ato:
            case "sorteio":
                conselheiro = uuid7(quando, n)
                demanda.atribuir(_acompanhamento(cenario, identidade, conselheiro, quando, cenario.cidadao(n)))
            case "recusa":
                demanda.recusas.append(Recusa(cenario.cidadao(n), quando))
            case "confirmada":
                demanda.conclusoes.append(Conclusao(identidade, 3, quando, n == 1))
                demanda.conclusoes.sort(key=lambda c: c.data)
            case "desiste" if demanda.ativo:
                demanda.encerrar(demanda.ativo, Situacao.DESISTENCIA)
            case "relato" | "conclui":
                espera.append(_relato(cenario, identidade, n, quando, conclui=ato == "conclui"))
        demanda.acertar(None)
        for atualizacao in espera:
            if atualizacao.situacao != "publicada":
                demanda.julgar(atualizacao)
    return demanda, espera


def _acompanhamento(cenario, sorteio_id, conselheiro_id, inicio, cidadao_id):
    return Acompanhamento(
        acompanhamento_id=sorteio_id,
        demanda_id=cenario.demanda(),
        conselheiro_id=conselheiro_id,
        unidade_civica_id=cenario.unidade,
        inicio=inicio,
        cidadao_id=cidadao_id,
    )


def _relato(cenario, atualizacao_id, n, quando, *, conclui):
    registrada = cenario.concluida(n) if conclui else cenario.registrada(n=n)
    payload = replace(registrada.payload, atualizacao_id=atualizacao_id, timestamp_registro=quando)
    return receber(evento(payload), Denylist(""))


@given(atos=st.lists(ATO, max_size=14))
def test_invariantes_de_uma_demanda(cenario, atos):
    demanda, relatos = viver([(uuid7(INICIO, i), *ato) for i, ato in enumerate(atos)], cenario)
    payloads = [fato.payload for fato in demanda.fatos]
    ciclos = Counter(fato.semente for fato in demanda.fatos if isinstance(fato.payload, ConselheiroCicloConcluido))
    assert sum(a.ativo for a in demanda.acompanhamentos) <= 1
    assert sum(isinstance(p, DemandaConcluida) for p in payloads) == (demanda.concluida_em is not None)
    assert not (demanda.concluida_em and demanda.ativo)
    assert set(ciclos.values()) <= {1}
    assert set(ciclos) == {(a.acompanhamento_id,) for a in demanda.acompanhamentos if a.motivo is not None}
    for a in demanda.acompanhamentos:
        aceitos = [r for r in relatos if r.acompanhamento_id == a.acompanhamento_id]
        assert sorted(r.numero_sequencial for r in aceitos) == list(range(1, a.ciclo.total + 1))
        assert all(r.cidadao_id == a.cidadao_id for r in aceitos)
        assert a.fim is None or a.fim >= a.inicio
    iniciadas = [p.conselheiro_id for p in payloads if isinstance(p, ConselheiroDemandaIniciada)]
    assert len(iniciadas) <= len(demanda.acompanhamentos)
    sementes = Counter((fato.payload.TIPO, fato.semente) for fato in demanda.fatos)
    assert set(sementes.values()) <= {1}
    for a in demanda.acompanhamentos:
        conferir_fecho(demanda, a)


def conferir_fecho(demanda, a):
    """The last summary told of a follow-up that ended is closed and whole, unless a later one took its place."""
    seus = [fato.payload for fato in resumos(demanda) if fato.semente[0] == a.acompanhamento_id]
    superado = any(outro.resumivel and outro.inicio > a.inicio for outro in demanda.acompanhamentos)
    if not a.resumivel:
        assert seus == []
    elif not (superado or a.ativo or a.situacao is Situacao.SUBSTITUIDO):
        assert (seus[-1].data_fim, seus[-1].total_atualizacoes, seus[-1].resumo) == (a.fim, a.ciclo.total, a.resumo)


def resumos(demanda):
    return [fato for fato in demanda.fatos if isinstance(fato.payload, DemandaResumoCicloAtualizado)]


def ordens(*filas):
    """Every way to interleave queues, each in its own order."""
    filas = [fila for fila in filas if fila]
    if not filas:
        yield ()
    for i, (primeiro, *resto) in enumerate(filas):
        for ordem in ordens(*filas[:i], resto, *filas[i + 1 :]):
            yield primeiro, *ordem


def fila(ato, *quem_e_quando):
    """Acts of one topic about the demand: who, and in which minute."""
    return [
        (uuid7(INICIO, 100 * minuto + n), ato, n, INICIO + timedelta(minutes=minuto)) for n, minuto in quem_e_quando
    ]


RECUSADA = [fila("sorteio", (1, 0)), fila("relato", (1, 2), (1, 3)), fila("recusa", (1, 4))]
RECUSADA_DUAS_VEZES = [
    fila("sorteio", (1, 0), (2, 5)),
    fila("relato", (1, 2), (1, 3), (2, 6)),
    fila("recusa", (1, 4), (2, 7)),
]
CONCLUIDA_PELO_SEGUINTE = [
    fila("sorteio", (1, 0), (2, 5)),
    fila("relato", (1, 2), (2, 6)) + fila("conclui", (2, 7)),
    fila("recusa", (1, 4)),
]


@pytest.mark.parametrize(
    ("filas", "fim", "total", "desfecho"),
    [
        (RECUSADA, 4, 2, "recusa do conselheiro"),
        (RECUSADA_DUAS_VEZES, 7, 1, "recusa do conselheiro"),
        (CONCLUIDA_PELO_SEGUINTE, 7, 2, "demanda concluída"),
    ],
)
def test_o_ultimo_resumo_e_o_mesmo_em_qualquer_ordem(cenario, filas, fim, total, desfecho):
    finais = set()
    for ordem in ordens(*filas):
        demanda, _ = viver(ordem, cenario)
        ultimo = resumos(demanda)[-1]
        finais.add((repr(ultimo.payload), ultimo.semente))
    assert len(finais) == 1
    assert (ultimo.payload.data_fim, ultimo.payload.total_atualizacoes) == (cenario.quando(fim), total)
    assert ultimo.payload.resumo.endswith(f"Desfecho: {desfecho}.")


def test_identidade_desconhecida_nao_e_de_ninguem(cenario):
    demanda = Demanda(cenario.demanda(), INICIO)
    demanda.atribuir(_acompanhamento(cenario, UUID(int=1), UUID(int=2), INICIO, None))
    relato = _relato(cenario, UUID(int=3), 1, INICIO, conclui=False)
    demanda.julgar(relato)
    assert (relato.situacao, demanda.fatos) == ("aguardando", [])
