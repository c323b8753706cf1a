"""The backlogs that are published."""

from typing import Any

from d5_agenda.colonia import colonia
from nucleo.eventos import AgendaGerada
from nucleo.testes import FabricaDeBancadas

Fatos = Any


async def test_a_agenda_de_uma_unidade_que_mudou_e_gerada_uma_vez_por_janela_e_nenhuma_mudanca_se_perde(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia, agenda_janela_s=5.0) as b:
        await b.entregar(*fatos.no_backlog(1))
        await b.periodico("gerar_agendas")
        await b.entregar(*fatos.no_backlog(2), *fatos.no_backlog(3))
        await b.entregar(fatos.sorteada(1))
        await b.periodico("gerar_agendas")
        assert len(await b.publicados(AgendaGerada)) == 1
        b.relogio.avancar(seconds=5)
        await b.periodico("gerar_agendas")
        await b.periodico("gerar_agendas")
        primeira, segunda = [e.payload for e in await b.publicados(AgendaGerada)]
    assert (primeira.total_itens, primeira.total_disponiveis, primeira.motivo) == (1, 1, "demanda.ranqueada")
    assert (segunda.total_itens, segunda.total_disponiveis, segunda.total_atribuidos) == (3, 2, 1)
    assert (segunda.motivo, segunda.timestamp_geracao) == ("conselheiro.sorteado", b.relogio.agora())
    assert [(i.posicao, i.demanda_id, i.status) for i in segunda.topo] == [
        (1, fatos.demanda(1), "atribuido"),
        (2, fatos.demanda(2), "disponivel"),
        (3, fatos.demanda(3), "disponivel"),
    ]
    assert len({i.grupo_id for i in segunda.topo}) == 1
    assert segunda.topo[0].grupo_id is not None


async def test_o_topo_sao_os_50_primeiros_da_ordem_publica(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*(e for n in range(120) for e in fatos.no_backlog(n, nivel=n % 3 + 1, score=float(n % 7))))
        await b.periodico("gerar_agendas")
        [gerada] = await b.publicados(AgendaGerada)
        itens = (await b.http.get(f"/api/d5/backlog/{fatos.centro}?limite=50")).json()["itens"]
    assert [(str(i.demanda_id), i.posicao, i.chave, str(i.grupo_id)) for i in gerada.payload.topo] == [
        (i["demanda_id"], i["posicao"], i["chave"], i["grupo_id"]) for i in itens
    ]


async def test_novas_fatias_geram_a_agenda_e_as_mesmas_nao(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia, agenda_janela_s=0.0) as b:
        await b.entregar(*fatos.no_backlog(1), *fatos.no_backlog(2, nivel=5))
        await b.periodico("gerar_agendas")
        await b.entregar(fatos.ranking(fatias=(0.1, 0.1, 0.1, 0.1, 0.6), corrente=5, em=2))
        await b.periodico("gerar_agendas")
        await b.entregar(fatos.ranking(fatias=(0.1, 0.1, 0.1, 0.1, 0.6), corrente=5, em=3))
        await b.entregar(fatos.ranking(em=1))
        await b.periodico("gerar_agendas")
        _, gerada = [e.payload for e in await b.publicados(AgendaGerada)]
    assert (gerada.nivel_corrente, gerada.distribuicao, gerada.motivo) == (
        5,
        [0.1, 0.1, 0.1, 0.1, 0.6],
        "ranking.atualizado",
    )
    assert [i.demanda_id for i in gerada.topo] == [fatos.demanda(2), fatos.demanda(1)]


async def test_uma_unidade_que_se_esvazia_ainda_o_diz(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia, agenda_janela_s=0.0) as b:
        await b.entregar(*fatos.no_backlog(1))
        await b.entregar(fatos.concluida(1))
        await b.periodico("gerar_agendas")
        [gerada] = await b.publicados(AgendaGerada)
    assert (gerada.payload.total_itens, gerada.payload.topo) == (0, [])
