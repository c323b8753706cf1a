"""The audit reads a real broker as any integrator does."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from confluent_kafka import Producer
from typer.testing import CliRunner

from formigueiro import topicos
from formigueiro.auditar import app, comandos, ensaio, leitura
from formigueiro.topicos import PARA_SEMPRE, Topico

AGORA = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


@pytest.fixture
def registro() -> Iterator[str]:
    with ensaio.registro() as url:
        yield url


@pytest.fixture
def nomes(kafka_servidor: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Topics that no other test uses, with three partitions each."""
    nomes = [f"teste.{uuid4().hex}" for _ in range(2)]
    topicos.aplicar(kafka_servidor, [Topico(nome, 3, PARA_SEMPRE) for nome in nomes])
    monkeypatch.setattr(comandos, "DO_RANKING", nomes)
    return nomes


def agregada(membro: UUID) -> bytes:
    """A framed duplicidade.agregada."""
    envelope: dict[str, Any] = {
        "event_id": uuid4(),
        "tipo": "duplicidade.agregada",
        "versao_schema": "1.0.0",
        "timestamp": AGORA,
        "origem": "D-12",
        "correlacao_id": uuid4(),
        "causacao_id": None,
        "payload": {
            "representante": uuid4(),
            "membros": [membro],
            "unidade_civica_id": uuid4(),
            "categoria_id": "1.1",
            "mecanismo": "confirmacao_coletiva",
        },
    }
    return ensaio.registrar(envelope)


def produzir(broker: str, topico: str, valores: list[bytes]) -> None:
    produtor = Producer({"bootstrap.servers": broker})
    for n, valor in enumerate(valores):
        produtor.produce(topico, valor, partition=n % 3)
    produtor.flush(10)


def test_le_cada_evento_uma_vez_e_para_no_fim(kafka_servidor: str, registro: str, nomes: list[str]) -> None:
    membros = [uuid4() for _ in range(50)]
    produzir(kafka_servidor, nomes[0], [agregada(m) for m in membros[:40]])
    produzir(kafka_servidor, nomes[1], [agregada(m) for m in membros[40:41]])
    avancos: list[tuple[int, int]] = []
    lidos = list(leitura.ler(nomes, kafka_servidor, registro, {}, lambda lidos, total: avancos.append((lidos, total))))
    assert {e["payload"]["membros"][0] for e in lidos} == set(membros[:41])
    assert (len(lidos), lidos[0]["timestamp"], avancos[-1]) == (41, AGORA, (41, 41))


def test_topicos_vazios_dao_um_laudo_vazio(kafka_servidor: str, registro: str, nomes: list[str]) -> None:
    resultado = CliRunner().invoke(
        app, ["ranking", "--broker", kafka_servidor, "--registro", registro, "--json"], catch_exceptions=False
    )
    assert resultado.exit_code == 0
    assert json.loads(resultado.stdout)["demandas"] == 0


def test_registro_que_nao_se_deixa_ler_e_dito_com_o_seu_lugar_e_o_resto_e_lido(
    kafka_servidor: str, registro: str, nomes: list[str]
) -> None:
    produzir(kafka_servidor, nomes[0], [b"isto nao e um evento"])
    ilegiveis: list[str] = []
    list(leitura.ler(nomes, kafka_servidor, registro, {}, ilegivel=ilegiveis.append))
    [motivo] = ilegiveis
    assert motivo.startswith(f"{nomes[0]}[")
