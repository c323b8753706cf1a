from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d4_ranking.dominio.decaimento import distribuir, nivel_corrente

niveis = st.integers(1, 5)
fatores = st.floats(min_value=0.01, max_value=1)


def test_o_exemplo_da_especificacao() -> None:
    assert [round(fatia * 100) for fatia in distribuir(1, 0.40)] == [61, 24, 10, 4, 2]


def test_a_fatia_e_a_fracao_exata_arredondada() -> None:
    assert distribuir(1, 0.40)[1] == pytest.approx(250 / 1031, abs=2**-53)


@given(niveis, fatores)
def test_as_fatias_somam_exatamente_um(corrente: int, fator: float) -> None:
    fatias = distribuir(corrente, fator)
    assert sum(fatias) == 1.0
    assert sum(map(Fraction, fatias)) == 1


def test_as_fatias_somam_um_em_qualquer_ordem() -> None:
    assert {sum(ordem) for ordem in permutations(distribuir(3, 0.40))} == {1.0}


@given(niveis, fatores)
def test_nenhum_nivel_fica_a_zero_e_o_corrente_tem_a_maior_fatia(corrente: int, fator: float) -> None:
    fatias = distribuir(corrente, fator)
    assert min(fatias) > 0
    assert max(fatias) == pytest.approx(fatias[corrente - 1], abs=2**-50)


@given(niveis, st.floats(min_value=0.01, max_value=0.99))
def test_a_fatia_diminui_com_a_distancia_e_igual_dos_dois_lados(corrente: int, fator: float) -> None:
    fatias = dict(enumerate(distribuir(corrente, fator), 1))
    for a in fatias:
        for b in fatias:
            if corrente not in (a, b) and abs(a - corrente) == abs(b - corrente):
                assert fatias[a] == fatias[b]
            if abs(a - corrente) < abs(b - corrente):
                assert fatias[a] > fatias[b]


def test_o_nivel_corrente_e_o_primeiro_nao_vencido() -> None:
    assert nivel_corrente([1.0, 1.0, 1.0, 1.0, 1.0], 0.1) == 1
    assert nivel_corrente([0.09, 0.05, 0.4, 1.0, 1.0], 0.1) == 3


def test_um_nivel_no_limiar_ainda_nao_esta_vencido() -> None:
    assert nivel_corrente([0.1, 1.0, 1.0, 1.0, 1.0], 0.1) == 1


def test_com_todos_vencidos_o_ultimo_nivel_e_o_corrente() -> None:
    assert nivel_corrente([0.0] * 5, 0.1) == 5
