"""The demonstration territory: fictitious, nested, with holes, and inside the box that the capture accepts."""

import json

import numpy as np
import pyogrio
import pytest
import shapely

from d2_georreferenciamento.demonstracao import TERRITORIO
from d2_georreferenciamento.demonstracao.gerar import gerar

CAMADAS = ["setores", "bairros", "distritos", "municipios", "estados", "regioes", "pais"]


def camada(nome: str):
    meta, _, wkb, colunas = pyogrio.raw.read(TERRITORIO / f"{nome}.geojson")
    return dict(zip(meta["fields"], colunas, strict=True)), shapely.from_wkb(wkb)


@pytest.mark.parametrize("nome", CAMADAS)
def test_cada_nivel_e_uma_cobertura_valida_sem_sobras_nem_sobreposicoes(nome):
    _, formas = camada(nome)
    assert shapely.is_valid(formas).all()
    assert shapely.coverage_is_valid(formas)


@pytest.mark.parametrize("numero", range(len(CAMADAS) - 1))
def test_cada_unidade_cabe_no_seu_pai(numero):
    filhos, formas = camada(CAMADAS[numero])
    pais, contornos = camada(CAMADAS[numero + 1])
    posicao = {codigo: i for i, codigo in enumerate(pais["codigo"])}
    contorno = np.array([contornos[posicao[pai]] for pai in filhos["pai"]])
    assert shapely.covers(contorno, shapely.point_on_surface(formas)).all()
    assert shapely.area(shapely.difference(formas, contorno)).max() < 1e-12


def test_os_niveis_menores_nao_cobrem_tudo_e_ha_lagos_sem_dono():
    areas = {nome: shapely.area(camada(nome)[1]).sum() for nome in CAMADAS}
    assert areas["setores"] < areas["bairros"] < areas["distritos"]
    assert areas["distritos"] == pytest.approx(areas["pais"])
    _, (pais,) = camada("pais")
    assert shapely.get_num_interior_rings(shapely.get_parts(pais)).sum() >= 3


def test_fica_no_mar_dentro_da_caixa_do_brasil_continental():
    _, (pais,) = camada("pais")
    lng_min, lat_min, lng_max, lat_max = pais.bounds
    assert -73.99 < lng_min < lng_max < -34.8
    assert -33.75 < lat_min < lat_max < 5.27


def test_ha_nomes_com_apostrofo_acento_e_hifen():
    nomes = " ".join(nome for c in CAMADAS for nome in camada(c)[0]["nome"])
    assert all(marca in nomes for marca in ("d'", "ã", "ç", "ê", "-"))


def test_o_roteiro_desenha_de_novo_o_mesmo_territorio(tmp_path):
    gerar(tmp_path)
    for nome in CAMADAS:
        de_novo, guardado = (json.loads((p / f"{nome}.geojson").read_text()) for p in (tmp_path, TERRITORIO))
        assert [f["properties"] for f in de_novo["features"]] == [f["properties"] for f in guardado["features"]]
    assert sum(a.stat().st_size for a in TERRITORIO.iterdir()) < 1_500_000
