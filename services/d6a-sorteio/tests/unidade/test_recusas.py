"""Refusals: three in a row are free, the fourth suspends for ninety days, personal risk never counts."""

from datetime import UTC, datetime, timedelta

import pytest

from d6a_sorteio.dominio.recusas import Regra, contar, motivo_da_recusa

REGRA = Regra(limite=3, suspensao=timedelta(days=90))
AGORA = datetime(2026, 3, 14, tzinfo=UTC)


def test_quarta_recusa_suspende_por_90_dias_e_a_conta_recomeca():
    seguidas, historia = 0, []
    for _ in range(5):
        seguidas, ate = contar(REGRA, seguidas, "recusa_explicita", AGORA)
        historia.append((seguidas, ate))
    assert historia == [(1, None), (2, None), (3, None), (0, AGORA + timedelta(days=90)), (1, None)]


@pytest.mark.parametrize("seguidas", range(4))
def test_risco_pessoal_nao_conta_nem_zera(seguidas):
    assert contar(REGRA, seguidas, "risco_pessoal", AGORA) == (seguidas, None)


def test_sem_recusas_de_graca_a_primeira_suspende():
    assert contar(Regra(0, timedelta(days=1)), 0, "recusa_explicita", AGORA) == (0, AGORA + timedelta(days=1))


@pytest.mark.parametrize(
    ("dito", "vale"),
    [("risco_pessoal", "risco_pessoal"), ("recusa_explicita", "recusa_explicita"), ("", "recusa_explicita")],
)
def test_o_que_nao_e_risco_pessoal_e_recusa_explicita(dito, vale):
    assert motivo_da_recusa(dito) == vale
