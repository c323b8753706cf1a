"""Free text as names: one line, no personal data, one form."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d24_caminhos.dominio.nomes import limpar, nome

textos = st.text(max_size=200)


@pytest.mark.parametrize(
    ("escrito", "contado"),
    [
        ("  Telefone ", "telefone"),
        ("Secretaria\n de\tObras", "secretaria de obras"),
        ("O\u0301rga\u0303o", "órgão"),
        ("PREFEITURA", "prefeitura"),
        ("Água & Luz", "água & luz"),
        ("Pau d'Arco", "pau d'arco"),
        ("0", "0"),
        ("\x00", ""),
    ],
)
def test_o_mesmo_nome_escrito_de_dois_modos_e_um_so(escrito: str, contado: str) -> None:
    assert nome(escrito, 60) == contado


@pytest.mark.parametrize(
    "pessoal",
    [
        "ligar para 529.982.247-25",
        "ligar para (11) 98765-4321",
        "escrever a fulano@exemplo.com.br",
        "ligar para 529.982\u200b.247-25",
        "ligar para 529.982.\u00ad247-25",
    ],
)
def test_dado_pessoal_nao_passa_nem_com_um_caractere_invisivel_no_meio(pessoal: str) -> None:
    assert nome(pessoal, 60) in {"ligar para [cpf]", "ligar para [telefone]", "escrever a [e-mail]"}


@given(textos, st.integers(1, 80))
def test_um_nome_tem_uma_linha_so_visivel_e_cabe(texto: str, maximo: int) -> None:
    feito = nome(texto, maximo)
    assert len(feito) <= maximo
    assert feito == feito.strip()
    assert not {"Cc", "Cf", "Cs", "Zl", "Zp"} & {unicodedata.category(c) for c in feito}


@given(textos)
def test_o_nome_de_um_nome_e_ele_mesmo(texto: str) -> None:
    assert nome(nome(texto, 60), 60) == nome(texto, 60)


def test_limpar_guarda_as_maiusculas() -> None:
    assert limpar(" Vistoria da\nSABESP ", 60) == "Vistoria da SABESP"
