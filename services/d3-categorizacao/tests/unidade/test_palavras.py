"""From a word as written to the lexeme: accents, sound, plurals, verb forms, diminutives, typing errors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d3_categorizacao.dominio.fonetica import singular, som
from d3_categorizacao.dominio.lexico import lexico
from d3_categorizacao.dominio.ortografia import Corretor, _plausivel, _tolerancia, distancia
from d3_categorizacao.dominio.texto import palavras_e_pausas

MINUSCULAS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=14)
QUASE_IGUAIS = st.text("aesc", min_size=1, max_size=13)


def _lexema(palavra: str) -> str | None:
    lexemas = lexico().lexemas(palavra)
    return lexemas[0] if lexemas else None


def test_caixa_acento_e_emoji_nao_importam():
    assert palavras_e_pausas("Não há ÁGUA 💧, socorro!") == ["nao", "ha", "agua", ",", "socorro", "!"]


@pytest.mark.parametrize(
    ("como_escrevem", "palavra"),
    [
        ("buracos", "buraco"),
        ("buraquinho", "buraco"),
        ("lâmpadas", "lampada"),
        ("iluminações", "iluminacao"),
        ("hospitais", "hospital"),
        ("vazando", "vazar"),
        ("vazou", "vazar"),
        ("vasando", "vazar"),
        ("alagadas", "alagar"),
        ("exgoto", "esgoto"),
        ("ezgoto", "esgoto"),
        ("esgotto", "esgoto"),
        ("enxente", "enchente"),
        ("asfauto", "asfalto"),
        ("intupida", "entupir"),
        ("iluminaçao", "iluminacao"),
        ("ilumiação", "iluminacao"),
        ("boeiro", "bueiro"),
        ("semafro", "semaforo"),
        ("calsada", "calcada"),
        ("abastesimento", "abastecimento"),
        ("busão", "onibus"),
        ("pavimentasao", "pavimentacao"),
        ("auga", "agua"),
    ],
)
def test_palavras_como_se_escrevem_chegam_ao_mesmo_lexema(como_escrevem, palavra):
    (escrita,) = palavras_e_pausas(como_escrevem)
    assert _lexema(escrita) is not None
    assert _lexema(escrita) == _lexema(palavra)


@pytest.mark.parametrize(
    "comum",
    ["pouco", "forma", "desejo", "roupa", "terceiro", "encerrou", "escuto", "caminham", "leite", "galera"],
)
def test_palavra_comum_a_um_erro_de_um_termo_nao_e_corrigida(comum):
    assert _lexema(comum) is None


@given(MINUSCULAS)
def test_som_e_estavel_e_nunca_vazio(palavra):
    if palavra.strip("h"):
        assert som(palavra)
        assert som(som(palavra)) == som(som(som(palavra)))
        assert singular(palavra)


@given(MINUSCULAS, MINUSCULAS)
def test_distancia_e_simetrica_e_zero_so_entre_iguais(a, b):
    assert distancia(a, b) == distancia(b, a)
    assert (distancia(a, b) == 0) == (a == b)
    assert abs(len(a) - len(b)) <= distancia(a, b) <= max(len(a), len(b))


@given(st.lists(QUASE_IGUAIS, min_size=1, max_size=20, unique=True), QUASE_IGUAIS)
def test_o_indice_acha_exatamente_o_que_uma_varredura_acharia(vocabulario, palavra):
    edicoes: dict[int, list[str]] = {}
    for forma in vocabulario:
        distante = distancia(palavra, forma)
        aceitas = min(_tolerancia(palavra), _tolerancia(forma))
        if _tolerancia(palavra) and distante <= aceitas and forma[0] == palavra[0] and _plausivel(palavra, forma):
            edicoes.setdefault(distante, []).append(forma)
    perto = edicoes[min(edicoes)] if edicoes else []
    esperada = perto[0] if len(perto) == 1 else None
    assert Corretor({p: p for p in vocabulario}, ()).corrigir(palavra) == esperada


def test_correcao_de_palavra_gigante_nao_custa_nada():
    assert Corretor({"esgoto": "esgoto"}, ()).corrigir("e" * 100_000) is None
