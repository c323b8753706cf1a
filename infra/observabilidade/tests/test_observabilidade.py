"""What watches the system: metrics that exist, advice that can be found, files that their tools accept."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from formigueiro.ajustes import Ajustes
from formigueiro.pilha.jaeger import VERSAO
from nucleo.metricas import Metricas

PASTA = Path(__file__).parents[1]
RAIZ = PASTA.parents[1]
PAINEL = json.loads((PASTA / "grafana/paineis/formigueiro.json").read_text("utf-8"))
ALERTAS = yaml.safe_load((PASTA / "prometheus/alertas.yml").read_text("utf-8"))
DE_QUEM_COLETA = {"job", "instance"}


@pytest.fixture(scope="module")
def metricas() -> dict[str, set[str]]:
    """Every sample that a colony exports, with its labels, as a colony that has done everything exports it."""
    m = Metricas("d4-ranking")
    m.contar("demanda.ranqueada", "publicado")
    m.idade("demanda.ranqueada", 1)
    m.http("/api", "GET", 200, 1)
    m.atrasos({"demanda.ranqueada": 1})
    m.espera("pulso", 1)
    m.lote.observe(1)
    return {amostra.name: set(amostra.labels) for familia in m.coletor.collect() for amostra in familia.samples}


def regras() -> list[dict[str, Any]]:
    return [regra for grupo in ALERTAS["groups"] for regra in grupo["rules"]]


def paineis() -> list[dict[str, Any]]:
    return [painel for painel in PAINEL["panels"] if painel["type"] != "row"]


def consultas() -> Iterator[tuple[str, str]]:
    """Every expression that somebody evaluates, by who does."""
    yield from ((regra["alert"], regra["expr"]) for regra in regras())
    yield from ((painel["title"], alvo["expr"]) for painel in paineis() for alvo in painel["targets"])
    for variavel in PAINEL["templating"]["list"]:
        if variavel["type"] == "query":
            yield variavel["name"], re.sub(r"label_values\((\w+), (\w+)\)", r"\1{\2=''}", variavel["definition"])


@pytest.mark.parametrize(("de", "expressao"), list(consultas()), ids=lambda valor: valor if "(" not in valor else "")
def test_cada_consulta_usa_metricas_e_rotulos_que_as_colonias_exportam(metricas, de, expressao):
    usadas = re.findall(r"\b(formigueiro_\w+|up)\b(?:\{([^}]*)\})?", expressao)
    assert usadas, de
    for nome, seletor in usadas:
        rotulos = set(re.findall(r"(\w+)\s*=", seletor))
        if nome == "up":
            assert rotulos <= DE_QUEM_COLETA
            continue
        assert nome in metricas, f"{de}: {nome} não existe"
        assert rotulos <= metricas[nome] | DE_QUEM_COLETA, f"{de}: {nome} não tem {rotulos - metricas[nome]}"
    agrupados = {r.strip() for lista in re.findall(r"by \(([^)]*)\)", expressao) for r in lista.split(",")}
    assert agrupados <= set().union(*(metricas.get(nome, DE_QUEM_COLETA) for nome, _ in usadas)), de


def test_toda_metrica_que_pede_uma_pessoa_tem_um_alerta(metricas):
    vigiadas = set(re.findall(r"formigueiro_\w+", " ".join(regra["expr"] for regra in regras())))
    sinais = {"pronta", "fusivel_aberto", "particoes_paradas", "atraso", "dlq_tamanho", "saida_idade_segundos"}
    sinais |= {"esquemas_desconhecidos_total", "falhas_transitorias_total", "lote_segundos_bucket", "espera_segundos"}
    assert {f"formigueiro_{sinal}" for sinal in sinais} <= vigiadas & metricas.keys()


def test_cada_alerta_diz_a_gravidade_um_resumo_e_uma_secao_que_existe():
    titulos = re.findall(r"^#+ (.+)$", (RAIZ / "docs/operacao.md").read_text("utf-8"), re.MULTILINE)
    secoes = {re.sub(r"[^\w\- ]", "", titulo.lower()).replace(" ", "-") for titulo in titulos}
    for regra in regras():
        assert regra["labels"]["gravidade"] in {"alta", "critica"}
        assert regra["annotations"]["resumo"]
        pagina, _, secao = regra["annotations"]["como_agir"].partition("#")
        assert (pagina, secao in secoes) == ("docs/operacao.md", True), regra["alert"]


def test_cada_alerta_tem_um_caso_em_que_avisa():
    casos = yaml.safe_load((PASTA / "prometheus/alertas_teste.yml").read_text("utf-8"))["tests"]
    avisam = {t["alertname"] for caso in casos for t in caso["alert_rule_test"] if t.get("exp_alerts")}
    assert avisam == {regra["alert"] for regra in regras()}


def test_o_painel_tem_identificadores_unicos_e_nenhum_quadro_sobre_outro():
    todos = PAINEL["panels"]
    assert len({painel["id"] for painel in todos}) == len(todos)
    for um, outro in combinations((painel["gridPos"] for painel in todos), 2):
        lado_a_lado = um["x"] + um["w"] <= outro["x"] or outro["x"] + outro["w"] <= um["x"]
        empilhados = um["y"] + um["h"] <= outro["y"] or outro["y"] + outro["h"] <= um["y"]
        assert lado_a_lado or empilhados
    assert all(painel["gridPos"]["x"] + painel["gridPos"]["w"] <= 24 for painel in todos)


def test_o_painel_pergunta_a_fonte_que_a_instalacao_provisiona():
    fontes = yaml.safe_load((PASTA / "grafana/provisioning/datasources/formigueiro.yaml").read_text("utf-8"))
    uids = {fonte["uid"]: fonte["type"] for fonte in fontes["datasources"]}
    variavel = next(v for v in PAINEL["templating"]["list"] if v["type"] == "datasource")
    assert uids[variavel["current"]["value"]] == variavel["query"] == "prometheus"
    usadas = {alvo["datasource"]["uid"] for painel in paineis() for alvo in painel["targets"]}
    assert usadas == {f"${{{variavel['name']}}}"}


def test_todo_arquivo_yaml_se_le():
    for arquivo in PASTA.rglob("*.y*ml"):
        assert yaml.safe_load(arquivo.read_text("utf-8")), arquivo


@pytest.mark.parametrize(
    "pedido",
    [["check", "rules", "alertas.yml"], ["test", "rules", "alertas_teste.yml"], ["check", "config", "prometheus.yml"]],
    ids=" ".join,
)
def test_promtool_aceita(pedido):
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("sem promtool no PATH: go install github.com/prometheus/prometheus/cmd/promtool@v0.316.0")
    feito = subprocess.run(
        [promtool, *pedido], cwd=PASTA / "prometheus", capture_output=True, text=True, check=False, timeout=60
    )
    assert feito.returncode == 0, feito.stdout + feito.stderr


@pytest.mark.parametrize(("troca", "aceito"), [(("", ""), True), (("tls:", "tsl:"), False)], ids=["é", "não é"])
def test_o_coletor_aceita_a_sua_configuracao(tmp_path, troca, aceito):
    """Jaeger 2 is an OpenTelemetry Collector, with the same parts and the same `validate`."""
    otelcol = shutil.which("otelcol") or shutil.which(Ajustes().cache / f"jaeger-{VERSAO}")
    if otelcol is None:
        pytest.skip("sem otelcol no PATH nem o Jaeger de `formigueiro up --com jaeger`")
    configuracao = tmp_path / "coletor.yaml"
    configuracao.write_text((PASTA / "otel/coletor.yaml").read_text("utf-8").replace(*troca), "utf-8")
    feito = subprocess.run(
        [otelcol, "validate", "--config", configuracao], capture_output=True, text=True, check=False, timeout=60
    )
    assert (feito.returncode == 0) is aceito, feito.stderr
