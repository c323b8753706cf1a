"""A report accepted at the door must find no colony on its way that thinks it is outside of the territory."""

from d1a_captura.colonia import colonia as d1a
from d1b_normalizacao.colonia import colonia as d1b
from d2_georreferenciamento.colonia import colonia as d2


def test_todo_ponto_que_a_captura_aceita_as_colonias_seguintes_aceitam():
    captura, normalizacao, geo = (c.config.carregar(c.nome, banco_url="postgresql://x/x") for c in (d1a, d1b, d2))
    lat_minima, lng_minima, lat_maxima, lng_maxima = normalizacao.caixa
    assert lat_minima <= captura.area_lat_minima < captura.area_lat_maxima <= lat_maxima
    assert lng_minima <= captura.area_lng_minima < captura.area_lng_maxima <= lng_maxima
    for lat in (captura.area_lat_minima, captura.area_lat_maxima):
        for lng in (captura.area_lng_minima, captura.area_lng_maxima):
            assert geo.caixa.contem(lat, lng)
