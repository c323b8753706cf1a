"""Announcements, parameters and recalculation."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from d4_ranking import parametros
from d4_ranking.colonia import colonia
from d4_ranking.dominio.parametros import Parametros
from nucleo import Evento
from nucleo.eventos import DemandaRanqueada, RankingAtualizado, RankingParametrosPublicados
from nucleo.testes import FabricaDeBancadas

Categoriza = Callable[..., Evento[Any]]
Demanda = Callable[[int], UUID]


async def test_o_anuncio_traz_o_topo_o_total_e_ate_onde_vai(
    bancada: FabricaDeBancadas, categorizada: Categoriza, demanda: Demanda, centro: UUID
) -> None:
    async with bancada(colonia, ranking_janela_s=1.0) as b:
        await b.entregar(categorizada(1, nivel=2), categorizada(2))
        await b.periodico("anunciar_rankings")
        ultima = (await b.publicados(DemandaRanqueada))[-1]
        [anuncio] = await b.publicados(RankingAtualizado)
    p = anuncio.payload
    assert [(t.posicao, t.demanda_id, t.score_final) for t in p.topo] == [(1, demanda(2), 9500), (2, demanda(1), 7600)]
    assert (p.unidade_civica_id, p.total_demandas, p.ate_event_id) == (centro, 2, ultima.event_id)
    assert (p.nivel_corrente, sum(p.distribuicao), p.versao_parametros) == (1, 1.0, "1.0.0")
    assert p.motivo == "demanda_categorizada"
    assert p.timestamp_calculo > ultima.payload.timestamp_calculo


async def test_o_topo_tem_no_maximo_cinquenta(bancada: FabricaDeBancadas, categorizada: Categoriza) -> None:
    async with bancada(colonia, ranking_janela_s=1.0) as b:
        await b.entregar(*(categorizada(n) for n in range(60)))
        await b.periodico("anunciar_rankings")
        [anuncio] = await b.publicados(RankingAtualizado)
    assert [t.posicao for t in anuncio.payload.topo] == list(range(1, 51))
    assert anuncio.payload.total_demandas == 60


async def test_no_maximo_um_anuncio_por_unidade_em_cada_janela_e_nenhum_se_perde(
    bancada: FabricaDeBancadas, categorizada: Categoriza, vila: UUID
) -> None:
    async with bancada(colonia, ranking_janela_s=10.0) as b:
        for n in range(3):
            await b.entregar(categorizada(n))
            await b.periodico("anunciar_rankings")
        await b.entregar(categorizada(9, unidade=vila))
        await b.periodico("anunciar_rankings")
        assert [e.payload.total_demandas for e in await b.publicados(RankingAtualizado)] == [1, 1]
        b.relogio.avancar(seconds=10)
        await b.periodico("anunciar_rankings")
        await b.periodico("anunciar_rankings")
        assert [e.payload.total_demandas for e in await b.publicados(RankingAtualizado)] == [1, 1, 3]


async def test_sem_mudanca_nao_ha_anuncio(
    bancada: FabricaDeBancadas, categorizada: Categoriza, agregada: Categoriza
) -> None:
    async with bancada(colonia, ranking_janela_s=1.0) as b:
        await b.entregar(agregada(1, 2))
        await b.entregar(categorizada(2), categorizada(3, unidade=None))
        await b.periodico("anunciar_rankings")
        assert await b.publicados(RankingAtualizado) == []


async def test_desativar_membros_e_sair_de_uma_unidade_sao_anunciados(
    bancada: FabricaDeBancadas, categorizada: Categoriza, agregada: Categoriza, centro: UUID, vila: UUID
) -> None:
    async with bancada(colonia, ranking_janela_s=1.0) as b:
        await b.entregar(categorizada(1), categorizada(2), categorizada(3))
        await b.periodico("anunciar_rankings")
        b.relogio.avancar(seconds=2)
        await b.entregar(agregada(1, 2))
        await b.periodico("anunciar_rankings")
        b.relogio.avancar(seconds=2)
        await b.entregar(categorizada(3, unidade=vila, versao=2))
        await b.periodico("anunciar_rankings")
        anuncios = [e.payload for e in await b.publicados(RankingAtualizado)]
        mudanca = (await b.publicados(DemandaRanqueada))[-1]
    assert [(a.unidade_civica_id, a.total_demandas, a.motivo) for a in anuncios] == [
        (centro, 3, "demanda_categorizada"),
        (centro, 2, "duplicidade_agregada"),
        (centro, 1, "demanda_categorizada"),
        (vila, 1, "demanda_categorizada"),
    ]
    assert {a.ate_event_id for a in anuncios[2:]} == {mudanca.event_id}


async def test_cada_versao_dos_parametros_e_publicada_uma_vez(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, ranking_janela_s=1.0) as b:
        await b.periodico("publicar_parametros")
        await b.periodico("publicar_parametros")
        publicadas = await b.publicados(RankingParametrosPublicados)
    assert [e.payload.versao for e in publicadas] == [p.versao for p in parametros.publicados()]
    assert [p.peso for p in publicadas[0].payload.pesos_nacionais] == [100, 80, 60, 40, 20]


async def test_o_evento_dos_parametros_tem_sempre_o_mesmo_id(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, ranking_janela_s=1.0) as b:
        await b.periodico("publicar_parametros")
        [antes] = await b.publicados(RankingParametrosPublicados)
        await b.zerar()
        b.relogio.avancar(days=30)
        await b.periodico("publicar_parametros")
        [depois] = await b.publicados(RankingParametrosPublicados)
    assert antes.event_id == depois.event_id


async def test_parametros_novos_recalculam_o_que_esta_ativo_com_a_versao_nova(
    bancada: FabricaDeBancadas,
    categorizada: Categoriza,
    agregada: Categoriza,
    demanda: Demanda,
    centro: UUID,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    primeira = parametros.publicados()[0]
    dados = primeira.model_dump() | {
        "versao": "1.1.0",
        "vigente_desde": "2026-07-01T00:00:00Z",
        "coberturas": [{"unidade_civica_id": centro, "nivel": 1, "atingida": 98, "meta": 100}],
    }
    monkeypatch.setattr(parametros, "publicados", lambda: (primeira, Parametros.model_validate(dados)))
    async with bancada(colonia, ranking_janela_s=1.0) as b:
        await b.entregar(categorizada(1), categorizada(2, nivel=5), categorizada(3), agregada(1, 3))
        await b.periodico("recalcular")
        assert len(await b.publicados(DemandaRanqueada)) == 2
        b.relogio.avancar(days=120)
        await b.periodico("recalcular")
        await b.periodico("recalcular")
        await b.periodico("anunciar_rankings")
        recalculadas = [e.payload for e in (await b.publicados(DemandaRanqueada))[2:]]
        [anuncio] = await b.publicados(RankingAtualizado)
        historico = await b.consultar("SELECT versao_parametros FROM historico ORDER BY 1")
    assert {(p.demanda_id, p.versao_parametros, p.score_final) for p in recalculadas} == {
        (demanda(1), "1.1.0", 100 * (1 - 98 / 100) * 95),
        (demanda(2), "1.1.0", 1900.0),
    }
    assert [t.demanda_id for t in anuncio.payload.topo] == [demanda(2), demanda(1)]
    assert (anuncio.payload.nivel_corrente, anuncio.payload.motivo) == (2, "parametros_publicados")
    assert [h["versao_parametros"] for h in historico] == ["1.0.0", "1.0.0", "1.0.0", "1.1.0", "1.1.0"]
