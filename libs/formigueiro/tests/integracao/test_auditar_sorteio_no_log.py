"""The command reads the draws on a real broker: green when they hold, red with the rule and the reason when not."""

import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from click.testing import Result
from confluent_kafka import Producer
from typer.testing import CliRunner

from formigueiro.auditar import app, comandos, ensaio, leitura
from formigueiro.auditar.sorteio import TOPICOS
from formigueiro.auditar.sorteio.extrato import em_json
from formigueiro.auditar.sorteio.ficcao import Historia
from formigueiro.pilha.erros import FalhaDaPilha

SCRIPT = Path(__file__).parents[4] / "tests/auditoria/sorteio.mjs"
Auditar = Callable[..., Result]


@pytest.fixture
def registro() -> Iterator[str]:
    with ensaio.registro() as url:
        yield url


@pytest.fixture
def h() -> Historia:
    h = Historia(random.Random(3), unidades=2, pessoas=5)
    h.viver(150)
    h.eventos += h.eventos[:20]
    return h


@pytest.fixture
def auditar(kafka_servidor: str, registro: str, monkeypatch: pytest.MonkeyPatch) -> Auditar:
    """Put a history on topics of its own and audit it as it was at its end."""

    def publicar_e_auditar(h: Historia, *opcoes: str) -> Result:
        nomes = ensaio.publicar(kafka_servidor, TOPICOS, h.eventos, prefixo=f"teste.{uuid4().hex}.")
        monkeypatch.setattr(comandos, "DOS_SORTEIOS", nomes)
        argumentos = ["sorteio", "--broker", kafka_servidor, "--registro", registro, "--ate", h.agora.isoformat()]
        return CliRunner().invoke(app, [*argumentos, *opcoes], catch_exceptions=False)

    return publicar_e_auditar


def quantos(h: Historia, tipo: str) -> int:
    return len({e["event_id"] for e in h.eventos if e["tipo"] == tipo})


def test_log_honesto_confere(h: Historia, auditar: Auditar) -> None:
    resultado = auditar(h)
    assert resultado.exit_code == 0, resultado.output
    assert f"{quantos(h, 'conselheiro.sorteado')} sorteios refeitos" in resultado.stdout
    assert "Tudo confere." in resultado.stdout


def test_copia_adulterada_sai_vermelha_com_a_regra_e_o_motivo(h: Historia, auditar: Auditar) -> None:
    sorteado: dict[str, Any] = next(e for e in reversed(h.eventos) if e["tipo"] == "conselheiro.sorteado")
    certo, sorteado["payload"]["seed_publico"] = sorteado["payload"]["seed_publico"], "f" * 64
    resultado = auditar(h, "--json")
    assert resultado.exit_code == 1
    [falta] = json.loads(resultado.stdout)["faltas"]
    motivo = f"publicado {'f' * 64}, recalculado {certo}"
    assert falta == {"regra": "seed", "event_id": str(sorteado["event_id"]), "motivo": motivo}


def test_um_registro_que_ninguem_le_e_uma_falta_e_nao_cala_a_auditoria(
    h: Historia, kafka_servidor: str, registro: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by trying: one foreign record on a topic, and no draw could be verified any more."""
    nomes = ensaio.publicar(kafka_servidor, TOPICOS, h.eventos, prefixo=f"teste.{uuid4().hex}.")
    produtor = Producer({"bootstrap.servers": kafka_servidor})
    produtor.produce(nomes[0], b"nao-avro", partition=0)
    produtor.flush(30)
    monkeypatch.setattr(comandos, "DOS_SORTEIOS", nomes)
    argumentos = ["sorteio", "--broker", kafka_servidor, "--registro", registro, "--ate", h.agora.isoformat(), "--json"]
    resultado = CliRunner().invoke(app, argumentos, catch_exceptions=False)
    laudo = json.loads(resultado.stdout)
    [falta] = laudo["faltas"]
    assert falta["regra"] == "ilegível"
    assert falta["motivo"].startswith(f"{nomes[0]}[0] ")
    assert laudo["sorteios"] == quantos(h, "conselheiro.sorteado")


def test_a_saida_para_pessoas_nomeia_a_regra(h: Historia, auditar: Auditar) -> None:
    h.eventos = [e for e in h.eventos if e["tipo"] != "conselheiro.sorteado"]
    resultado = auditar(h)
    assert resultado.exit_code == 1
    assert "sem fim há 60 s ou mais" in resultado.stderr.replace("\n", " ")
    assert "faltas." in resultado.stdout


def test_a_prova_de_um_sorteio_sai_como_json_que_outra_linguagem_confere(
    h: Historia, kafka_servidor: str, registro: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefixo = f"teste.{uuid4().hex}."
    ensaio.publicar(kafka_servidor, TOPICOS, h.eventos, prefixo)
    monkeypatch.setattr(
        comandos, "ler", lambda topicos, *resto: leitura.ler([f"{prefixo}{t}" for t in topicos], *resto)
    )
    sorteado = next(e for e in reversed(h.eventos) if e["tipo"] == "conselheiro.sorteado")
    argumentos = ["prova", str(sorteado["payload"]["sorteio_id"]), "--broker", kafka_servidor, "--registro", registro]
    provado = CliRunner().invoke(app, argumentos, catch_exceptions=False).stdout
    assert json.loads(provado)["sorteado"] == em_json(sorteado)
    assert json.loads(provado)["comprometido"]["event_id"] == str(sorteado["payload"]["comprometido_event_id"])
    if node := shutil.which("node"):
        feito = subprocess.run([node, str(SCRIPT)], input=provado, capture_output=True, text=True, check=False)
        assert feito.returncode == 0, feito.stdout
    with pytest.raises(FalhaDaPilha, match="não têm compromisso, pulso e resultado"):
        CliRunner().invoke(app, ["prova", str(uuid4()), *argumentos[2:]], catch_exceptions=False)
