"""The territorial index: exactly one unit a level, the same every time, whatever the point falls on."""

from uuid import UUID

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from d2_georreferenciamento.dominio.indice import IndiceTerritorial, Malha
from d2_georreferenciamento.dominio.niveis import Nivel


def uid(n: int) -> UUID:
    return UUID(int=n)


def indice(*unidades: tuple[int, int, int | None, shapely.Geometry], areas: list[float] | None = None):
    """Build an index from (id, level, parent, polygon)."""
    geometrias = np.array([u[3] for u in unidades], dtype=object)
    return IndiceTerritorial(
        Malha(
            "v1",
            ids=[uid(u[0]) for u in unidades],
            niveis=[u[1] for u in unidades],
            pais=[None if u[2] is None else uid(u[2]) for u in unidades],
            areas=areas or [float(a) for a in shapely.area(geometrias)],
            geometrias=geometrias,
        )
    )


def resolver(i: IndiceTerritorial, lat: float, lng: float) -> list[int] | None:
    cadeia = i.resolver(lat, lng)
    return None if cadeia is None else [u.int for u in cadeia.unidades]


def test_resolve_os_sete_niveis_do_menor_ao_maior():
    i = indice(
        *((n, n, n + 1 if n < 7 else None, shapely.box(-50 - n, -20 - n, -40 + n, -10 + n)) for n in range(1, 8))
    )
    cadeia = i.resolver(-15.5, -45.25)
    assert cadeia is not None
    assert [u.int for u in cadeia.unidades] == [1, 2, 3, 4, 5, 6, 7]
    assert cadeia.nivel_minimo == Nivel.SETOR
    assert cadeia.municipio_id == uid(4)


def test_latitude_e_longitude_nao_se_confundem():
    i = indice((1, 4, None, shapely.box(-47, -24, -46, -23)))
    assert resolver(i, -23.55, -46.63) == [1]
    assert resolver(i, -46.63, -23.55) is None


def test_ponto_na_aresta_ou_no_vertice_comum_a_duas_unidades_fica_em_uma_so_e_sempre_na_mesma():
    a, b = shapely.box(-47, -24, -46, -23), shapely.box(-46, -24, -45, -23)
    for unidades in ([(1, 4, None, a), (2, 4, None, b)], [(2, 4, None, b), (1, 4, None, a)]):
        i = indice(*unidades)
        assert resolver(i, -23.5, -46.0) == [1]
        assert resolver(i, -24.0, -46.0) == [1]


def test_nenhum_ponto_de_uma_unidade_grande_se_perde_ou_se_duplica_nas_linhas_internas():
    """There is no subdivision: lines on which one would cut a large polygon hold no gap and no double."""
    angulos = np.linspace(0, 2 * np.pi, 5000, endpoint=False)
    raios = 5 + np.sin(40 * angulos)
    grande = shapely.polygons(np.column_stack([raios * np.cos(angulos) - 50, raios * np.sin(angulos) - 15]))
    i = indice((1, 5, None, grande))
    for divisoes in (2, 4, 8, 16):
        for x in np.linspace(-56, -44, divisoes + 1):
            lats = np.linspace(-21, -9, 97)
            esperado = shapely.intersects(grande, shapely.points(np.full_like(lats, x), lats))
            achado = i.localizar(lats, np.full_like(lats, x))[:, Nivel.ESTADO - 1] == 0
            assert (achado == esperado).all()


def test_sobreposicao_vai_para_a_menor_area_e_depois_para_o_menor_id():
    i = indice(
        (3, 2, None, shapely.box(0, 0, 10, 10)),
        (2, 2, None, shapely.box(9, 0, 12, 10)),
        (1, 2, None, shapely.box(20, 0, 30, 10)),
        (4, 2, None, shapely.box(29, 0, 39, 10)),
    )
    assert resolver(i, 5, 9.5) == [2]
    assert resolver(i, 5, 29.5) == [1]


def test_vao_entre_duas_unidades_nao_resolve_e_nao_falha():
    i = indice((1, 4, None, shapely.box(0, 0, 1, 1)), (2, 4, None, shapely.box(1.0000001, 0, 2, 1)))
    assert resolver(i, 0.5, 1.00000005) is None


def test_zero_e_um_valor():
    i = indice((1, 4, None, shapely.box(-52, -1, -50, 1)))
    assert resolver(i, 0.0, -51.07) == [1]


@pytest.mark.parametrize("ponto", [(float("nan"), -46.6), (-23.5, float("nan")), (float("inf"), -46.6)])
def test_coordenada_que_nao_e_numero_nao_resolve(ponto):
    assert resolver(indice((1, 4, None, shapely.box(-180, -90, 180, 90))), *ponto) is None


def test_bairro_decide_e_traz_o_seu_municipio_onde_as_malhas_divergem():
    """The neighbourhood of municipality 10 reaches beyond its mesh, into municipality 20."""
    i = indice(
        (1, 2, 10, shapely.box(0, 0, 1.1, 1)),
        (10, 4, 99, shapely.box(0, 0, 1, 1)),
        (20, 4, 99, shapely.box(1, 0, 2, 1)),
        (99, 5, None, shapely.box(0, 0, 2, 1)),
    )
    assert resolver(i, 0.5, 1.05) == [1, 10, 99]
    assert resolver(i, 0.5, 1.5) == [20, 99]


def test_a_geometria_completa_o_que_os_pais_deixaram_em_aberto():
    i = indice(
        (1, 2, None, shapely.box(0, 0, 1, 1)),
        (10, 4, None, shapely.box(0, 0, 2, 2)),
        (99, 7, None, shapely.box(0, 0, 5, 5)),
    )
    assert resolver(i, 0.5, 0.5) == [1, 10, 99]


def test_a_geometria_nao_contradiz_os_pais():
    """A district of another municipality covers the point; the neighbourhood's own municipality stays."""
    i = indice(
        (1, 2, 10, shapely.box(0, 0, 1.1, 1)),
        (5, 3, 20, shapely.box(1, 0, 2, 1)),
        (10, 4, None, shapely.box(0, 0, 1, 1)),
        (20, 4, None, shapely.box(1, 0, 2, 1)),
    )
    assert resolver(i, 0.5, 1.05) == [1, 10]
    assert resolver(i, 0.5, 1.5) == [5, 20]


def test_pai_do_mesmo_nivel_ou_desconhecido_e_ignorado():
    i = indice(
        (1, 4, 2, shapely.box(0, 0, 1, 1)),
        (2, 4, 1, shapely.box(0, 0, 2, 2)),
        (3, 3, 77, shapely.box(0, 0, 1, 1)),
    )
    assert resolver(i, 0.5, 0.5) == [3, 1]


def test_cobertura_parcial_resolve_no_menor_nivel_que_houver():
    i = indice((1, 1, 10, shapely.box(0, 0, 1, 1)), (10, 4, None, shapely.box(0, 0, 2, 2)))
    assert i.resolver(0.5, 0.5).nivel_minimo == Nivel.SETOR
    assert i.resolver(1.5, 1.5).nivel_minimo == Nivel.MUNICIPIO


def test_cadeia_de_uma_unidade_pelos_pais():
    i = indice(
        (1, 2, 10, shapely.box(0, 0, 1, 1)),
        (10, 4, 99, shapely.box(0, 0, 1, 1)),
        (99, 7, None, shapely.box(0, 0, 1, 1)),
    )
    assert [u.int for u in i.cadeia_de(uid(1)).unidades] == [1, 10, 99]
    assert i.cadeia_de(uid(5)) is None


def test_indice_vazio_nao_resolve_nada():
    assert resolver(IndiceTerritorial.vazio(), -23.55, -46.63) is None
    assert IndiceTerritorial.vazio().localizar(np.empty(0), np.empty(0)).shape == (0, 7)


_caixas = st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(1, 4), st.integers(1, 4)).map(
    lambda c: shapely.box(c[0], c[1], c[0] + c[2], c[1] + c[3])
)
_pontos = st.lists(st.tuples(st.integers(-2, 22), st.integers(-2, 22)).map(lambda p: (p[0] / 2, p[1] / 2)), min_size=1)


@given(st.lists(st.tuples(st.sampled_from([2, 4]), _caixas), min_size=1, max_size=8), _pontos, st.randoms())
def test_cada_ponto_fica_na_unidade_que_a_forca_bruta_escolhe_em_qualquer_ordem_de_carga(unidades, pontos, acaso):
    todas = [(n, nivel, None, caixa) for n, (nivel, caixa) in enumerate(unidades, start=1)]
    embaralhadas = list(todas)
    acaso.shuffle(embaralhadas)
    i = indice(*embaralhadas)
    for (lat, lng), cadeia in zip(pontos, i.resolver_lote(*zip(*pontos, strict=True)), strict=True):
        esperado = []
        for nivel in (2, 4):
            cobrem = [
                (u[3].area, u[0]) for u in todas if u[1] == nivel and shapely.covers(u[3], shapely.Point(lng, lat))
            ]
            esperado += [min(cobrem)[1]] if cobrem else []
        assert ([] if cadeia is None else [u.int for u in cadeia.unidades]) == esperado
