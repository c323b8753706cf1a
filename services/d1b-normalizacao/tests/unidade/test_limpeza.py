import pytest
from hypothesis import given
from hypothesis import strategies as st

from d1b_normalizacao.dominio.limpeza import limpar


@pytest.mark.parametrize(
    ("bruto", "limpo"),
    [
        ("Água & Luz", "Água & Luz"),
        ("Pau d'Arco", "Pau d'Arco"),
        ("Água/Esgoto", "Água/Esgoto"),
        ("0", "0"),
        ("3 < 5 e 7 > 2", "3 < 5 e 7 > 2"),
        ("buraco\x00\x07 enorme\u200b", "buraco enorme"),
        ("<b>Buraco</b> na rua", "Buraco na rua"),
        ('"><img src=x onerror=alert(1)>poste', '"> poste'),
        ("<form action=x>", ""),
        ("<script>alert('oi')</script>falta água", "falta água"),
        ("&lt;script&gt;x&lt;/script&gt;luz", "luz"),
        ("uma linha<br>outra", "uma linha\noutra"),
        ("FaltaÂ\xa0Ã¡gua na praÃ§a", "Falta água na praça"),
        ("  muitos \t espaços  \r\n\r\n e linhas ", "muitos espaços\ne linhas"),
        ("a\u0301gua", "água"),
        ("tá um caos 😡🚧👨‍👩‍👧", "tá um caos 😡🚧👨‍👩‍👧"),
        ("", ""),
        ("<!-- nada", ""),
    ],
)
def test_limpa_o_ruido_e_mantem_o_que_o_cidadao_disse(bruto, limpo):
    assert limpar(bruto) == limpo


@given(st.text(max_size=200))
def test_limpar_duas_vezes_nao_muda_nada(texto):
    assert limpar(limpar(texto)) == limpar(texto)


@given(st.text(alphabet="<>/!-&;ltgamp#x0a b\n", max_size=60))
def test_limpar_html_quebrado_termina_e_e_estavel(texto):
    assert limpar(limpar(texto)) == limpar(texto)
