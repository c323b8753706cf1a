"""Names are found whatever their accents, case, punctuation or spacing."""

import pytest

from d7_transparencia.dominio.busca import chave


@pytest.mark.parametrize(
    ("escrito", "procurado"),
    [
        ("São Paulo", "sao paulo"),
        ("Pau d'Arco", "PAU D ARCO"),
        ("Água/Esgoto", "agua esgoto"),
        ("Embu-Guaçu", "embu guacu"),
        ("Sa\u0303o Jose\u0301", "São José"),
        ("Rua 25 de Março", "rua 25 de marco"),
    ],
)
def test_a_mesma_chave(escrito: str, procurado: str):
    assert chave(escrito) == chave(procurado)


def test_zero_nao_e_vazio_e_pontuacao_e():
    assert chave("0") == "0"
    assert chave("%_'\"\0 -") == ""
