"""The story of forty demands, read back by HTTP, from the archive and from the public topics."""

import json
import time
from uuid import UUID

import httpx
import pytest
from typer.testing import CliRunner

from formigueiro.comandos.rastro import rastrear
from formigueiro.historia import Contada, Historia, relatos
from formigueiro.integrador import ler_topico
from formigueiro.operador import Operador
from formigueiro.sistema import Sistema
from nucleo import contratos

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]
CAMINHO = [
    "demanda.recebida",
    "demanda.normalizada",
    "demanda.georreferenciada",
    "demanda.categorizada",
    "demanda.ranqueada",
]


def registro(sistema: Sistema) -> str:
    return sistema.endereco(sistema.colonias["n0b-registro"])


def test_o_repetido_recebe_409_com_a_demanda_que_ja_existe(contada: Contada):
    status, dados = contada.repetida
    original = next(n for n, r in enumerate(relatos()) if r.contesta)
    assert status == 409
    assert UUID(dados["demanda_id"]) == contada.demandas[original]


def test_o_de_lisboa_e_recusado_nomeando_o_campo(contada: Contada):
    status, dados = contada.fora_da_caixa
    assert status == 400
    assert dados["campo"].startswith("localizacao_bruta")


def test_a_linha_do_tempo_e_publica_e_conta_cada_passo(contada: Contada, porta: httpx.Client):
    timeline = porta.get(f"/api/d7/timeline/{contada.primeira}").json()
    assert [e["tipo"] for e in reversed(timeline["itens"])][: len(CAMINHO)] == CAMINHO
    assert timeline["itens"][-1]["descricao"].startswith("Demanda registrada via ")
    assert "cidadao" not in json.dumps(timeline)


def test_o_texto_com_html_chega_limpo_e_e_dado(contada: Contada, porta: httpx.Client):
    n = next(n for n, r in enumerate(relatos()) if "<img" in r.texto)
    resumo = porta.get(f"/api/d7/demanda/{contada.demandas[n]}/resumo").json()
    assert "<" not in resumo["titulo"]
    assert "Rua escura" in resumo["descricao"]


def test_o_score_de_cada_demanda_e_o_produto_dos_fatores_publicados(contada: Contada, porta: httpx.Client):
    resumo = porta.get(f"/api/d7/demanda/{contada.primeira}/resumo").json()
    ranking = porta.get(f"/api/d7/ranking/{resumo['unidade']['unidade_civica_id']}").json()
    itens = ranking["itens"]
    assert len(itens) == ranking["total_demandas"] >= 5
    assert [i["posicao"] for i in itens] == list(range(1, len(itens) + 1))
    for i in itens:
        assert i["score_final"] == i["peso_nacional"] * i["peso_situacional"] * i["score_horizontal"]
    assert itens == sorted(itens, key=lambda i: (-i["score_final"], i["demanda_id"]))


def test_o_rastro_mostra_todas_as_colonias_e_nenhum_evento_antes_da_causa(contada: Contada, operador: Operador):
    passos = rastrear(operador, contada.primeira)[: len(CAMINHO)]
    assert [p["colonia"] for p in passos] == ["D-1a", "D-1b", "D-2", "D-3", "D-4"]
    numeros = {p["event_id"]: p["sequence_number"] for p in passos}
    assert all(p["causacao_id"] is None or numeros[p["causacao_id"]] < p["sequence_number"] for p in passos)
    assert len({p["correlacao_id"] for p in passos}) == 1


def test_o_nao_entendido_espera_o_moderador_e_a_decisao_fica_marcada(contada: Contada, porta: httpx.Client):
    assert len(contada.revisadas) == 5
    for demanda in contada.revisadas:
        itens = porta.get(f"/api/d7/timeline/{demanda}").json()["itens"]
        [categorizada] = [e for e in itens if e["tipo"] == "demanda.categorizada"]
        assert categorizada["automatico"] is False


def test_o_contestado_tem_duas_versoes_e_a_segunda_e_humana(contada: Contada, sistema: Sistema):
    versoes = [
        e["payload"]
        for e in ler_topico(sistema.broker, registro(sistema), "demanda.categorizada")
        if e["payload"]["demanda_id"] == contada.contestada
    ]
    assert [(v["versao_categorizacao"], v["metodo"]) for v in versoes] == [(1, "automatico"), (2, "manual")]


def test_fora_de_todos_os_poligonos_espera_um_operador_e_nada_publica(contada: Contada, sistema: Sistema):
    [pendente] = contada.sem_territorio
    eventos = ler_topico(sistema.broker, registro(sistema), "demanda.georreferenciada")
    assert UUID(pendente["demanda_id"]) not in {e["payload"]["demanda_id"] for e in eventos}


def test_um_cliente_independente_le_todos_os_topicos_publicos(contada: Contada, sistema: Sistema):
    for contrato in contratos.carregar():
        if contrato.visibilidade == "publica":
            for evento in ler_topico(sistema.broker, registro(sistema), contrato.topico):
                assert evento["tipo"] == contrato.tipo
                assert "cidadao_id" not in evento["payload"]


def test_contar_a_historia_de_novo_nao_muda_nada(contada: Contada, sistema: Sistema, operador: Operador):
    def das_demandas() -> int:
        eventos = operador.paginas("n0a-barramento", "/api/events", "eventos", limite=500)
        return sum(e["tipo"].startswith("demanda.") for e in eventos)

    antes = das_demandas()
    de_novo = Historia(sistema, lambda *_: None).contar()
    time.sleep(1.5)
    assert de_novo.demandas == contada.demandas
    assert das_demandas() == antes


def test_a_auditoria_refaz_todo_o_ranking_so_pelos_topicos_publicos(contada: Contada, sistema: Sistema):
    from formigueiro.cli import montar

    feita = CliRunner().invoke(
        montar(["auditar"]),
        ["auditar", "ranking", "--broker", sistema.broker, "--registro", registro(sistema), "--json"],
    )
    assert feita.exit_code == 0, feita.output


def test_refazer_as_projecoes_da_na_mesma(contada: Contada, porta: httpx.Client, operador: Operador):
    def retrato() -> list[object]:
        return [porta.get(f"/api/d7/demanda/{d}/resumo").json() for d in contada.demandas.values()]

    antes = retrato()
    operador.pedir("d7-transparencia", "POST", "/api/d7/rebuild")
    assert retrato() == antes


def test_todas_as_colonias_estao_prontas_sem_cartas_mortas_nem_atraso(contada: Contada, sistema: Sistema):
    for estado in sistema.saude():
        assert estado.impedimento is None, estado
        assert not estado.dlq, estado
