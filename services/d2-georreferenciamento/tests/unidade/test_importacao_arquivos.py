"""Boundary files as they come: every format, every fault reported feature by feature, the rest imported."""

import json
import struct
import zipfile
from pathlib import Path

import numpy as np
import pyogrio
import pytest
import shapely

from d2_georreferenciamento.dominio.unidades import Unidade, identificar
from d2_georreferenciamento.importador.campos import Escolhas, mapear
from d2_georreferenciamento.importador.fontes import abrir
from d2_georreferenciamento.importador.geometria import para_wgs84
from d2_georreferenciamento.importador.leitura import ler_blocos
from d2_georreferenciamento.importador.relatorio import ArquivoInvalido, Relatorio
from d2_georreferenciamento.importador.traducao import Tradutor

DADOS = Path(__file__).parents[5] / "shared/dados/territorio"
sem_dados = pytest.mark.skipif(not DADOS.exists(), reason="sem os dados reais de ../shared/dados")


def ler(
    caminho: Path, nivel: int | None = None, crs: str | None = None, **escolhas: str
) -> tuple[list[Unidade], Relatorio]:
    """What an import would store, without a database."""
    relatorio = Relatorio()
    tradutor = Tradutor("teste", relatorio)
    unidades: list[Unidade] = []
    with abrir(caminho, relatorio) as camadas:
        for camada in camadas:
            for bloco in ler_blocos(camada, relatorio):
                campos = mapear(camada.nome, bloco.atributos, nivel, Escolhas(**escolhas))
                unidades += tradutor.traduzir(camada.nome, bloco, campos, para_wgs84(crs or camada.crs))
    return unidades, relatorio


def caixa(x: float, y: float, lado: float = 1) -> dict[str, object]:
    return json.loads(shapely.to_geojson(shapely.box(x, y, x + lado, y + lado)))


def feicao(codigo: object, geometria: object, **outros: object) -> dict[str, object]:
    return {
        "type": "Feature",
        "properties": {"codigo": codigo, "nome": f"Nome {codigo}", **outros},
        "geometry": geometria,
    }


def geojson(pasta: Path, *feicoes: dict[str, object], nome: str = "bairros.geojson") -> Path:
    arquivo = pasta / nome
    arquivo.write_text(json.dumps({"type": "FeatureCollection", "features": feicoes}))
    return arquivo


def shapefile(
    pasta: Path, campos: dict[str, list[object]], formas: list[shapely.Geometry], crs: str = "EPSG:4674"
) -> Path:
    arquivo = pasta / "malha.shp"
    pyogrio.raw.write(
        arquivo,
        geometry=shapely.to_wkb(formas),
        field_data=[np.array(valores, dtype=object) for valores in campos.values()],
        fields=list(campos),
        geometry_type="Polygon",
        crs=crs,
        encoding="UTF-8",
    )
    return arquivo


DEFEITOS = {
    "sem geometria": None,
    "polígono vazio": {"type": "Polygon", "coordinates": []},
    "coordenadas que são texto": {"type": "Polygon", "coordinates": "abc"},
    "números como texto": {"type": "Polygon", "coordinates": [[["-46", -23], [-45, -23], [-45, -22], [-46, -23]]]},
    "tipo desconhecido": {"type": "Estrela", "coordinates": [0, 0]},
    "ponto": {"type": "Point", "coordinates": [-46, -23]},
    "linha sem área": {"type": "Polygon", "coordinates": [[[-46, -23], [-45, -23]]]},
    "fora do globo": {"type": "Polygon", "coordinates": [[[0, 0], [1000, 0], [1000, 1], [0, 1], [0, 0]]]},
}


@pytest.mark.parametrize("defeito", DEFEITOS)
def test_feicao_defeituosa_e_relatada_e_as_outras_entram(tmp_path, defeito):
    arquivo = geojson(
        tmp_path, feicao("a", caixa(-46, -23)), feicao("b", DEFEITOS[defeito]), feicao("c", caixa(-44, -23))
    )
    unidades, relatorio = ler(arquivo)
    assert [u.codigo for u in unidades] == ["a", "c"]
    (ocorrencia,) = relatorio.ocorrencias
    assert (ocorrencia.feicao, ocorrencia.codigo, ocorrencia.recusada) == (1, "b", True)
    assert ocorrencia.mensagem


@pytest.mark.parametrize("numero", ["NaN", "1e400", "-1e400"])
def test_coordenada_que_nao_e_numero_recusa_so_a_sua_feicao(tmp_path, numero):
    arquivo = geojson(
        tmp_path, feicao("a", caixa(-46, -23)), feicao("b", caixa(-51, -20)), feicao("c", caixa(-44, -23))
    )
    arquivo.write_text(arquivo.read_text().replace("-51.0", numero, 1))
    unidades, relatorio = ler(arquivo)
    assert [u.codigo for u in unidades] == ["a", "c"]
    assert [(o.codigo, o.mensagem) for o in relatorio.ocorrencias] == [("b", "coordenada que não é um número finito.")]


def test_anel_que_cruza_a_si_mesmo_e_corrigido_e_relatado(tmp_path):
    gravata = {"type": "Polygon", "coordinates": [[[-46, -23], [-45, -22], [-45, -23], [-46, -22], [-46, -23]]]}
    (unidade,), relatorio = ler(geojson(tmp_path, feicao("a", gravata)))
    forma = shapely.from_wkb(unidade.wkb)
    assert forma.is_valid
    assert forma.geom_type == "MultiPolygon"
    assert forma.area == pytest.approx(0.5)
    assert relatorio.corrigidas == 1
    assert "contorno que cruza a si mesmo" in str(relatorio.ocorrencias[0])


def test_anel_que_vai_e_volta_pela_mesma_linha_e_recusado_por_nao_ter_area(tmp_path):
    linha = {"type": "Polygon", "coordinates": [[[-46, -23], [-45, -23], [-44, -23], [-45, -23], [-46, -23]]]}
    unidades, relatorio = ler(geojson(tmp_path, feicao("a", linha)))
    assert not unidades
    assert [o.mensagem for o in relatorio.ocorrencias] == ["polígono sem área."]


def test_anel_aberto_e_fechado(tmp_path):
    aberto = {"type": "Polygon", "coordinates": [[[-46, -23], [-45, -23], [-45, -22], [-46, -22]]]}
    (unidade,), _ = ler(geojson(tmp_path, feicao("a", aberto)))
    assert shapely.from_wkb(unidade.wkb).area == pytest.approx(1)


def test_da_colecao_fica_a_parte_poligonal(tmp_path):
    colecao = {
        "type": "GeometryCollection",
        "geometries": [caixa(-46, -23), {"type": "Point", "coordinates": [0, 0]}, caixa(-44, -23)],
    }
    (unidade,), _ = ler(geojson(tmp_path, feicao("a", colecao)))
    assert shapely.from_wkb(unidade.wkb).area == pytest.approx(2)


def test_codigo_ausente_ou_repetido_e_relatado(tmp_path):
    arquivo = geojson(
        tmp_path,
        feicao("a", caixa(0, 0)),
        feicao("a", caixa(2, 2)),
        feicao(None, caixa(4, 4)),
        feicao(" ", caixa(6, 6)),
    )
    unidades, relatorio = ler(arquivo)
    assert [shapely.from_wkb(u.wkb).bounds[0] for u in unidades] == [0]
    assert [o.mensagem for o in relatorio.ocorrencias] == [
        "código repetido nesta importação; vale a primeira feição.",
        "sem código.",
        "sem código.",
    ]


def test_geojson_cortado_no_meio_entrega_o_que_ainda_se_le(tmp_path):
    arquivo = geojson(tmp_path, *(feicao(n, caixa(n, 0)) for n in range(10)))
    arquivo.write_text(arquivo.read_text()[:-100])
    unidades, relatorio = ler(arquivo)
    assert [u.codigo for u in unidades] == [str(n) for n in range(9)]
    assert [(o.feicao, o.recusada) for o in relatorio.ocorrencias] == [(9, True)]


def test_uma_feicao_com_sintaxe_quebrada_no_meio_nao_leva_as_seguintes(tmp_path):
    arquivo = geojson(tmp_path, *(feicao(n, caixa(n, 0)) for n in range(4)))
    arquivo.write_text(arquivo.read_text().replace('"codigo": 1,', '"codigo": 1!,'))
    unidades, relatorio = ler(arquivo)
    assert [u.codigo for u in unidades] == ["0", "2", "3"]
    assert [o.feicao for o in relatorio.ocorrencias] == [1]


@pytest.mark.parametrize("conteudo", [b"ola", b"", b"\x00\xff\x01", b'{"type":"Topology"'])
@pytest.mark.parametrize("extensao", [".geojson", ".gpkg", ".topojson", ".json", ".shp"])
def test_arquivo_ilegivel_e_relatado_em_portugues(tmp_path, conteudo, extensao):
    arquivo = tmp_path / f"malha{extensao}"
    arquivo.write_bytes(conteudo)
    unidades, relatorio = ler(arquivo)
    assert not unidades
    assert relatorio.recusadas == 1
    assert "não pôde ser lido" in str(relatorio.ocorrencias[0]) or "faltam os arquivos" in str(relatorio.ocorrencias[0])


def test_zip_corrompido_caminho_inexistente_e_formato_desconhecido(tmp_path):
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04 nada")
    (tmp_path / "a.txt").write_text("nada")
    for nome, motivo in (("a.zip", "corrompido"), ("nada.shp", "não existe"), ("a.txt", "formato desconhecido")):
        with pytest.raises(ArquivoInvalido, match=motivo):
            ler(tmp_path / nome)


def test_pasta_vazia_diz_o_que_se_le(tmp_path):
    with pytest.raises(ArquivoInvalido, match="nenhuma camada"):
        ler(tmp_path)


def test_na_pasta_o_arquivo_ilegivel_nao_impede_os_outros(tmp_path):
    geojson(tmp_path, feicao("a", caixa(0, 0)))
    (tmp_path / "quebrado.gpkg").write_bytes(b"nada")
    unidades, relatorio = ler(tmp_path)
    assert [u.codigo for u in unidades] == ["a"]
    assert relatorio.recusadas == 1


@pytest.mark.parametrize("como", ["shp", "zip", "pasta"])
def test_shapefile_do_ibge_e_reconhecido_pelos_nomes_dos_campos(tmp_path, como):
    campos = {
        "CD_MUN": ["3550308", "3304557"],
        "NM_MUN": ["São Paulo", "Rio de Janeiro"],
        "CD_RGI": ["350001", "330001"],
        "CD_UF": ["35", "33"],
        "SIGLA_UF": ["SP", "RJ"],
        "CD_REGIA": ["3", "3"],
    }
    arquivo = shapefile(tmp_path, campos, [shapely.box(-47, -24, -46, -23), shapely.box(-44, -23, -43, -22)])
    caminho = {"shp": arquivo, "pasta": tmp_path, "zip": tmp_path / "BR_Municipios.zip"}[como]
    if como == "zip":
        with zipfile.ZipFile(caminho, "w") as pacote:
            for parte in list(tmp_path.glob("malha.*")):
                pacote.write(parte, f"BR_Municipios/{parte.name}")
                parte.unlink()
    unidades, relatorio = ler(caminho)
    assert not relatorio.ocorrencias
    assert [(u.nivel, u.codigo, u.nome, u.uf) for u in unidades] == [
        (4, "3550308", "São Paulo", "SP"),
        (4, "3304557", "Rio de Janeiro", "RJ"),
    ]
    assert unidades[0].pais == ["5:35", "6:3", "7:BR"]


def test_registro_corrompido_de_um_shapefile_e_relatado_e_os_outros_entram(tmp_path):
    formas = [shapely.box(n, 0, n + 1, 1) for n in range(5)]
    arquivo = shapefile(tmp_path, {"CD_MUN": [f"350000{n}" for n in range(5)]}, formas)
    bruto, indice = bytearray(arquivo.read_bytes()), arquivo.with_suffix(".shx").read_bytes()
    inicio = struct.unpack(">i", indice[100 + 8 * 2 : 104 + 8 * 2])[0] * 2
    bruto[inicio + 8 : inicio + 12] = struct.pack("<i", 99)
    arquivo.write_bytes(bruto)
    unidades, relatorio = ler(arquivo)
    assert [u.codigo for u in unidades] == ["3500000", "3500001", "3500003", "3500004"]
    assert [(o.feicao, o.codigo) for o in relatorio.ocorrencias] == [(2, "3500002")]


def test_shapefile_cortado_entrega_o_comeco(tmp_path):
    formas = [shapely.box(n, 0, n + 1, 1) for n in range(6)]
    arquivo = shapefile(tmp_path, {"CD_MUN": [f"350000{n}" for n in range(6)]}, formas)
    arquivo.write_bytes(arquivo.read_bytes()[: 100 + 136 * 3 + 20])
    unidades, relatorio = ler(arquivo)
    assert [u.codigo for u in unidades] == ["3500000", "3500001", "3500002"]
    assert relatorio.recusadas == 3


def test_shapefile_sem_acompanhantes_diz_quais_faltam(tmp_path):
    arquivo = shapefile(tmp_path, {"CD_MUN": ["3550308"]}, [shapely.box(0, 0, 1, 1)])
    arquivo.with_suffix(".dbf").unlink()
    _, relatorio = ler(arquivo)
    assert "faltam" in str(relatorio.ocorrencias[0])
    assert ".dbf" in str(relatorio.ocorrencias[0])


def test_coordenadas_projetadas_viram_graus(tmp_path):
    """The cathedral square of São Paulo in UTM 23S; the pair is not symmetric, so a swap would show."""
    arquivo = shapefile(
        tmp_path, {"CD_MUN": ["3550308"]}, [shapely.box(333000, 7394000, 334000, 7395000)], "EPSG:31983"
    )
    (unidade,), _ = ler(arquivo)
    centro = shapely.from_wkb(unidade.wkb).centroid
    assert (centro.y, centro.x) == (pytest.approx(-23.5516, abs=1e-3), pytest.approx(-46.6317, abs=1e-3))
    assert unidade.area_m2 == pytest.approx(1e6, rel=5e-3)


def test_coordenadas_projetadas_sem_sistema_de_referencia_pedem_o_crs(tmp_path):
    arquivo = geojson(tmp_path, feicao("a", caixa(333000, 7394000, 1000)))
    _, relatorio = ler(arquivo)
    assert "--crs" in str(relatorio.ocorrencias[0])
    (unidade,), _ = ler(arquivo, crs="EPSG:31983")
    assert shapely.from_wkb(unidade.wkb).centroid.y == pytest.approx(-23.5516, abs=1e-3)


def test_geopackage_com_varias_camadas(tmp_path):
    arquivo = tmp_path / "malha.gpkg"
    for camada, codigo in (("municipios", "M1"), ("bairros", "B1")):
        pyogrio.raw.write(
            arquivo,
            layer=camada,
            geometry=shapely.to_wkb([shapely.box(-46, -23, -45, -22)]),
            field_data=[np.array([codigo], dtype=object), np.array(["Pau d'Arco"], dtype=object)],
            fields=["codigo", "nome"],
            geometry_type="Polygon",
            crs="EPSG:4326",
            append=arquivo.exists(),
        )
    unidades, _ = ler(arquivo)
    assert {(int(u.nivel), u.codigo, u.nome) for u in unidades} == {(4, "M1", "Pau d'Arco"), (2, "B1", "Pau d'Arco")}


def test_topojson_com_transform_conserva_ids_e_relata_arco_inexistente(tmp_path):
    topologia = {
        "type": "Topology",
        "transform": {"scale": [0.001, 0.001], "translate": [-50, -20]},
        "arcs": [[[0, 0], [1000, 0], [0, 1000], [-1000, 0], [0, -1000]]],
        "objects": {
            "municipios": {
                "type": "GeometryCollection",
                "geometries": [
                    {"type": "Polygon", "arcs": [[0]], "id": 3550308, "properties": {"nome": "Pau d'Arco"}},
                    {"type": "Polygon", "arcs": [[7]], "id": 3550309, "properties": {"nome": "Sem arco"}},
                ],
            }
        },
    }
    arquivo = tmp_path / "br.topojson"
    arquivo.write_text(json.dumps(topologia))
    (unidade,), relatorio = ler(arquivo)
    assert (unidade.codigo, unidade.nome) == ("3550308", "Pau d'Arco")
    assert shapely.from_wkb(unidade.wkb).bounds == (-50, -20, -49, -19)
    assert [o.codigo for o in relatorio.ocorrencias] == ["3550309"]


@pytest.mark.parametrize(
    ("campos", "nivel"),
    [
        (["CD_SETOR", "CD_BAIRRO", "CD_DIST", "CD_MUN", "CD_UF"], 1),
        (["CD_REGIAO", "CD_UF", "CD_MUN", "CD_DIST", "CD_SUBDIST", "CD_BAIRRO", "CD_RGI"], 2),
        (["CD_DIST", "NM_DIST", "CD_MUN"], 3),
        (["CD_MUN", "CD_RGI", "CD_UF"], 4),
        (["CD_UF", "NM_UF", "CD_REGIAO"], 5),
        (["CD_REGIAO", "NM_REGIAO"], 6),
        (["PAIS", "AREA_KM2"], 7),
    ],
)
def test_o_nivel_e_reconhecido_pelo_menor_codigo_presente(campos, nivel):
    assert mapear("malha", campos, None, Escolhas()).nivel == nivel


@pytest.mark.parametrize("campos", [["CD_RGI", "CD_RGINT", "CD_UF"], ["CD_SUBDIST", "CD_DIST", "CD_MUN"], ["nome"]])
def test_divisao_que_nao_e_nivel_civico_pede_o_nivel(campos):
    with pytest.raises(ArquivoInvalido, match="--nivel"):
        mapear("malha", campos, None, Escolhas())


def test_campos_podem_ser_informados_e_o_inexistente_e_nomeado():
    campos = mapear("malha", ["GID", "TITULO", "DONO"], 2, Escolhas(codigo="gid", nome="titulo", pai="dono"))
    assert (campos.codigo, campos.nome, campos.pais) == ("GID", "TITULO", ((None, "DONO"),))
    with pytest.raises(ArquivoInvalido, match="não há o campo X"):
        mapear("malha", ["GID"], 2, Escolhas(codigo="X"))
    with pytest.raises(ArquivoInvalido, match="campo do código"):
        mapear("malha", ["TITULO"], 2, Escolhas())


def test_setor_sem_nome_recebe_um(tmp_path):
    arquivo = shapefile(tmp_path, {"CD_SETOR": ["355030801000001P"], "CD_BAIRRO": ["."]}, [shapely.box(0, 0, 1, 1)])
    (unidade,), _ = ler(arquivo)
    assert unidade.nome == "Setor 355030801000001P"
    assert unidade.pais == ["3:355030801", "4:3550308", "5:35", "6:3", "7:BR"]


def test_o_id_nao_depende_de_formato_versao_ou_ordem(tmp_path):
    (tmp_path / "x").mkdir()
    a, _ = ler(geojson(tmp_path, feicao("b", caixa(0, 0)), feicao("a", caixa(2, 2))))
    b, _ = ler(shapefile(tmp_path / "x", {"codigo": ["a", "b"]}, [shapely.box(0, 0, 1, 1)] * 2), nivel=2)
    assert {u.codigo: u.id for u in a} == {u.codigo: u.id for u in b}
    assert a[0].id == identificar("teste", 2, "b")


@pytest.mark.dados
@sem_dados
def test_malha_do_brasil_le_5597_unidades_e_corrige_uma():
    unidades, relatorio = ler(DADOS / "territorios_br.topojson")
    assert len(unidades) == 1 + 5 + 27 + 5564
    assert [(o.codigo, o.recusada) for o in relatorio.ocorrencias] == [("2103703", False)]
    acre = next(u for u in unidades if u.codigo == "12")
    assert (acre.nome, acre.uf, acre.pais) == ("Acre", "AC", ["6:1", "7:BR"])


@pytest.mark.dados
@sem_dados
def test_bairros_de_cinco_cidades_nomeiam_o_seu_municipio():
    unidades, relatorio = ler(DADOS / "bairros_5cidades.topojson")
    assert len(unidades) == 523
    assert not relatorio.ocorrencias
    assert all(f"4:{u.codigo[:7]}" in u.pais for u in unidades)
