"""Summaries: bounded, deterministic, without names."""

from d6b_relatoria.dominio.atualizacao import limpar, receber
from d6b_relatoria.dominio.ciclo import Ciclo
from d6b_relatoria.dominio.frases import contar, enumerar
from nucleo.denylist import Denylist
from nucleo.fontes import uuid7
from nucleo.testes.eventos import INICIO

SEM_FILTRO = Denylist("")


def test_o_resumo_traz_o_que_se_fez_e_nenhum_nome(cenario):
    ciclo = Ciclo()
    for tipo in (
        "contato_realizado",
        "contato_realizado",
        "protocolo_aberto",
        "entrave_registrado",
        "prazo_registrado",
    ):
        ciclo.somar(receber(cenario.registrada(tipo), SEM_FILTRO))
    assert ciclo.resumir(INICIO, None, "bloqueado", None) == (
        "Em acompanhamento desde 14/03/2026, com 5 atualizações: 2 contatos, 1 protocolo, 1 entrave e 1 prazo. "
        "Canais: telefone. Órgãos: SABESP. Protocolos: 11987654321. Último entrave: Aguardando autorização. "
        "Prazo estimado: 30/03/2026. Situação: bloqueada."
    )


def test_o_que_esta_sob_suspeita_so_e_contado(cenario):
    ciclo = Ciclo()
    ciclo.somar(receber(cenario.registrada("entrave_registrado"), Denylist("autorização")))
    assert ciclo.resumir(INICIO, None, "pendente", None) == (
        "Em acompanhamento desde 14/03/2026, com 1 atualização: 1 entrave. Situação: pendente."
    )


def test_o_resumo_nao_cresce_com_o_ciclo(cenario):
    ciclo = Ciclo()
    for n in range(500):
        outros = {"campos": {"orgao": f"Órgão {n}", "numero": f"{n:05}"}, "atualizacao_id": uuid7(INICIO, n)}
        ciclo.somar(receber(cenario.registrada("protocolo_aberto", **outros), SEM_FILTRO))
    assert ciclo.total == 500
    assert (len(ciclo.fontes), ciclo.fontes[-1]) == (50, uuid7(INICIO, 499))
    assert "Órgãos: Órgão 495, Órgão 496, Órgão 497, Órgão 498 e Órgão 499." in ciclo.resumir(
        INICIO, None, "pendente", None
    )


def test_contagens_em_portugues():
    assert contar({}) == "nenhuma atualização"
    assert contar({"prazo_registrado": 1}) == "1 atualização: 1 prazo"
    assert (
        contar({"status_atualizado": 2, "contato_realizado": 1}) == "3 atualizações: 1 contato e 2 mudanças de situação"
    )
    assert enumerar(["a", "b", "c"]) == "a, b e c"


def test_limpar_tira_o_invisivel_e_deixa_o_resto():
    assert limpar(" a\u0301gua\x00\u200b &\n<b>\tluz 👨‍👩‍👧 ") == "água &\n<b>\tluz 👨‍👩‍👧"
