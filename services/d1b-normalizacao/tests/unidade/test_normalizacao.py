import pytest
from hypothesis import given
from hypothesis import strategies as st

from d1b_normalizacao.dominio.entidades import extrair
from d1b_normalizacao.dominio.normalizacao import Legenda, normalizar
from d1b_normalizacao.dominio.titulo import TITULO_MAXIMO, titular
from nucleo.denylist import Denylist

SEM_FILTRO = Denylist("")


@pytest.mark.parametrize(
    ("texto", "titulo"),
    [
        ("", ""),
        ("tem um buraco enorme na rua das flores. Já caiu gente.", "Tem um buraco enorme na rua das flores"),
        (
            "um dois três quatro cinco seis sete oito nove dez onze doze",
            "Um dois três quatro cinco seis sete oito nove",
        ),
        ("x" * 200, "X" + "x" * (TITULO_MAXIMO - 1)),
        ("0", "0"),
        ("ok! poste caído", "Poste caído"),
    ],
)
def test_o_titulo_sao_as_primeiras_palavras_significativas(texto, titulo):
    assert titular(texto) == titulo


@given(st.text(max_size=300))
def test_o_titulo_nunca_passa_do_maximo(texto):
    assert len(titular(texto)) <= TITULO_MAXIMO + 2  # an initial such as ß may become two letters


@pytest.mark.parametrize(
    ("texto", "ceps", "logradouros", "numeros"),
    [
        ("Rua das Flores, 123, CEP 01310-100", ("01310-100",), ("Rua das Flores",), ("123",)),
        ("na Av. Paulista 1578 perto do metrô", (), ("Av. Paulista",), ("1578",)),
        ("Rua 25 de Março, nº 40", (), ("Rua 25 de Março",), ("40",)),
        ("Rua XV de Novembro esquina com Travessa Pau d'Arco", (), ("Rua XV de Novembro", "Travessa Pau d'Arco"), ()),
        ("cep 01310100", ("01310-100",), (), ()),
        ("telefone 11987654321", (), (), ()),
        ("protocolo 012345678", (), (), ()),
        ("falta água em casa número 7", (), (), ("7",)),
        ("a rua está escura", (), (), ()),
        ("buraco na rua das flores 12", (), ("rua das flores",), ("12",)),
        ("na rua da minha casa", (), (), ()),
    ],
)
def test_entidades(texto, ceps, logradouros, numeros):
    achadas = extrair(texto)
    assert (achadas.ceps, achadas.logradouros, achadas.numeros) == (ceps, logradouros, numeros)


def test_relato_completo_tem_confianca_cheia():
    assert normalizar("Buraco enorme na Rua das Flores, 123, há dois meses", SEM_FILTRO).confianca == 1.0


def test_so_midia_sem_motor_segue_com_confianca_reduzida_e_descricao_vazia():
    n = normalizar("", SEM_FILTRO, midias_sem_legenda=2)
    assert (n.titulo, n.descricao) == ("", "")
    assert n.confianca == round(1 / 7, 4)


def test_sem_texto_o_titulo_vem_da_primeira_legenda_que_nao_compoe_a_descricao():
    legendas = [Legenda("a", "", None), Legenda("b", "Um buraco no asfalto molhado", "A pothole", "pt")]
    n = normalizar("", SEM_FILTRO, legendas)
    assert n.titulo == "Um buraco no asfalto molhado"
    assert n.descricao == ""


def test_legenda_que_ficou_em_ingles_penaliza_a_confianca():
    em_portugues = normalizar("poste", SEM_FILTRO, [Legenda("a", "Um poste", None, "pt")])
    em_ingles = normalizar("poste", SEM_FILTRO, [Legenda("a", "A lamp post", None, "en")])
    assert em_ingles.confianca < em_portugues.confianca


def test_a_denylist_olha_so_o_texto_do_cidadao():
    n = normalizar("poste caído", Denylist("arma"), [Legenda("a", "uma arma na mesa", None)])
    assert n.termos_suspeitos == ()
