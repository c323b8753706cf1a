"""Brazil's mesh and five cities as they are: layers that differ by tens of metres, municipalities without polygon."""

import json
from pathlib import Path

import numpy as np
import pytest
import shapely

from d2_georreferenciamento.dominio.indice import IndiceTerritorial, Malha
from d2_georreferenciamento.importador.campos import Escolhas, mapear
from d2_georreferenciamento.importador.fontes import abrir
from d2_georreferenciamento.importador.leitura import ler_blocos
from d2_georreferenciamento.importador.relatorio import Relatorio
from d2_georreferenciamento.importador.traducao import Tradutor

DADOS = Path(__file__).parents[5] / "shared/dados/territorio"
pytestmark = [
    pytest.mark.dados,
    pytest.mark.skipif(not DADOS.exists(), reason="sem os dados reais de ../shared/dados"),
]


@pytest.fixture(scope="module")
def brasil():
    """The index, and the units by id."""
    relatorio = Relatorio()
    tradutor, unidades = Tradutor("ibge", relatorio), []
    for arquivo in ("territorios_br.topojson", "bairros_5cidades.topojson"):
        with abrir(DADOS / arquivo, relatorio) as camadas:
            for camada in camadas:
                for bloco in ler_blocos(camada, relatorio):
                    campos = mapear(camada.nome, bloco.atributos, None, Escolhas())
                    unidades += tradutor.traduzir(camada.nome, bloco, campos, None)
    por_codigo = {f"{int(u.nivel)}:{u.codigo}": u.id for u in unidades}
    malha = Malha(
        "brasil",
        [u.id for u in unidades],
        [int(u.nivel) for u in unidades],
        [next((por_codigo[c] for c in u.pais if c in por_codigo), None) for u in unidades],
        [u.area_m2 for u in unidades],
        shapely.from_wkb([u.wkb for u in unidades]),
    )
    return IndiceTerritorial(malha), {u.id: u for u in unidades}


def nomes(brasil, lat: float, lng: float) -> list[str]:
    indice, unidades = brasil
    cadeia = indice.resolver(lat, lng)
    return [] if cadeia is None else [unidades[u].nome for u in cadeia.unidades]


def test_a_praca_da_se_vai_do_bairro_ao_pais(brasil):
    assert nomes(brasil, -23.55, -46.63) == ["Sé", "São Paulo", "São Paulo", "Sudeste", "Brasil"]


def test_o_equador_passa_por_macapa(brasil):
    assert nomes(brasil, 0.0, -51.07)[0] == "Macapá"


def test_o_mar_nao_tem_dono(brasil):
    assert nomes(brasil, -23.55, -40.0) == []


def test_onde_as_malhas_divergem_o_bairro_decide_o_municipio(brasil):
    indice, unidades = brasil
    acaso = np.random.default_rng(3)
    bairros = [u for u in unidades.values() if u.nivel == 2]
    divergentes = 0
    for bairro in bairros:
        forma = shapely.from_wkb(bairro.wkb)
        borda = shapely.get_coordinates(forma)
        pontos = borda[acaso.integers(0, len(borda), 5)]
        for cadeia in indice.resolver_lote(pontos[:, 1], pontos[:, 0]):
            achado = unidades[cadeia.unidades[0]]
            assert achado.nivel == 2
            assert unidades[cadeia.municipio_id].codigo == achado.codigo[:7]
        so_geometria = indice.localizar(pontos[:, 1], pontos[:, 0])[:, 3]
        assert (so_geometria >= 0).all()
        divergentes += sum(
            not shapely.covers(shapely.from_wkb(unidades[indice.ids[m]].wkb), shapely.Point(p))
            for m, p in zip(so_geometria, pontos, strict=True)
        )
    assert divergentes > 0


def test_municipio_novo_sem_poligono_fica_no_que_o_continha(brasil):
    indice, unidades = brasil
    for novo in json.loads((DADOS / "municipios_sem_poligono.json").read_text()):
        municipio = unidades[indice.resolver(novo["lat"], novo["lon"]).municipio_id]
        assert municipio.codigo == novo["dentro_do_poligono_de"]


def test_todo_vertice_de_municipio_resolve_num_so_municipio_e_sempre_no_mesmo(brasil):
    """Vertices are shared by two or three municipalities; the quantised mesh makes each fall exactly on them."""
    indice, unidades = brasil
    formas = shapely.from_wkb([u.wkb for u in unidades.values() if u.nivel == 4])
    vertices = shapely.get_coordinates(formas)[::7]
    lats, lngs = vertices[:, 1].copy(), vertices[:, 0].copy()
    uma_vez = indice.localizar(lats, lngs)[:, 3]
    ordem = np.random.default_rng(1).permutation(len(lats))
    outra = indice.localizar(lats[ordem], lngs[ordem])[:, 3]
    assert (uma_vez >= 0).all()
    assert (uma_vez[ordem] == outra).all()
