"""The classifier: what it finds, what it leaves out, and what always holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d3_categorizacao.dominio.classificador import Classificacao, classificador
from d3_categorizacao.dominio.taxonomia import taxonomia
from d3_categorizacao.dominio.texto import MAXIMO_LIDO


def _categoria(texto: str) -> str | None:
    principal = classificador().classificar(texto).principal
    return principal.categoria_id if principal else None


def _negados(c: Classificacao) -> set[str]:
    return {e.termo for e in c.evidencias if e.negado}


@pytest.mark.parametrize(
    ("texto", "categoria"),
    [
        ("Água jorrando da adutora rompida", "1.1"),
        ("esgoto entupido voltando pelo ralo", "1.2"),
        ("poste apagado", "3.4"),
        ("sem luz em casa", "1.3"),
        ("boca de lobo entupida", "3.5"),
        ("posto de saúde sem médico", "2.1"),
        ("ponto de ônibus sem cobertura", "3.6"),
        ("terreno baldio com mato alto", "3.13"),
    ],
)
def test_casos_claros(texto, categoria):
    assert _categoria(texto) == categoria


@pytest.mark.parametrize(
    ("texto", "categoria"),
    [
        ("Não falta água, mas o esgoto está vazando", "1.2"),
        ("não é esgoto, é água limpa vazando", "1.1"),
        ("A rua não tem buraco, mas o bueiro está entupido", "3.5"),
        ("Água aqui nunca faltou, o problema é a falta de luz", "1.3"),
        ("sem vazamento de água; o que vaza é esgoto", "1.2"),
        ("Não tem problema com o ônibus, o semáforo é que está apagado", "3.7"),
    ],
)
def test_o_que_se_nega_nao_conta(texto, categoria):
    assert _categoria(texto) == categoria


@pytest.mark.parametrize(
    "texto",
    [
        "Não tem buraco nem lixo na calçada da frente",
        "não falta água e não falta luz",
        "sem vazamentos, sem buracos",
        "não há buraco, lixo ou entulho",
        "Nunca tivemos problema com a coleta de lixo",
    ],
)
def test_so_negacoes_nao_dao_confianca(texto):
    classificacao = classificador().classificar(texto)
    assert _negados(classificacao)
    assert classificacao.principal is None or classificacao.principal.confianca < 0.7


@pytest.mark.parametrize(
    ("texto", "categoria"),
    [
        ("não tem água", "1.1"),
        ("a água não chega", "1.1"),
        ("nunca tem médico no posto", "2.1"),
        ("ônibus não passa aos domingos", "3.6"),
        ("não há semáforo no cruzamento", "3.7"),
        ("Não taparam o buraco", "3.1"),
        ("ninguém aguenta: não param de vazar esgoto", "1.2"),
        ("não aguento mais o barulho", "3.12"),
    ],
)
def test_negacao_que_e_queixa_conta(texto, categoria):
    classificacao = classificador().classificar(texto)
    assert classificacao.principal.categoria_id == categoria
    assert not _negados(classificacao)


@pytest.mark.parametrize(
    ("texto", "categoria"),
    [
        ("bueiro entupido em frente à escola e ao posto de saúde", "3.5"),
        ("lixo na Rua do Hospital", "3.3"),
        ("perto do cemitério o asfalto está esburacado", "3.1"),
    ],
)
def test_ponto_de_referencia_nao_e_o_assunto(texto, categoria):
    assert _categoria(texto) == categoria


def test_sem_olha_para_a_frente():
    assert _categoria("escola sem professor") == "2.10"
    termos = {e.termo for e in classificador().classificar("escola sem professor").evidencias}
    assert "@falta professor" in termos
    assert "@falta escola" not in termos


@pytest.mark.parametrize("texto", ["", "   ", "kkkkkk", "😀😀", "bom dia", "Vende-se sofá seminovo", "\0\n\t"])
def test_sem_demanda_nao_ha_confianca(texto):
    principal = classificador().classificar(texto).principal
    assert principal is None or principal.confianca < 0.7


def test_a_explicacao_soma_os_pontos():
    classificacao = classificador().classificar("Esgoto a céu aberto e rato na rua, perto da escola")
    for candidata in classificacao.candidatas:
        somados = sum(e.pontos for e in classificacao.evidencias if e.categoria_id == candidata.categoria_id)
        assert somados == pytest.approx(candidata.pontos)


def test_legenda_pesa_menos_que_o_texto_do_cidadao():
    texto = classificador().classificar("buraco na rua").principal
    legenda = classificador().classificar("", "buraco na rua").principal
    assert legenda.categoria_id == texto.categoria_id == "3.1"
    assert legenda.pontos < texto.pontos
    assert classificador().classificar("esgoto", "buraco").principal.categoria_id == "1.2"


def test_termo_repetido_conta_uma_vez():
    assert (
        classificador().classificar("buraco").candidatas
        == classificador().classificar("buraco, buraco. Buraco!").candidatas
    )


PALAVRAS = (
    "não falta água esgoto vazando sem luz poste apagado buraco na rua da escola , . mas nem é o lixo frente à praça "
    "nunca tem médico posto saúde ônibus lotado 😀 xyzw aguaa ezgoto problema"
)
VOCABULARIO = st.sampled_from(PALAVRAS.split())


@given(st.one_of(st.text(max_size=300), st.lists(VOCABULARIO, max_size=60).map(" ".join)))
def test_para_qualquer_texto_as_candidatas_sao_coerentes(texto):
    classificacao = classificador().classificar(texto, texto[:20])
    candidatas = classificacao.candidatas
    assert len(candidatas) <= 5
    assert [c.pontos for c in candidatas] == sorted((c.pontos for c in candidatas), reverse=True)
    assert len({c.categoria_id for c in candidatas}) == len(candidatas)
    for c in candidatas:
        assert c.categoria_id in taxonomia().por_id
        assert c.subcategoria_id is None or c.subcategoria_id.startswith(f"{c.categoria_id}.")
        assert 0 <= c.confianca <= 1
    assert all(e.pontos == 0 for e in classificacao.evidencias if e.negado)
    assert classificador().classificar(texto, texto[:20]) == classificacao


@given(st.lists(VOCABULARIO, max_size=40).map(" ".join))
def test_caixa_e_acentos_nao_mudam_a_resposta(texto):
    sem = texto.translate(str.maketrans("áàãâéêíóôõúç", "aaaaeeiooouc"))
    esperado = classificador().classificar(texto)
    assert classificador().classificar(texto.upper()) == esperado
    assert classificador().classificar(sem) == esperado


def test_texto_hostil_e_lido_so_ate_o_limite():
    base = "esgoto "
    assert classificador().classificar(base * (MAXIMO_LIDO // len(base))) == classificador().classificar(base * 100_000)
