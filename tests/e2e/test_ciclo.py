"""The cycle that closes, read back by HTTP and from the public topics."""

import json
import re
import subprocess
import sys
from uuid import UUID

import httpx
import pytest
from typer.testing import CliRunner

from formigueiro.ajustes import raiz
from formigueiro.auditar import app as auditar
from formigueiro.historia import Ciclo, Contada, HistoriaDoCiclo
from formigueiro.integrador import ler_topico
from formigueiro.sistema import Sistema

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]


@pytest.fixture(scope="session")
def ciclo(sistema: Sistema, contada: Contada) -> Ciclo:
    """The story of the counsellors, told once after the first."""
    return HistoriaDoCiclo(sistema, contada, lambda *_: None).contar()


def tipos(porta: httpx.Client, demanda: UUID | None) -> list[str]:
    itens = porta.get(f"/api/d7/timeline/{demanda}", params={"limite": 100}).json()["itens"]
    return [item["tipo"] for item in reversed(itens)]


def payloads(sistema: Sistema, topico: str) -> list[dict]:
    registro = sistema.endereco(sistema.colonias["n0b-registro"])
    return [e["payload"] for e in ler_topico(sistema.broker, registro, topico)]


def test_a_demanda_acompanhada_conta_cada_passo_ate_o_fim(ciclo: Ciclo, porta: httpx.Client):
    passos = tipos(porta, ciclo.concluida)
    assert passos.count("conselheiro.atualização_publicada") == 7
    marcos = ["agenda.item_disponível", "conselheiro.sorteado", "conselheiro.demanda_iniciada", "demanda.concluída"]
    assert [tipo for tipo in passos if tipo in marcos][-4:] == marcos
    assert {"conselheiro.prazo_próximo", "conselheiro.ciclo_concluído"} <= set(passos)


def test_o_concluido_sai_do_mapa_e_entra_no_historico(ciclo: Ciclo, porta: httpx.Client):
    resumo = porta.get(f"/api/d7/demanda/{ciclo.concluida}/resumo").json()
    unidade = resumo["unidade"]["unidade_civica_id"]
    assert resumo["status"] == "concluida"
    ranking = porta.get(f"/api/d7/ranking/{unidade}", params={"limite": 200}).json()["itens"]
    assert str(ciclo.concluida) not in {item["demanda_id"] for item in ranking}
    historico = porta.get(f"/api/d7/uc/{unidade}/historico").json()["itens"]
    assert str(ciclo.concluida) in {item["demanda_id"] for item in historico}


def test_o_caminho_feito_aparece_para_quem_vem_depois(ciclo: Ciclo, porta: httpx.Client):
    caminho = porta.get(f"/api/d7/demanda/{ciclo.com_caminho}/resumo").json()["caminho"]
    assert any(str(fechada) in caminho["dossie"] for fechada in (ciclo.concluida, ciclo.ratificada))
    assert "telefone" in caminho["dossie"]


def test_quarta_recusa_suspende_e_risco_pessoal_nao_conta(ciclo: Ciclo):
    assert len(ciclo.recusadas) == 4
    assert ciclo.suspensa_ate is not None
    assert ciclo.por_risco not in (None, ciclo.ratificada)


def test_a_conclusao_dos_vizinhos_ratificada_e_a_que_ninguem_acompanhava(ciclo: Ciclo, porta: httpx.Client):
    assert {"demanda.conclusao_confirmada", "demanda.concluída"} <= set(tipos(porta, ciclo.ratificada))
    sozinha = tipos(porta, ciclo.pelos_vizinhos)
    assert "demanda.conclusao_confirmada" in sozinha
    assert "demanda.concluída" not in sozinha
    assert porta.get(f"/api/d7/demanda/{ciclo.pelos_vizinhos}/resumo").json()["status"] == "concluida"


def test_entre_vizinhos_o_sorteio_e_de_verdade(ciclo: Ciclo, sistema: Sistema):
    _, demanda = ciclo.entre_vizinhos
    [sorteio] = [p for p in payloads(sistema, "conselheiro.sorteado") if p["demanda_id"] == demanda]
    assert sorteio["total_elegiveis"] == 3 == len(set(sorteio["ordem"]))
    assert str(sorteio["conselheiro_id"]) == sorteio["ordem"][0]


def test_ninguem_publica_quem_e_o_conselheiro(ciclo: Ciclo, sistema: Sistema):
    publico = json.dumps(payloads(sistema, "conselheiro.sorteado"), default=str)
    for pessoa in payloads(sistema, "conselheiro.identificado"):
        assert str(pessoa["cidadao_id"]) not in publico


def test_o_programa_que_se_mostra_a_quem_integra_confere_cada_sorteio(ciclo: Ciclo, sistema: Sistema):
    pagina = (raiz() / "docs/integradores.md").read_text("utf-8")
    [programa] = [b for b in re.findall(r"```python\n(.*?)```", pagina, re.DOTALL) if "seed_publico" in b]
    aqui = {
        "127.0.0.1:9092": sistema.broker,
        "http://127.0.0.1:8081": sistema.endereco(sistema.colonias["n0b-registro"]),
        "poll(10)": "poll(5)",
    }
    for da_pagina, daqui in aqui.items():
        assert da_pagina in programa
        programa = programa.replace(da_pagina, daqui)
    feito = subprocess.run([sys.executable, "-c", programa], capture_output=True, text=True, check=True)
    linhas = feito.stdout.splitlines()
    assert len(linhas) == len(payloads(sistema, "conselheiro.sorteado")) >= 8
    assert all(linha.endswith(" confere") for linha in linhas)


def test_cada_sorteio_confere_e_o_adulterado_nao(ciclo: Ciclo, sistema: Sistema):
    registro = sistema.endereco(sistema.colonias["n0b-registro"])
    feito = CliRunner().invoke(auditar, ["sorteio", "--broker", sistema.broker, "--registro", registro, "--json"])
    laudo = json.loads(feito.stdout)
    assert (feito.exit_code, laudo["faltas"]) == (0, [])
    assert laudo["sorteios"] >= 8
    assert any(str(falta.regra) for falta in ciclo.adulterado.faltas)
