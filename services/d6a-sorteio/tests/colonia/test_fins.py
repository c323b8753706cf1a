"""Ends: of cycles, of demands that were aggregated or found resolved, and of the commitments open for them."""

import pytest

from nucleo.eventos import SorteioCancelado


async def test_ciclo_concluido_libera_e_o_proximo_e_sorteado_logo(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.item(1), m.item(2))
        await m.pulsar()
        await m.entregar(m.ciclo(1, await m.identidade(1)))
        await m.pulsar()
        assert [s.demanda_id for s in await m.sorteados()] == [m.demanda(1), m.demanda(2)]


async def test_o_mesmo_fim_de_ciclo_de_novo_nao_libera_do_seguinte(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.item(1), m.item(2), m.item(3))
        await m.pulsar()
        fim = m.ciclo(1, await m.identidade(1))
        await m.entregar(fim)
        await m.pulsar()
        await m.b.consultar("TRUNCATE entrada")
        await m.entregar(fim)
        await m.pulsar()
        assert [s.demanda_id for s in await m.sorteados()] == [m.demanda(1), m.demanda(2)]


@pytest.mark.parametrize("motivo", ["desistencia", "fim_mandato"])
async def test_a_demanda_abandonada_e_sorteada_de_novo_para_outro(viver, motivo):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2), m.item(1))
        await m.pulsar()
        [s] = await m.sorteados()
        await m.entregar(m.ciclo(1, s.conselheiro_id, motivo))
        await m.pulsar()
        [_, outro] = await m.sorteados()
        assert outro.demanda_id == m.demanda(1)
        assert outro.conselheiro_id != s.conselheiro_id


async def test_fim_de_ciclo_de_quem_nao_tem_a_demanda_e_ignorado(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2, m.vila), m.item(1))
        await m.pulsar()
        await m.entregar(m.ciclo(1, await m.identidade(2)), m.ciclo(5, await m.identidade(1)))
        assert await m.b.consultar("SELECT encerrada_em FROM atribuicoes") == [{"encerrada_em": None}]


@pytest.mark.parametrize("fim", ["agregada", "concluida"])
async def test_o_compromisso_de_uma_demanda_que_acaba_e_cancelado_com_o_motivo_e_o_pool_volta(viver, fim):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.item(1))
        await m.entregar(m.item(2))
        evento = m.agregada(9, 1) if fim == "agregada" else m.conclusao(1)
        await m.entregar(evento)
        [cancelado] = await m.b.publicados(SorteioCancelado)
        primeiro, segundo = await m.comprometidos()
        await m.pulsar()
        assert (cancelado.payload.sorteio_id, cancelado.payload.demanda_id) == (primeiro.sorteio_id, m.demanda(1))
        assert cancelado.payload.motivo == {"agregada": "demanda_agregada", "concluida": "conclusao_coletiva"}[fim]
        assert cancelado.causacao_id == evento.event_id
        assert segundo.demanda_id == m.demanda(2)
        assert [s.demanda_id for s in await m.sorteados()] == [m.demanda(2)]


@pytest.mark.parametrize("antes", [True, False])
@pytest.mark.parametrize("fim", ["agregada", "concluida"])
async def test_demanda_que_acabou_sai_da_fila_ou_nem_entra(viver, fim, antes):
    async with viver() as m:
        acaba = m.agregada(9, 1) if fim == "agregada" else m.conclusao(1)
        for evento in (acaba, m.item(1)) if antes else (m.item(1), acaba):
            await m.entregar(evento)
        await m.entregar(m.cadastro(1))
        assert await m.comprometidos() == []
        assert await m.b.consultar("SELECT * FROM fila") == []


async def test_o_representante_do_agregado_fica_na_fila(viver):
    async with viver() as m:
        await m.entregar(m.item(1), m.agregada(1, 1, 2), m.cadastro(1))
        assert [c.demanda_id for c in await m.comprometidos()] == [m.demanda(1)]


async def test_conclusao_que_espera_ratificacao_nao_muda_nada(viver):
    async with viver() as m:
        await m.entregar(m.item(1), m.conclusao(1, ratificacao=True), m.cadastro(1))
        await m.pulsar()
        assert len(await m.sorteados()) == 1


async def test_demanda_que_acaba_com_conselheiro_nao_e_sorteada_de_novo_e_recusa_la_nao_custa_nada(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2), m.item(1))
        await m.pulsar()
        quem = await m.numero((await m.sorteados())[0].conselheiro_id)
        await m.entregar(m.conclusao(1))
        assert await m.b.publicados(SorteioCancelado) == []
        await m.entregar(m.recusa(1, m.cidadao(quem)))
        assert len(await m.comprometidos()) == 1
        livres = await m.b.consultar("SELECT recusas, ocupado_com FROM conselheiros")
        assert livres == [{"recusas": 0, "ocupado_com": None}] * 2


async def test_demanda_recusada_que_acaba_enquanto_espera_solta_quem_a_recusou(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2), m.item(1), m.item(2))
        await m.pulsar()
        quem = await m.numero((await m.sorteados())[0].conselheiro_id)
        await m.entregar(m.recusa(1, m.cidadao(quem)))
        await m.entregar(m.conclusao(1))
        assert await m.b.consultar("SELECT * FROM conselheiros WHERE ocupado_com IS NOT NULL") == []


async def test_demanda_recusada_e_concluida_ao_mesmo_tempo_nao_e_mais_sorteada(viver):
    """Refused here before D-6b knew; concluded there before D-6a knew: whichever comes first, it has ended."""
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2), m.item(1))
        await m.pulsar()
        [s] = await m.sorteados()
        await m.entregar(m.recusa(1, m.cidadao(await m.numero(s.conselheiro_id))))
        assert len(await m.comprometidos()) == 2
        await m.entregar(m.ciclo(1, s.conselheiro_id))
        [cancelado] = await m.b.publicados(SorteioCancelado)
        await m.pulsar()
        assert cancelado.payload.motivo == "demanda_concluida"
        assert len(await m.sorteados()) == 1


async def test_uma_conclusao_dita_junto_de_uma_desistencia_vale(viver):
    """The first had refused here before their conclusion came, the second left: it is concluded all the same."""
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2), m.cadastro(3), m.item(1))
        await m.pulsar()
        await m.entregar(m.recusa(1, m.cidadao(await m.numero((await m.sorteados())[0].conselheiro_id))))
        await m.pulsar()
        primeiro, segundo = [s.conselheiro_id for s in await m.sorteados()]
        await m.entregar(m.ciclo(1, primeiro), m.ciclo(1, segundo, "desistencia"))
        assert len(await m.comprometidos()) == 2
        assert await m.b.consultar("SELECT situacao FROM demandas") == [{"situacao": "encerrada"}]
        assert await m.b.consultar("SELECT * FROM fila") == []
