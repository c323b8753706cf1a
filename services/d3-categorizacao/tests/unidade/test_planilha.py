"""CSV that neither runs in a spreadsheet nor loses a character."""

import csv
import io

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
