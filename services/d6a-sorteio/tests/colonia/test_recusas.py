"""Refusals: what they cost, and the draw that follows."""

import pytest

DOIS = ("recusa_explicita", "risco_pessoal")


async def sortear(m, n: int) -> int:
    """Offer the n-th demand and draw; answer which citizen got it."""
    await m.entregar(m.item(n))
    await m.pulsar()
    [s] = [s for s in await m.sorteados() if s.demanda_id == m.demanda(n)]
    return await m.numero(s.conselheiro_id)


async def recusar(m, n: int, quem: int, motivo: str = "recusa_explicita") -> None:
    await m.entregar(m.recusa(n, m.cidadao(quem), motivo))


@pytest.mark.parametrize("motivo", DOIS)
async def test_recusa_sorteia_de_novo_sem_quem_recusou_com_a_demanda_como_era(viver, motivo):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2))
        quem = await sortear(m, 1)
        recusa = m.recusa(1, m.cidadao(quem), motivo)
        await m.entregar(recusa)
        [_, segundo] = await m.comprometidos()
        assert segundo.elegiveis == [str(await m.identidade(3 - quem))]
        await m.pulsar()
        primeiro, outro = await m.sorteados()
        assert primeiro.conselheiro_id != outro.conselheiro_id
        assert primeiro.demanda_id == outro.demanda_id
        assert primeiro.sorteio_id != outro.sorteio_id


async def test_quem_recusou_nunca_mais_e_sorteado_para_a_mesma_demanda_nem_que_seja_o_unico(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1))
        await recusar(m, 1, await sortear(m, 1))
        assert [a.demanda_id for a in await m.sem_candidatos()] == [m.demanda(1)]
        await m.entregar(m.cadastro(1, vez=1))
        assert len(await m.comprometidos()) == 1
        await m.entregar(m.cadastro(2, m.pais))
        assert [c.elegiveis for c in await m.comprometidos()][1:] == [[str(await m.identidade(2))]]


async def test_quem_recusou_fica_livre_para_outra_demanda(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1))
        await recusar(m, 1, await sortear(m, 1))
        assert await sortear(m, 2) == 1


async def test_duas_recusas_ao_mesmo_tempo_contam_como_uma(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1))
        await sortear(m, 1)
        uma, outra = m.recusa(1, m.cidadao(1)), m.recusa(1, m.cidadao(1), "risco_pessoal")
        await m.entregar(uma, outra)
        await m.entregar(uma)
        assert await m.b.consultar("SELECT recusas FROM conselheiros") == [{"recusas": 1}]
        assert await m.b.consultar("SELECT desfecho FROM atribuicoes") == [{"desfecho": "recusa_explicita"}]


async def test_recusa_de_quem_nao_tem_a_demanda_nao_faz_nada(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2, m.vila))
        await sortear(m, 1)
        await m.entregar(m.recusa(1, m.cidadao(2)), m.recusa(1, m.cidadao(9)), m.recusa(7, m.cidadao(1)))
        assert len(await m.comprometidos()) == 1
        assert await m.b.consultar("SELECT sum(recusas) AS n FROM conselheiros") == [{"n": 0}]


async def test_quarta_recusa_suspende_por_90_dias_e_depois_volta_sem_que_nada_reinicie(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1))
        for n in range(4):
            await recusar(m, n, await sortear(m, n))
        await m.entregar(m.item(9))
        assert m.demanda(9) in {a.demanda_id for a in await m.sem_candidatos()}
        m.b.relogio.avancar(days=89)
        await m.b.periodico("reativar_suspensos")
        assert len(await m.comprometidos()) == 4
        m.b.relogio.avancar(days=1)
        await m.b.periodico("reativar_suspensos")
        assert [c.demanda_id for c in await m.comprometidos()][4:] == [m.demanda(9)]


async def test_suspensao_vencida_nao_espera_pelo_trabalho_periodico(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1))
        for n in range(4):
            await recusar(m, n, await sortear(m, n))
        m.b.relogio.avancar(days=90)
        assert await sortear(m, 9) == 1


async def test_risco_pessoal_nao_conta(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1))
        for n in range(6):
            await recusar(m, n, await sortear(m, n), "risco_pessoal")
        assert await sortear(m, 9) == 1


async def test_so_recusas_seguidas_contam_uma_demanda_concluida_zera_a_conta(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1))
        for n in range(3):
            await recusar(m, n, await sortear(m, n))
        await sortear(m, 3)
        await m.entregar(m.ciclo(3, await m.identidade(1)))
        for n in range(4, 7):
            await recusar(m, n, await sortear(m, n))
        assert await sortear(m, 9) == 1


async def test_desistir_nao_zera_a_conta(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1))
        for n in range(3):
            await recusar(m, n, await sortear(m, n))
        await sortear(m, 3)
        await m.entregar(m.ciclo(3, await m.identidade(1), "desistencia"))
        await recusar(m, 4, await sortear(m, 4))
        await m.entregar(m.item(9))
        assert m.demanda(9) in {a.demanda_id for a in await m.sem_candidatos()}


async def test_o_log_publico_mostra_que_a_demanda_foi_solta_antes_de_quem_a_recusou_concorrer_a_outra(viver):
    """The refusal is internal: what tells it is the next commitment of the demand, or that nobody is left for it."""
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2), m.item(1), m.item(2))
        await m.pulsar()  # one of the two has demand 1; the other is on the list for demand 2
        quem = await m.numero((await m.sorteados())[0].conselheiro_id)
        await m.entregar(m.item(3, score=999))
        await recusar(m, 1, quem)
        assert len(await m.comprometidos()) == 2
        await m.pulsar()  # the pool is empty but for who refused: nobody for demand 1, so who refused it is free
        ordem = [(e.tipo, e.payload.demanda_id) for e in await m.b.publicados() if hasattr(e.payload, "demanda_id")]
        assert ordem[3:] == [
            ("conselheiro.sorteado", m.demanda(2)),
            ("sorteio.sem_candidatos", m.demanda(1)),
            ("sorteio.comprometido", m.demanda(3)),
        ]


async def test_a_demanda_recusada_vem_antes_das_que_esperam_pela_primeira_vez(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2), m.cadastro(3), m.item(1), m.item(2))
        await m.pulsar()
        quem = await m.numero((await m.sorteados())[0].conselheiro_id)
        await m.entregar(m.item(3, score=999))
        await recusar(m, 1, quem)
        await m.pulsar()
        assert [c.demanda_id for c in await m.comprometidos()] == [m.demanda(n) for n in (1, 2, 1)]
