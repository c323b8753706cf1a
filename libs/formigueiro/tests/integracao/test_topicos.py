from uuid import uuid4

import pytest
from confluent_kafka.admin import AdminClient

from formigueiro import topicos
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.pilha.portas import ENDERECO, porta_livre
from formigueiro.topicos import COMPACTADO, PARA_SEMPRE, Topico


@pytest.fixture
def nome() -> str:
    """A topic that no other test uses."""
    return f"teste.{uuid4().hex}"


def test_aplicar_cria_e_depois_nada_falta(kafka_servidor: str, nome: str) -> None:
    querido = [Topico(nome, 3, COMPACTADO)]
    assert [p.acao for p in topicos.planejar(kafka_servidor, querido)] == ["criar"]
    topicos.aplicar(kafka_servidor, querido)
    assert topicos.planejar(kafka_servidor, querido) == []
    assert len(AdminClient({"bootstrap.servers": kafka_servidor}).list_topics(nome).topics[nome].partitions) == 3


def test_ajuste_diferente_e_corrigido(kafka_servidor: str, nome: str) -> None:
    topicos.aplicar(kafka_servidor, [Topico(nome, 1, {"cleanup.policy": "delete", "retention.ms": "1000"})])
    querido = [Topico(nome, 1, PARA_SEMPRE)]
    assert [p.acao for p in topicos.aplicar(kafka_servidor, querido)] == ["ajustar"]
    assert topicos.planejar(kafka_servidor, querido) == []


def test_particoes_diferentes_sao_conflito_e_ficam_como_estao(kafka_servidor: str, nome: str) -> None:
    topicos.aplicar(kafka_servidor, [Topico(nome, 3, PARA_SEMPRE)])
    passos = topicos.aplicar(kafka_servidor, [Topico(nome, 6, PARA_SEMPRE)])
    assert [(p.acao, p.detalhe) for p in passos] == [("conflito", "tem 3 partições; o esperado é 6")]
    assert len(AdminClient({"bootstrap.servers": kafka_servidor}).list_topics(nome).topics[nome].partitions) == 3


def test_todo_contrato_vira_um_topico_que_nada_apaga(kafka_servidor: str) -> None:
    queridos = topicos.desejados([])
    assert {topico.nome for topico in queridos} >= {"demanda.recebida", "territorio.unidade_publicada"}
    topicos.aplicar(kafka_servidor, queridos)
    faltam = topicos.planejar(kafka_servidor, queridos)
    # The broker is the session's: another test may have made a topic with partitions of its own.
    assert [passo for passo in faltam if passo.acao != "conflito"] == []


def test_broker_ausente_e_dito_com_o_endereco(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topicos, "ESPERA", 0.5)
    endereco = f"{ENDERECO}:{porta_livre()}"
    with pytest.raises(FalhaDaPilha, match=endereco):
        topicos.planejar(endereco, [])
