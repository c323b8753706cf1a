"""WKB in, GeoJSON out."""

import shapely

from d7_transparencia.dominio.geometria import geojson


def test_longitude_vem_antes_da_latitude_e_o_anel_externo_e_anti_horario():
    horario = shapely.Polygon([(-46, -24), (-46, -23), (-45, -23), (-45, -24)])
    assert not horario.exterior.is_ccw
    saida = geojson(shapely.to_wkb(horario))
    assert saida["type"] == "Polygon"
    anel = shapely.LinearRing(saida["coordinates"][0])
    assert anel.is_ccw
    assert saida["coordinates"][0][0] == [-46, -24]


def test_seis_casas_bastam():
    saida = geojson(shapely.to_wkb(shapely.Polygon([(0.12345678, 0), (1, 0), (1, 1)])))
    assert [0.123457, 0.0] in saida["coordinates"][0]


def test_buracos_e_partes_sao_mantidos():
    furado = shapely.box(0, 0, 4, 4).difference(shapely.box(1, 1, 2, 2))
    dois = shapely.MultiPolygon([furado, shapely.box(9, 9, 10, 10)])
    saida = geojson(shapely.to_wkb(dois))
    assert saida["type"] == "MultiPolygon"
    assert sorted(len(parte) for parte in saida["coordinates"]) == [1, 2]
