"""Terms are found whole, through disguises, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nucleo.denylist import Denylist


@pytest.mark.parametrize(
    "texto",
    ["meu documento", "DOCUMENTO!", "docúmento", "d0cumento", "d.o.c.u.m.e.n.t.o", "d o c u m e n t o", "documeeeento"],
)
def test_a_denylist_ve_atraves_do_disfarce(texto):
    assert Denylist("documento,outra coisa").achar(texto) == ["documento"]


@pytest.mark.parametrize("texto", ["documentos", "indocumentado", "documentação", "", "do cu mento", "123"])
def test_a_denylist_so_acha_palavras_inteiras(texto):
    assert Denylist("documento").achar(texto) == []


def test_termo_de_varias_palavras_e_lista_com_lixo():
    lista = Denylist(" Vendo Casa, ,,ção ")
    assert lista.achar("VENDO   casa no centro") == ["vendo casa"]
    assert lista.achar("vendo a casa") == []
    assert Denylist("").achar("vendo casa") == []


@given(st.text(max_size=100), st.text(max_size=100))
def test_qualquer_lista_le_qualquer_texto(termos, texto):
    achados = Denylist(termos).achar(texto)
    assert achados == sorted(set(achados))
