from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d4_ranking.dominio.formula import Fatores, peso_situacional

positivos = st.floats(min_value=1e-3, max_value=1e6)


def test_o_score_e_o_produto_dos_tres_fatores() -> None:
    assert Fatores(100, 1.0, 95).score_final == 9500.0
    assert Fatores(100, 1.0, 95).score_final > Fatores(100, 1.0, 85).score_final


def test_o_exemplo_que_a_pagina_de_auditoria_faz_a_mao() -> None:
    assert peso_situacional(3, 7) == 0.5714285714285714
    assert Fatores(100.0, peso_situacional(3, 7), 95.0).score_final == 5428.571428571428


@given(st.sampled_from([100.0, 80.0, 60.0, 40.0, 20.0]), st.floats(0, 1), positivos)
def test_o_produto_e_feito_da_esquerda_para_a_direita(nacional: float, situacional: float, horizontal: float) -> None:
    assert Fatores(nacional, situacional, horizontal).score_final == (nacional * situacional) * horizontal


def test_a_ordem_da_multiplicacao_muda_o_ultimo_bit() -> None:
    assert Fatores(100, peso_situacional(4, 100), 85).score_final == 8160.0
    assert 100 * (0.96 * 85) == 8159.999999999999


@pytest.mark.parametrize("invalido", [nan, inf, -1.0])
def test_score_horizontal_que_nao_ordena_e_recusado(invalido: float) -> None:
    with pytest.raises(ValueError, match="score_horizontal"):
        Fatores(100, 1.0, invalido)


def test_sem_cobertura_o_peso_situacional_e_um() -> None:
    assert peso_situacional(0, 1) == 1.0


def test_meta_atingida_ou_passada_zera_o_peso_situacional() -> None:
    assert peso_situacional(80, 80) == 0.0
    assert peso_situacional(90, 80) == 0.0


def test_meio_caminho_vale_metade() -> None:
    assert peso_situacional(40, 80) == 0.5


@pytest.mark.parametrize("meta", [0, -1, nan])
def test_meta_que_nao_e_positiva_e_recusada(meta: float) -> None:
    with pytest.raises(ValueError, match="meta"):
        peso_situacional(1, meta)


@given(st.floats(0, 1e9), positivos)
def test_o_peso_situacional_fica_entre_zero_e_um(atingida: float, meta: float) -> None:
    assert 0.0 <= peso_situacional(atingida, meta) <= 1.0


@given(st.floats(0, 1e6), st.floats(0, 1e6), positivos)
def test_quanto_maior_a_cobertura_menor_o_peso(a: float, b: float, meta: float) -> None:
    menor, maior = sorted((a, b))
    assert peso_situacional(maior, meta) <= peso_situacional(menor, meta)
