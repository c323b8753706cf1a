"""The text of analysis: the citizen's words, and apart from them what machines saw."""

from d3_categorizacao.analise import textos


def test_titulo_que_so_repete_o_comeco_nao_e_lido_duas_vezes(normalizada):
    assert textos(normalizada(1, "Esgoto na rua. Socorro", titulo="Esgoto na rua…")) == ("Esgoto na rua. Socorro", "")


def test_titulo_proprio_entra_no_texto(normalizada):
    assert textos(normalizada(1, "Faz um mês", titulo="Poste apagado")) == ("Poste apagado\nFaz um mês", "")


def test_sem_texto_do_cidadao_o_titulo_e_legenda(normalizada):
    legendas = ("rua com buraco", "carro parado")
    assert textos(normalizada(1, "", titulo="rua com buraco", legendas=legendas)) == (
        "",
        "rua com buraco\nrua com buraco\ncarro parado",
    )
