from math import asin, cos, degrees, radians, sin, sqrt

from hypothesis import given
from hypothesis import strategies as st

from d5_agenda.dominio.grade import ALCANCE_Y, LADO, RAIO_DA_TERRA_M, RAIO_M, alcance_x, situar

latitudes = st.floats(-70, 70)
longitudes = st.floats(-179, 179)


def metros(lat1: float, lng1: float, lat2: float, lng2: float) -> float:
    """Haversine distance."""
    h = (
        sin(radians(lat1 - lat2) / 2) ** 2
        + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lng1 - lng2) / 2) ** 2
    )
    return 2 * RAIO_DA_TERRA_M * asin(sqrt(h))


@given(latitudes, longitudes)
def test_quem_esta_na_mesma_celula_e_vizinho(lat: float, lng: float) -> None:
    y, x = situar(lat, lng)
    cantos = [
        (y * LADO, x * LADO),
        ((y + 1) * LADO, (x + 1) * LADO),
        (y * LADO, (x + 1) * LADO),
        ((y + 1) * LADO, x * LADO),
    ]
    assert all(metros(lat, lng, *canto) <= RAIO_M for canto in cantos)


@given(latitudes, longitudes, st.floats(0, 360), st.floats(0, 500))
def test_todo_vizinho_esta_numa_celula_ao_alcance(lat: float, lng: float, rumo: float, distancia: float) -> None:
    lat2 = lat + degrees(distancia / RAIO_DA_TERRA_M) * cos(radians(rumo))
    lng2 = lng + degrees(distancia / RAIO_DA_TERRA_M) * sin(radians(rumo)) / cos(radians(lat))
    if metros(lat, lng, lat2, lng2) <= RAIO_M:
        (y, x), (y2, x2) = situar(lat, lng), situar(lat2, lng2)
        assert abs(y - y2) <= ALCANCE_Y
        assert abs(x - x2) <= alcance_x(y)


def test_no_brasil_bastam_duas_celulas_para_cada_lado() -> None:
    assert ALCANCE_Y == 2
    assert {alcance_x(situar(lat, 0)[0]) for lat in (5.0, 0.0, -15.0, -33.7)} == {2}
