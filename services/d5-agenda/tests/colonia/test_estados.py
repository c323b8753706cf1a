"""Events in, statuses and announcements out, on a real database."""

from typing import Any
from uuid import UUID

import pytest

from d5_agenda.colonia import colonia
from nucleo.eventos import AgendaItemDisponivel
from nucleo.testes import Bancada, FabricaDeBancadas

Fatos = Any


async def status(b: Bancada, demanda_id: UUID) -> str:
    [linha] = await b.consultar("SELECT status FROM demandas WHERE demanda_id = :d", d=demanda_id)
    return str(linha["status"])


async def anunciadas(b: Bancada) -> list[UUID]:
    """The demands announced, in the order of publication."""
    return [e.payload.demanda_id for e in await b.publicados(AgendaItemDisponivel)]


async def test_o_primeiro_item_de_uma_unidade_e_anunciado_com_a_escada_do_sorteio(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia) as b:
        causa = fatos.ranqueada(1, nivel=3, score=5100.0)
        await b.entregar(fatos.situada(1), causa)
        [anuncio] = await b.publicados(AgendaItemDisponivel)
    assert (anuncio.causacao_id, anuncio.correlacao_id) == (causa.event_id, causa.correlacao_id)
    assert anuncio.payload == AgendaItemDisponivel(
        demanda_id=fatos.demanda(1),
        unidade_civica_id=fatos.centro,
        cadeia_ucs=[fatos.centro, fatos.municipio],
        categoria_id="3.1",
        nivel_precedencia=3,
        score_final=5100.0,
        posicao=1,
        grupo_id=None,
        timestamp_disponivel=b.relogio.agora(),
    )


async def test_de_um_lote_so_o_primeiro_e_anunciado_e_o_proximo_quando_ele_e_tomado(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(3), *fatos.no_backlog(1, score=7000.0), *fatos.no_backlog(2))
        assert await anunciadas(b) == [fatos.demanda(2)]
        await b.entregar(*fatos.no_backlog(4, score=9900.0))
        assert await anunciadas(b) == [fatos.demanda(2)]
        tomada = fatos.sorteada(2)
        await b.entregar(tomada)
        assert await anunciadas(b) == [fatos.demanda(2), fatos.demanda(4)]
        ultimo = (await b.publicados(AgendaItemDisponivel))[-1]
        assert ultimo.causacao_id == tomada.event_id
        assert ultimo.correlacao_id == fatos.ranqueada(4, score=9900.0).correlacao_id
        assert ultimo.payload.posicao == 1
        await b.entregar(fatos.sorteada(4, quem=2))
        assert await anunciadas(b) == [fatos.demanda(2), fatos.demanda(4), fatos.demanda(3)]


async def test_cada_unidade_chama_um_conselheiro_por_vez_sem_esperar_pelas_outras(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*(e for n in range(4) for e in fatos.no_backlog(n, unidade=(fatos.centro, fatos.vila)[n % 2])))
        assert sorted(await anunciadas(b)) == [fatos.demanda(0), fatos.demanda(1)]


async def test_o_anuncio_espera_que_se_saiba_onde_fica_a_unidade(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(fatos.ranqueada(1))
        assert await anunciadas(b) == []
        await b.entregar(fatos.situada(2, em=1))  # another demand of the same unit tells it too
        assert await anunciadas(b) == [fatos.demanda(1)]


async def test_o_mesmo_anuncio_tem_sempre_o_mesmo_id(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1))
        [primeiro] = await b.publicados(AgendaItemDisponivel)
        await b.zerar()
        await b.entregar(fatos.ranqueada(1), *fatos.no_backlog(2))
        await b.entregar(*fatos.no_backlog(1))
        [outra_vez] = await b.publicados(AgendaItemDisponivel)
    assert primeiro.event_id == outra_vez.event_id


async def test_quem_desiste_deixa_a_demanda_disponivel_com_o_sorteio_que_a_conhece(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1), *fatos.no_backlog(2))
        await b.entregar(fatos.sorteada(1), fatos.iniciada(1))
        assert await status(b, fatos.demanda(1)) == "em_progresso"
        await b.entregar(fatos.encerrada(1))
        assert await status(b, fatos.demanda(1)) == "disponivel"
        assert await anunciadas(b) == [fatos.demanda(1), fatos.demanda(2)]
        await b.entregar(fatos.sorteada(1, quem=2, em=40))
        assert await status(b, fatos.demanda(1)) == "atribuido"


async def test_o_fim_de_um_ciclo_por_conclusao_nao_devolve_nada(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1))
        await b.entregar(fatos.sorteada(1), fatos.iniciada(1))
        await b.entregar(fatos.encerrada(1, motivo="demanda_concluida"))
        assert await status(b, fatos.demanda(1)) == "em_progresso"
        await b.entregar(fatos.concluida(1))
        assert await status(b, fatos.demanda(1)) == "concluido"
        assert await anunciadas(b) == [fatos.demanda(1)]


@pytest.mark.parametrize("fim", ["sem_candidatos", "cancelado"])
async def test_recusada_e_sem_outro_conselheiro_fica_disponivel_com_o_sorteio_e_nao_prende_a_fila(
    bancada: FabricaDeBancadas, fatos: Fatos, fim: str
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1), *fatos.no_backlog(2), *fatos.no_backlog(3))
        await b.entregar(fatos.sorteada(1))
        await b.entregar(getattr(fatos, fim)(1))
        assert await status(b, fatos.demanda(1)) == "disponivel"
        assert await anunciadas(b) == [fatos.demanda(1), fatos.demanda(2)]
        await b.entregar(fatos.sorteada(2, quem=2))
        assert await anunciadas(b) == [fatos.demanda(1), fatos.demanda(2), fatos.demanda(3)]
        await b.entregar(fatos.sorteada(1, quem=3, em=50))
        assert await status(b, fatos.demanda(1)) == "atribuido"


async def test_sem_candidatos_para_o_anuncio_a_unidade_espera(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1), *fatos.no_backlog(2))
        await b.entregar(fatos.sem_candidatos(1))
        assert await anunciadas(b) == [fatos.demanda(1)]


async def test_a_conclusao_coletiva_de_um_item_anunciado_chama_para_o_proximo(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1), *fatos.no_backlog(2))
        await b.entregar(fatos.confirmada(1))
        [linha] = await b.consultar("SELECT * FROM demandas WHERE demanda_id = :d", d=fatos.demanda(1))
        assert (linha["status"], linha["data_conclusao"]) == ("concluido", fatos.as_(25))
        assert await anunciadas(b) == [fatos.demanda(1), fatos.demanda(2)]


async def test_a_conclusao_coletiva_a_ratificar_nao_mexe_no_backlog(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1))
        await b.entregar(fatos.sorteada(1), fatos.confirmada(1, ratificar=True))
        assert await status(b, fatos.demanda(1)) == "atribuido"


async def test_a_conclusao_coletiva_de_um_item_em_progresso_espera_a_ratificacao(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1))
        await b.entregar(fatos.sorteada(1), fatos.iniciada(1))
        await b.entregar(fatos.confirmada(1))
        assert await status(b, fatos.demanda(1)) == "em_progresso"


async def test_membros_de_um_agregado_saem_da_ordem_e_nunca_sao_anunciados(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1), *fatos.no_backlog(3))
        await b.entregar(fatos.agregada(3, 1, 2, 3))
        await b.entregar(*fatos.no_backlog(2))
        assert await anunciadas(b) == [fatos.demanda(1), fatos.demanda(3)]
        await b.entregar(fatos.sorteada(3))
        assert await anunciadas(b) == [fatos.demanda(1), fatos.demanda(3)]
        assert [await status(b, fatos.demanda(n)) for n in (1, 2, 3)] == ["agregado", "agregado", "atribuido"]


async def test_um_lote_que_tambem_diz_que_o_item_acabou_nao_o_anuncia(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1), fatos.concluida(1))
        assert await anunciadas(b) == []
        assert await status(b, fatos.demanda(1)) == "concluido"


async def test_quem_muda_de_unidade_deixa_a_fila_da_antiga_e_nao_prende_a_da_nova(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1), *fatos.no_backlog(2), *fatos.no_backlog(3))
        await b.entregar(fatos.ranqueada(1, unidade=fatos.vila, em=5))
        await b.entregar(*fatos.no_backlog(4, unidade=fatos.vila))
        anuncios = [
            (e.payload.demanda_id, e.payload.unidade_civica_id) for e in await b.publicados(AgendaItemDisponivel)
        ]
    assert anuncios == [
        (fatos.demanda(1), fatos.centro),
        (fatos.demanda(2), fatos.centro),
        (fatos.demanda(4), fatos.vila),
    ]


@pytest.mark.parametrize("errado", [{"nivel": 7}, {"score": float("nan")}])
async def test_um_ranking_que_nao_cabe_na_ordem_vai_para_a_dlq_e_os_outros_seguem(
    bancada: FabricaDeBancadas, fatos: Fatos, errado: dict[str, Any]
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1), *fatos.no_backlog(2, **errado), *fatos.no_backlog(3))
        assert len(await b.dlq()) == 1
        assert [await status(b, fatos.demanda(n)) for n in (1, 3)] == ["disponivel", "disponivel"]


async def test_uma_distribuicao_que_nao_serve_vai_para_a_dlq(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(
            *fatos.no_backlog(1), fatos.ranking(fatias=(1.0, 0.0, 0.0, 0.0, 0.0)), fatos.ranking(corrente=6)
        )
        assert len(await b.dlq()) == 2
