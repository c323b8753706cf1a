"""Coordinates: zero is a value; mistakes are named by field."""

import pytest

from d2_georreferenciamento.dominio.coordenadas import BRASIL, existe, recusar


@pytest.mark.parametrize(("lat", "lng"), [(-23.55, -46.63), (0.0, -51.07), (0.03, -51.07), (-20.5, -29.3)])
def test_pontos_do_brasil_sao_aceitos(lat, lng):
    assert recusar(lat, lng, BRASIL) is None


@pytest.mark.parametrize(
    ("lat", "lng", "campo"),
    [
        (float("nan"), -46.63, "lat"),
        (-23.55, float("nan"), "lng"),
        (float("1e400"), -46.63, "lat"),
        (-23.55, float("-inf"), "lng"),
        (-90.1, -46.63, "lat"),
        (-23.55, 180.5, "lng"),
        (0.0, 0.0, "lng"),
        (-23.55, 0.0, "lng"),
        (48.85, -46.63, "lat"),
    ],
)
def test_coordenada_errada_e_recusada_com_o_nome_do_campo(lat, lng, campo):
    recusa = recusar(lat, lng, BRASIL)
    assert recusa is not None
    assert recusa[0] == campo


def test_latitude_e_longitude_trocadas_sao_reconhecidas():
    assert recusar(-46.63, -23.55, BRASIL) == ("lat", "A latitude e a longitude parecem trocadas.")


@pytest.mark.parametrize(("lat", "lng"), [(float("nan"), 0), (0, float("inf")), (91, 0), (0, -181)])
def test_ponto_que_nao_existe_na_terra(lat, lng):
    assert not existe(lat, lng)


def test_ponto_zero_zero_existe_na_terra():
    assert existe(0.0, 0.0)
