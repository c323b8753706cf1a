"""Whatever a file holds, what comes out is a valid polygon with area, or a reason."""

import struct

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from d2_georreferenciamento.importador.geometria import para_wgs84, preparar
from d2_georreferenciamento.importador.relatorio import ArquivoInvalido

_numero = st.one_of(st.integers(-5, 5).map(float), st.floats(allow_nan=True, allow_infinity=True, width=32))
_anel = st.lists(st.tuples(_numero, _numero), max_size=8).flatmap(
    lambda pontos: st.sampled_from([pontos, [*pontos, *pontos[:1]]])  # open or closed
)


def escrever(aneis: list[list[tuple[float, float]]]) -> bytes:
    """WKB of a polygon, by hand, for no library would write these."""
    partes = [struct.pack("<BII", 1, 3, len(aneis))]
    for anel in aneis:
        partes.append(struct.pack("<I", len(anel)))
        partes += [struct.pack("<dd", *ponto) for ponto in anel]
    return b"".join(partes)


@given(st.lists(st.lists(_anel, max_size=3), min_size=1, max_size=4))
def test_o_que_sai_e_poligono_valido_com_area_ou_um_motivo(poligonos):
    wkb = np.array([escrever(aneis) for aneis in poligonos], dtype=object)
    saida = preparar(wkb, None)
    for poligono, area, motivo in zip(saida.poligonos, saida.areas_m2, saida.recusadas, strict=True):
        if motivo:
            assert poligono is None
        else:
            assert poligono.is_valid
            assert poligono.geom_type in {"Polygon", "MultiPolygon"}
            assert area > 0


def test_poligono_valido_sai_como_entrou():
    original = shapely.box(-46, -23, -45, -22)
    saida = preparar(np.array([shapely.to_wkb(original)], dtype=object), para_wgs84("EPSG:4674"))
    assert shapely.equals(saida.poligonos[0], original)
    assert not saida.corrigidas[0]


def test_area_e_em_metros_quadrados_sobre_o_elipsoide():
    """One degree by one degree at the equator, by the formula of the authalic sphere: 12,308.78 km²."""
    saida = preparar(np.array([shapely.to_wkb(shapely.box(-51, 0, -50, 1))], dtype=object), None)
    assert saida.areas_m2[0] == pytest.approx(12_308.78e6, rel=1e-4)


def test_sistema_de_referencia_desconhecido_e_nomeado():
    with pytest.raises(ArquivoInvalido, match="EPSG:999999"):
        para_wgs84("EPSG:999999")
