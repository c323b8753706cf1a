"""CSV that neither runs in a spreadsheet nor loses a character."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d3_categorizacao.dominio.planilha import escrever, sem_formula

CELULAS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)


@given(CELULAS)
def test_celula_de_texto_nunca_comeca_formula_e_guarda_o_resto(texto):
    guardado = sem_formula(texto)
    assert guardado in (texto, f"'{texto}")
    assert guardado[:1] not in set("=+-@\t\r＝")


@given(st.lists(CELULAS, max_size=5))
def test_o_que_se_escreve_se_le(textos):
    linhas = [{"texto": t, "n": -1.5} for t in textos]
    corpo = escrever(("texto", "n"), linhas, "maquina", com_titulos=True)
    lidas = list(csv.reader(io.StringIO(corpo, newline="")))
    assert lidas[0] == ["texto", "n"]
    assert lidas[1:] == [[sem_formula(t), "-1.5"] for t in textos]


PERIGOSOS = ["=1", "+1", "-1", "@SOMA(A1)", "\tabc", "\rabc", "＝1", "＋1", "－1", "＠SOMA(A1)"]


def celulas(corpo, separador):
    return list(csv.reader(io.StringIO(corpo, newline=""), delimiter=separador))


@pytest.mark.parametrize(("perfil", "separador"), [("maquina", ","), ("excel", ";")])
def test_so_as_celulas_de_texto_sao_protegidas_e_os_numeros_ficam_como_estao(perfil, separador):
    linhas = [{"texto": t, "n": -3, "ausente": None} for t in [*PERIGOSOS, "0", 'Água & Luz; "já", 2-1=1']]
    lidas = celulas(escrever(("texto", "n", "ausente"), linhas, perfil, com_titulos=False), separador)
    esperadas = [f"'{t}" for t in PERIGOSOS] + ["0", 'Água & Luz; "já", 2-1=1']
    assert lidas == [[texto, "-3", ""] for texto in esperadas]


def test_o_perfil_das_maquinas_tem_virgula_ponto_e_nenhum_bom():
    corpo = escrever(("a", "b"), [{"a": "x", "b": -0.5}], "maquina", com_titulos=True)
    assert corpo == "a,b\r\nx,-0.5\r\n"


def test_o_perfil_do_excel_brasileiro_tem_bom_ponto_e_virgula_virgula_decimal_e_tudo_entre_aspas():
    corpo = escrever(("a", "b"), [{"a": "x", "b": -0.5}], "excel", com_titulos=True)
    assert corpo == '\ufeff"a";"b"\r\n"x";"-0,5"\r\n'
    seguinte = escrever(("a", "b"), [{"a": "y", "b": 2.0}], "excel", com_titulos=False)
    assert seguinte == '"y";"2,0"\r\n'
