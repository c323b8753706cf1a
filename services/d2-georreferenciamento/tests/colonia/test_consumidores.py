"""From `demanda.normalizada` to `demanda.georreferenciada`, or to a review that waits."""

from dataclasses import replace

import pytest
import shapely

from d2_georreferenciamento.colonia import colonia
from d2_georreferenciamento.dominio.indice import IndiceTerritorial
from d2_georreferenciamento.estado import malha
from d2_georreferenciamento.territorio import Territorio
from nucleo.eventos import DemandaGeorreferenciada
from nucleo.testes import evento, verificar_permutacoes


async def test_demanda_no_bairro_recebe_a_cadeia_completa(bancada, importa, mundo):
    async with bancada(colonia) as b:
        await importa(b)
        causa = evento(mundo.demanda(1))
        await b.entregar(causa)
        (publicado,) = await b.publicados(DemandaGeorreferenciada)
        assert publicado.payload == DemandaGeorreferenciada(
            demanda_id=mundo.demanda(1).demanda_id,
            unidade_civica_id=mundo.uid(2, "B1"),
            nivel_minimo_resolvido=2,
            cadeia_ucs=[mundo.uid(2, "B1"), mundo.uid(4, "M1"), mundo.uid(5, "E1"), mundo.uid(7, "BR")],
            municipio_id=mundo.uid(4, "M1"),
            metodo_resolucao="gps",
            confianca_geo="alta",
            coordenadas_lat=-23.55,
            coordenadas_lng=-46.63,
            versao_limites="0001-malha",
        )
        assert (publicado.causacao_id, publicado.correlacao_id) == (causa.event_id, causa.correlacao_id)


async def test_cobertura_parcial_resolve_no_menor_nivel_que_houver(bancada, importa, mundo):
    async with bancada(colonia) as b:
        await importa(b)
        await b.entregar(mundo.demanda(1, mundo.no_municipio), mundo.demanda(2, mundo.no_pais))
        publicados = [e.payload for e in await b.publicados(DemandaGeorreferenciada)]
        assert [(p.nivel_minimo_resolvido, p.municipio_id) for p in publicados] == [(4, mundo.uid(4, "M1")), (7, None)]


async def test_ponto_fora_de_todos_os_poligonos_aguarda_revisao_e_nao_publica(bancada, importa, mundo):
    async with bancada(colonia) as b:
        await importa(b)
        await b.entregar(mundo.demanda(1, mundo.fora), mundo.demanda(2))
        (publicado,) = await b.publicados(DemandaGeorreferenciada)
        assert publicado.payload.demanda_id == mundo.demanda(2).demanda_id
        (revisao,) = await b.consultar("SELECT * FROM revisoes_geo_pendentes")
        assert (revisao["coordenadas_lat"], revisao["coordenadas_lng"], revisao["situacao"]) == (
            *mundo.fora,
            "pendente",
        )


async def test_sem_territorio_importado_tudo_aguarda_revisao(bancada, mundo):
    async with bancada(colonia) as b:
        await b.entregar(mundo.demanda(1))
        assert not await b.publicados()
        assert len(await b.consultar("SELECT * FROM revisoes_geo_pendentes")) == 1


async def test_latitude_zero_e_aceita(bancada, importa, mundo):
    async with bancada(colonia) as b:
        await importa(b, {"municipios": [("M9", "Macapá do Meio", shapely.box(-52, -1, -50, 1), None)]})
        await b.entregar(mundo.demanda(1, (0.0, -51.07)))
        (publicado,) = await b.publicados(DemandaGeorreferenciada)
        assert publicado.payload.coordenadas_lat == 0.0


@pytest.mark.parametrize("onde", [(float("nan"), -46.6), (-23.5, float("inf")), (-91.0, -46.6), (-23.5, 181.0)])
async def test_coordenada_impossivel_vai_para_a_dlq_e_o_resto_do_lote_segue(bancada, importa, onde, mundo):
    async with bancada(colonia) as b:
        await importa(b)
        await b.entregar(mundo.demanda(1), mundo.demanda(2, onde), mundo.demanda(3))
        assert len(await b.publicados(DemandaGeorreferenciada)) == 2
        (carta,) = await b.dlq()
        assert "coordenadas_lat" in carta["erro"]


async def test_demanda_resolvida_nao_se_resolve_de_novo(bancada, importa, mundo):
    async with bancada(colonia) as b:
        await importa(b)
        await b.entregar(evento(mundo.demanda(1)), evento(replace(mundo.demanda(1), titulo="Outro título")))
        await b.entregar(replace(mundo.demanda(1), descricao_limpa="Texto corrigido"))
        assert len(await b.publicados(DemandaGeorreferenciada)) == 1


async def test_evento_antigo_conserva_a_unidade_e_a_versao_quando_os_limites_mudam(bancada, importa, mundo):
    async with bancada(colonia) as b:
        await importa(b)
        await b.entregar(mundo.demanda(1))
        encolhido = [("B1", "Vila São José", shapely.box(-47, -24, -46.9, -23), "M1")]
        await importa(b, mundo.camadas | {"bairros": encolhido}, rotulo="malha-nova")
        await b.entregar(evento(replace(mundo.demanda(1), titulo="Repetida")), mundo.demanda(2))
        antes, depois = [e.payload for e in await b.publicados(DemandaGeorreferenciada)]
        assert (antes.unidade_civica_id, antes.versao_limites) == (mundo.uid(2, "B1"), "0001-malha")
        assert (depois.unidade_civica_id, depois.versao_limites) == (mundo.uid(4, "M1"), "0002-malha-nova")
        (guardada,) = await b.consultar(
            "SELECT versao_limites FROM resolucoes WHERE demanda_id = :d", d=mundo.demanda(1).demanda_id
        )
        assert guardada["versao_limites"] == "0001-malha"


async def test_a_ordem_e_as_repeticoes_nao_mudam_o_resultado(bancada, importa, mundo):
    """The index is held fixed, for the helper empties every table before each example."""
    async with bancada(colonia) as b:
        await importa(b)
        async with b.viva.leitura() as sessao:
            indice = IndiceTerritorial(await malha.carregar(sessao, 1))

    async def abrir(config, banco):
        territorio = Territorio(config.malha_limite_mb)
        territorio.indice, territorio.sequencia = indice, 1
        yield territorio

    lugares = [mundo.no_bairro, mundo.no_municipio, mundo.no_pais, mundo.fora]
    eventos = [mundo.demanda(n, lugares[n % 4]) for n in range(8)]
    eventos += [replace(mundo.demanda(n, lugares[n % 4]), titulo="Normalizada outra vez") for n in range(4)]
    await verificar_permutacoes(
        bancada,
        replace(colonia, recursos=[abrir]),
        eventos,
        tabelas=["resolucoes", "revisoes_geo_pendentes"],
        exemplos=15,
    )
