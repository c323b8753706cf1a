"""The area in operation and the distance to the device."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d1a_captura.dominio.geografia import Area, distancia_m

BRASIL = Area(-33.9, 5.4, -74.1, -28.6)
latitudes = st.floats(-90, 90)
longitudes = st.floats(-180, 180)


@pytest.mark.parametrize(
    ("lugar", "lat", "lng"),
    [
        ("Chuí", -33.6866, -53.4594),
        ("Monte Caburaí", 5.2719, -60.2146),
        ("Nascente do Moa", -7.5357, -73.9903),
        ("Fernando de Noronha", -3.8576, -32.4297),
        ("Martim Vaz", -20.5126, -28.8548),
        ("São Pedro e São Paulo", 0.9169, -29.3456),
    ],
)
def test_os_extremos_do_brasil_ficam_dentro_da_area(lugar: str, lat: float, lng: float) -> None:
    assert BRASIL.contem(lat, lng), lugar


def test_as_bordas_da_area_pertencem_a_ela() -> None:
    assert BRASIL.contem(-33.9, -74.1)
    assert BRASIL.contem(5.4, -28.6)
    assert not BRASIL.contem(5.400001, -28.6)


def test_distancia_conhecida_entre_a_se_e_o_cristo() -> None:
    assert distancia_m(-23.5503, -46.6339, -22.9519, -43.2105) == pytest.approx(356_700, rel=0.005)


def test_um_grau_de_longitude_encolhe_com_a_latitude() -> None:
    no_equador, em_sao_paulo = distancia_m(0, 0, 0, 1), distancia_m(-23.55, 0, -23.55, 1)
    assert em_sao_paulo == pytest.approx(no_equador * 0.9167, rel=0.001)


@given(latitudes, longitudes, latitudes, longitudes)
def test_a_distancia_e_simetrica_finita_e_nunca_negativa(a: float, b: float, c: float, d: float) -> None:
    ida = distancia_m(a, b, c, d)
    assert 0 <= ida <= 20_015_115
    assert distancia_m(c, d, a, b) == pytest.approx(ida, abs=1e-3)


@given(latitudes, longitudes)
def test_um_ponto_esta_a_zero_de_si_mesmo(lat: float, lng: float) -> None:
    assert distancia_m(lat, lng, lat, lng) == 0
