"""Imports: versions, parents, what is told on the log, and points that new boundaries rescue."""

import asyncio

import numpy as np
import pytest
import shapely

from d2_georreferenciamento import demonstracao
from d2_georreferenciamento.colonia import colonia
from d2_georreferenciamento.dominio.simplificacao import caber
from d2_georreferenciamento.importador import Opcoes
from d2_georreferenciamento.importador.carga import carregar
from d2_georreferenciamento.territorio import Territorio
from nucleo.erros import FalhaTransitoria
from nucleo.eventos import DemandaGeorreferenciada, TerritorioUnidadePublicada

EM_VIGOR = (
    "SELECT codigo_origem, nivel, uf, pai_id, desde FROM unidades WHERE ate IS NULL ORDER BY nivel, codigo_origem"
)


async def em_vigor(b):
    return {linha["codigo_origem"]: linha for linha in await b.consultar(EM_VIGOR)}


async def publicar_tudo(b):
    for _ in range(10):
        await b.periodico("publicar_territorio")
    return [e.payload for e in await b.publicados(TerritorioUnidadePublicada)]


async def test_a_importacao_vincula_os_pais_pelos_codigos_e_herda_a_uf(bancada, importa, mundo):
    async with bancada(colonia) as b:
        relatorio = await importa(b)
        assert (relatorio.versao, relatorio.gravadas, relatorio.sem_pai) == ("0001-malha", 5, 0)
        unidades = await em_vigor(b)
        assert unidades["B1"]["pai_id"] == mundo.uid(4, "M1")
        assert unidades["M2"]["pai_id"] == mundo.uid(5, "E1")
        assert unidades["BR"]["pai_id"] is None
        assert {codigo: linha["uf"] for codigo, linha in unidades.items()} == {
            "B1": "SO",
            "M1": "SO",
            "M2": "SO",
            "E1": "SO",
            "BR": None,
        }


async def test_importar_de_novo_o_mesmo_nao_muda_nada(bancada, importa):
    async with bancada(colonia) as b:
        await importa(b)
        await publicar_tudo(b)
        relatorio = await importa(b)
        assert (relatorio.versao, relatorio.gravadas, relatorio.inalteradas) == (None, 0, 5)
        assert len(await publicar_tudo(b)) == 5
        assert len(await b.consultar("SELECT * FROM versoes_limites")) == 1


async def test_so_o_que_mudou_ganha_nova_versao(bancada, importa):
    async with bancada(colonia) as b:
        await importa(b)
        novo = {"bairros": [("B1", "Vila São José", shapely.box(-47, -24, -46, -22.9), "M1")]}
        relatorio = await importa(b, novo)
        assert (relatorio.versao, relatorio.gravadas, relatorio.desativadas) == ("0002-malha", 1, 0)
        assert {c: linha["desde"] for c, linha in (await em_vigor(b)).items()} == {
            "B1": 2,
            "M1": 1,
            "M2": 1,
            "E1": 1,
            "BR": 1,
        }


async def test_pais_importados_depois_sao_vinculados_depois(bancada, importa, mundo):
    async with bancada(colonia) as b:
        relatorio = await importa(b, {"bairros": mundo.camadas["bairros"]})
        assert relatorio.sem_pai == 1
        await importa(b, {k: v for k, v in mundo.camadas.items() if k != "bairros"})
        assert (await em_vigor(b))["B1"]["pai_id"] == mundo.uid(4, "M1")


async def test_sem_codigo_de_pai_vale_a_unidade_que_contem_o_interior(bancada, importa, mundo):
    async with bancada(colonia) as b:
        sem_pai = {nome: [(c, n, g, None) for c, n, g, _ in feicoes] for nome, feicoes in mundo.camadas.items()}
        relatorio = await importa(b, sem_pai)
        assert relatorio.sem_pai == 0
        unidades = await em_vigor(b)
        assert unidades["B1"]["pai_id"] == mundo.uid(4, "M1")
        assert unidades["M2"]["pai_id"] == mundo.uid(5, "E1")
        assert unidades["M2"]["uf"] == "SO"


async def test_o_pai_de_outra_fonte_vale_quando_a_propria_nao_o_tem(bancada, importa, mundo):
    async with bancada(colonia) as b:
        await importa(b)
        await importa(b, {"bairros": [("X", "Centro", shapely.box(-49, -22, -48, -21), "M1")]}, fonte="prefeitura")
        assert (await em_vigor(b))["X"]["pai_id"] == mundo.uid(4, "M1")


async def test_substituir_desativa_o_que_o_arquivo_ja_nao_traz(bancada, importa, mundo):
    async with bancada(colonia) as b:
        await importa(b)
        await publicar_tudo(b)
        relatorio = await importa(b, {"municipios": [("M1", *mundo.camadas["municipios"][0][1:])]}, substituir=True)
        assert (relatorio.gravadas, relatorio.desativadas) == (0, 1)
        assert set(await em_vigor(b)) == {"B1", "M1", "E1", "BR"}
        ultimo = (await publicar_tudo(b))[-1]
        assert (ultimo.codigo_origem, ultimo.ativa, ultimo.versao_limites) == ("M2", False, "0002-malha")
        await importa(b)
        ultimo = (await publicar_tudo(b))[-1]
        assert (ultimo.codigo_origem, ultimo.ativa, ultimo.versao_limites) == ("M2", True, "0003-malha")


async def test_sem_substituir_a_cobertura_parcial_so_acrescenta(bancada, importa):
    async with bancada(colonia) as b:
        await importa(b)
        await importa(b, {"municipios": [("M3", "Novo", shapely.box(-45, -25, -44, -24), "E1")]})
        assert {"M1", "M2", "M3"} <= set(await em_vigor(b))


async def test_substituir_nao_desativa_a_unidade_cuja_nova_geometria_foi_recusada(bancada, importa, mundo):
    async with bancada(colonia) as b:
        await importa(b)
        vazia = shapely.from_wkt("POLYGON EMPTY")
        nova = {"municipios": [("M1", "Pau d'Arco", vazia, "E1"), *mundo.camadas["municipios"][1:]]}
        relatorio = await importa(b, nova, substituir=True)
        assert (relatorio.recusadas, relatorio.desativadas) == (1, 0)


async def test_o_territorio_e_publicado_uma_vez_do_maior_para_o_menor(bancada, importa, mundo):
    async with bancada(colonia) as b:
        await importa(b)
        publicados = await publicar_tudo(b)
        assert [p.codigo_origem for p in publicados[:2]] == ["BR", "E1"]
        bairro = next(p for p in publicados if p.codigo_origem == "B1")
        assert (bairro.nome, bairro.nivel, bairro.uf, bairro.pai_id) == ("Vila São José", 2, "SO", mundo.uid(4, "M1"))
        assert shapely.equals(shapely.from_wkb(bairro.geometria_wkb), mundo.camadas["bairros"][0][2])
        assert (bairro.ativa, bairro.simplificada, bairro.versao_limites) == (True, False, "0001-malha")


async def test_o_territorio_espera_quando_a_saida_esta_cheia(bancada, importa):
    async with bancada(colonia, territorio_lote=2, territorio_folga=3) as b:
        await importa(b)
        assert len(await publicar_tudo(b)) == 4
        await b.consultar("UPDATE saida SET publicado_em = now()")
        assert len(await publicar_tudo(b)) == 5


def test_geometria_grande_demais_e_simplificada_ate_caber():
    circulo = shapely.Point(-46, -23).buffer(1, quad_segs=20_000)
    wkb = shapely.to_wkb(circulo)
    assert caber(wkb, len(wkb)) == (wkb, False)
    menor, simplificada = caber(wkb, 100_000)
    assert simplificada
    assert len(menor) <= 100_000
    assert shapely.from_wkb(menor).is_valid
    assert shapely.from_wkb(menor).area == pytest.approx(circulo.area, rel=1e-3)


def test_arquipelago_grande_demais_perde_as_menores_ilhas():
    ilhas = shapely.multipolygons([shapely.box(x / 100, 0, x / 100 + 1e-4, 1e-4) for x in range(2000)])
    tudo = shapely.union(ilhas, shapely.box(-10, -10, -5, -5))
    menor, _ = caber(shapely.to_wkb(tudo), 1000)
    assert shapely.from_wkb(menor).area == pytest.approx(25, rel=1e-3)


async def test_novos_limites_resolvem_sozinhos_o_que_aguardava_revisao(bancada, importa, mundo):
    async with bancada(colonia) as b:
        await importa(b)
        await b.entregar(mundo.demanda(1, mundo.fora), mundo.demanda(2, (-10.5, -46.5)))
        await b.periodico("reavaliar_pendentes")
        assert not await b.publicados(DemandaGeorreferenciada)
        await importa(b, {"municipios": [("M9", "Chegou Depois", shapely.box(-47, -16, -46, -15), None)]})
        await b.periodico("reavaliar_pendentes")
        (publicado,) = await b.publicados(DemandaGeorreferenciada)
        assert publicado.payload.unidade_civica_id == mundo.uid(4, "M9")
        assert (publicado.payload.metodo_resolucao, publicado.payload.confianca_geo) == ("gps", "alta")
        assert publicado.payload.versao_limites == "0002-malha"
        situacoes = await b.consultar(
            "SELECT situacao, sequencia_tentada FROM revisoes_geo_pendentes ORDER BY demanda_id"
        )
        assert [tuple(s.values()) for s in situacoes] == [("resolvida", 1), ("pendente", 2)]
        await b.periodico("reavaliar_pendentes")
        assert len(await b.publicados(DemandaGeorreferenciada)) == 1


async def test_outra_replica_percebe_a_nova_malha_sem_receber_eventos(bancada, importa):
    async with bancada(colonia, malha_vigia_s=0.05) as b:
        territorio = b.viva.recursos[Territorio]
        assert len(territorio.indice) == 0
        await importa(b)
        async with asyncio.timeout(10):
            while not len(territorio.indice):
                await asyncio.sleep(0.02)
        assert territorio.indice.versao == "0001-malha"


async def test_malha_maior_que_o_limite_nao_entra_e_diz_o_ajuste(bancada, importa):
    angulos = np.linspace(0, 2 * np.pi, 80_000, endpoint=False)
    circulo = shapely.polygons(np.column_stack([np.cos(angulos) - 46, np.sin(angulos) - 23]))
    async with bancada(colonia) as b:
        await importa(b, {"municipios": [("M1", "Grande", circulo, None)]})
        async with b.viva.leitura() as sessao:
            with pytest.raises(FalhaTransitoria, match="malha_limite_mb"):
                await Territorio(1).atualizar(sessao)


async def test_o_territorio_de_demonstracao_tem_os_sete_niveis_e_lagos(bancada):
    async with bancada(colonia) as b:
        async with b.viva.unidade() as uow:
            opcoes = Opcoes(fonte=demonstracao.FONTE, rotulo=demonstracao.ROTULO)
            relatorio = await carregar(uow, demonstracao.TERRITORIO, None, opcoes)
        assert (relatorio.recusadas, relatorio.corrigidas, relatorio.sem_pai) == (0, 0, 0)
        assert sorted(relatorio.por_nivel) == [1, 2, 3, 4, 5, 6, 7]
        territorio = b.viva.recursos[Territorio]
        async with b.viva.leitura() as sessao:
            await territorio.atualizar(sessao)
        (setor,) = await b.consultar("SELECT geometria FROM unidades WHERE nivel = 1 ORDER BY codigo_origem LIMIT 1")
        dentro = shapely.point_on_surface(shapely.from_wkb(setor["geometria"]))
        cadeia = territorio.indice.resolver(dentro.y, dentro.x)
        assert len(cadeia.unidades) == 7
        (pais,) = await b.consultar("SELECT geometria FROM unidades WHERE nivel = 7")
        lago = next(
            shapely.polygons(anel)
            for parte in shapely.get_parts(shapely.from_wkb(pais["geometria"]))
            for anel in parte.interiors
        )
        meio = shapely.point_on_surface(lago)
        assert territorio.indice.resolver(meio.y, meio.x) is None
