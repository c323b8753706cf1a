from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d5_agenda.dominio.ordem import FATIAS_PADRAO, NIVEIS, chave, conferir_fatias, posicao

fatias = st.lists(st.floats(1e-8, 1), min_size=5, max_size=5)
totais = st.lists(st.integers(0, 12), min_size=5, max_size=5)


@given(fatias, totais)
def test_as_posicoes_sao_as_de_uma_ordem_feita_por_inteiro(fatias: list[float], totais: list[int]) -> None:
    todos = [(chave(i, nivel, fatias), nivel, i) for nivel in NIVEIS for i in range(1, totais[nivel - 1] + 1)]
    for lugar, (_, nivel, indice) in enumerate(sorted(todos), 1):
        assert posicao(indice, nivel, fatias, totais) == lugar


def test_chaves_iguais_seguem_o_nivel() -> None:
    iguais = [0.2] * 5
    assert [posicao(1, nivel, iguais, [3] * 5) for nivel in NIVEIS] == [1, 2, 3, 4, 5]


def test_a_distribuicao_padrao_e_a_da_d4_com_fator_040_e_nivel_corrente_1() -> None:
    assert sum(FATIAS_PADRAO) == 1.0
    for fatia, exata in zip(FATIAS_PADRAO, (625, 250, 100, 40, 16), strict=True):
        assert abs(Fraction(fatia) - Fraction(exata, 1031)) < Fraction(1, 2**52)


def test_com_a_distribuicao_padrao_o_nivel_1_ocupa_a_maior_parte_mas_nenhum_espera_para_sempre() -> None:
    ordem = sorted((chave(i, nivel, FATIAS_PADRAO), nivel) for nivel in NIVEIS for i in range(1, 101))
    assert [nivel for _, nivel in ordem[:10]] == [1, 1, 2, 1, 1, 1, 2, 1, 3, 1]
    assert {nivel for _, nivel in ordem[:100]} == set(NIVEIS)


@pytest.mark.parametrize(
    "errada", [[], [0.5, 0.5], [1.0, 0.0, 0.0, 0.0, 0.0], [float("nan")] * 5, [float("inf")] * 5, [-1.0, 1, 1, 1, 1]]
)
def test_uma_distribuicao_que_esquece_um_nivel_nao_e_aceita(errada: list[float]) -> None:
    with pytest.raises(ValueError, match="distribuição inválida"):
        conferir_fatias(errada)
