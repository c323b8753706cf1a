"""The two steps of a draw, and the ladder on which people are looked for."""

import pytest

from d6a_sorteio.dominio.sorteio import embaralhar, resumir, semear
from nucleo.eventos import ConselheiroSorteado, SorteioComprometido
from nucleo.fontes import uuid7
from nucleo.testes.eventos import INICIO


async def test_o_compromisso_traz_a_lista_em_ordem_e_o_seu_hash(viver):
    async with viver() as m:
        await m.entregar(*(m.cadastro(n) for n in range(5)), m.cadastro(7, m.vila))
        item = m.item(1)
        await m.entregar(item)
        [evento] = await m.b.publicados(SorteioComprometido)
        quem = sorted([str(await m.identidade(n)) for n in range(5)])
    c = evento.payload
    assert (evento.causacao_id, evento.correlacao_id) == (item.event_id, item.correlacao_id)
    assert c.elegiveis == quem
    assert c.hash_lista == resumir("\n".join(quem))
    assert (c.demanda_id, c.unidade_civica_id, c.degrau_uc_id) == (m.demanda(1), m.bairro, m.bairro)
    assert c.timestamp == m.b.relogio.agora()


async def test_o_pulso_que_traz_o_compromisso_sorteia_e_diz_tudo_o_que_e_preciso_para_refazer(viver):
    async with viver() as m:
        await m.entregar(*(m.cadastro(n) for n in range(5)))
        await m.entregar(m.item(1))
        [compromisso] = await m.b.publicados(SorteioComprometido)
        pulso = m.pulso(uuid7(INICIO, 1), compromisso.event_id, uuid7(INICIO, 2))
        await m.entregar(pulso)
        [evento] = await m.b.publicados(ConselheiroSorteado)
    s, semente = evento.payload, semear(uuid7(INICIO, 2), pulso.payload.timestamp)
    assert s.ordem == embaralhar(compromisso.payload.elegiveis, semente)
    assert (str(s.conselheiro_id), s.seed_publico, s.total_elegiveis) == (s.ordem[0], semente.hex(), 5)
    assert (s.sorteio_id, s.comprometido_event_id) == (compromisso.payload.sorteio_id, compromisso.event_id)
    assert (s.pulso_event_id, s.degrau_uc_id, s.demanda_id) == (pulso.event_id, m.bairro, m.demanda(1))
    assert s.metodo_sorteio == "hmac-sha256-fisher-yates-v1"
    assert (evento.causacao_id, evento.correlacao_id) == (compromisso.event_id, compromisso.correlacao_id)


async def test_sem_pulso_nada_se_sorteia_e_depois_de_30_s_a_colonia_avisa(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.item(1))
        await m.entregar(m.pulso(uuid7(INICIO, 1)))
        m.b.relogio.avancar(seconds=31)
        assert await m.sorteados() == []
        assert (await m.b.viva.motivos())["pulso"] == "um sorteio comprometido espera pelo pulso do barramento há 31 s"
        await m.pulsar()
        assert len(await m.sorteados()) == 1
        assert "pulso" not in await m.b.viva.motivos()


async def test_um_pulso_que_veio_antes_do_compromisso_nunca_o_decide(viver):
    """Its seed was known before the list was fixed."""
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.item(1))
        [compromisso] = await m.b.publicados(SorteioComprometido)
        await m.b.zerar()
        await m.entregar(m.pulso(compromisso.event_id))
        await m.entregar(m.cadastro(1), m.item(1))
        [outra_vez] = await m.b.publicados(SorteioComprometido)
        assert outra_vez.event_id == compromisso.event_id
        assert await m.sorteados() == []


async def test_o_mesmo_pulso_de_novo_nao_sorteia_de_novo(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2), m.item(1))
        [compromisso] = await m.b.publicados(SorteioComprometido)
        await m.entregar(m.pulso(compromisso.event_id))
        await m.entregar(m.pulso(compromisso.event_id, primeiro=9), m.item(1))
        assert len(await m.sorteados()) == len(await m.comprometidos()) == 1


async def test_o_primeiro_degrau_com_elegiveis_vence(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1, m.pais), m.cadastro(2, m.cidade), m.cadastro(3, m.vila), m.cadastro(4, m.cidade))
        await m.entregar(m.item(1))
        [c] = await m.comprometidos()
        assert c.degrau_uc_id == m.cidade
        assert c.elegiveis == sorted([str(await m.identidade(2)), str(await m.identidade(4))])


async def test_quem_atua_num_bairro_nao_concorre_ao_que_e_da_cidade_inteira(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2, m.pais))
        await m.entregar(m.item(1, (m.cidade, m.pais)))
        assert [c.degrau_uc_id for c in await m.comprometidos()] == [m.pais]


@pytest.mark.parametrize("quem", ["sem_capacitacao", "de_outro_bairro", "ninguem"])
async def test_sem_elegiveis_em_degrau_nenhum_avisa_e_espera(viver, quem):
    async with viver() as m:
        if quem != "ninguem":
            await m.entregar(m.cadastro(1, m.vila) if quem == "de_outro_bairro" else m.cadastro(1, capacitado=False))
        await m.entregar(m.item(1))
        [aviso] = await m.sem_candidatos()
        assert (aviso.demanda_id, aviso.degraus) == (m.demanda(1), [m.bairro, m.cidade, m.pais])
        assert await m.comprometidos() == []


async def test_o_aviso_e_um_so_em_cada_espera(viver):
    async with viver() as m:
        await m.entregar(m.item(1))
        await m.entregar(m.cadastro(1, capacitado=False))
        await m.entregar(m.cadastro(2, m.vila), m.item(1))
        assert len(await m.sem_candidatos()) == 1


async def test_quem_se_cadastra_e_sorteado_para_o_que_esperava(viver):
    async with viver() as m:
        await m.entregar(m.item(1))
        await m.entregar(m.cadastro(1))
        await m.pulsar()
        assert [s.demanda_id for s in await m.sorteados()] == [m.demanda(1)]


async def test_um_conselheiro_so_tem_uma_demanda(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.item(1), m.item(2), m.item(3))
        for _ in range(3):
            await m.pulsar()
        assert len(await m.sorteados()) == len(await m.comprometidos()) == 1


async def test_pools_que_se_tocam_sao_sorteados_um_depois_do_outro_sem_quem_ja_saiu(viver):
    async with viver() as m:
        await m.entregar(*(m.cadastro(n, m.cidade) for n in range(3)))
        await m.entregar(m.item(1), m.item(2, (m.vila, m.cidade, m.pais)), m.item(3))
        assert len(await m.comprometidos()) == 1
        for _ in range(4):
            await m.pulsar()
        assert [len(c.elegiveis) for c in await m.comprometidos()] == [3, 2, 1]
        assert len({s.conselheiro_id for s in await m.sorteados()}) == 3
        assert await m.sem_candidatos() == []


async def test_pools_que_nao_se_tocam_sao_comprometidos_ao_mesmo_tempo(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2, m.vila))
        await m.entregar(m.item(1), m.item(2, (m.vila, m.cidade, m.pais)))
        await m.pulsar()
        assert len(await m.sorteados()) == 2


async def test_quem_espera_por_um_pool_que_se_esvazia_sobe_a_escada(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2, m.pais))
        await m.entregar(m.item(1), m.item(2))
        assert [c.degrau_uc_id for c in await m.comprometidos()] == [m.bairro]
        await m.pulsar()
        assert [c.degrau_uc_id for c in await m.comprometidos()] == [m.bairro, m.pais]


async def test_quem_espera_por_um_pool_que_se_esvazia_sem_outro_degrau_e_avisado(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.item(1), m.item(2))
        assert await m.sem_candidatos() == []
        await m.pulsar()
        assert [s.demanda_id for s in await m.sem_candidatos()] == [m.demanda(2)]


async def test_na_fila_vem_primeiro_o_maior_score_e_depois_a_ordem_de_recepcao(viver):
    async with viver() as m:
        await m.entregar(m.item(1, score=10), m.item(2, score=30), m.item(3, score=30), m.item(4, score=20))
        await m.entregar(*(m.cadastro(n) for n in range(4)))
        for _ in range(4):
            await m.pulsar()
        assert [c.demanda_id for c in await m.comprometidos()] == [m.demanda(n) for n in (2, 3, 4, 1)]


async def test_um_pool_que_nao_cabe_num_evento_concorre_por_quem_ha_mais_tempo_nao_e_chamado(viver, monkeypatch):
    monkeypatch.setattr("d6a_sorteio.estado.sorteios.ELEGIVEIS_MAXIMO", 3)
    async with viver() as m:
        await m.entregar(*(m.cadastro(n) for n in range(4)))
        ultimo = None
        for n in range(6):
            await m.entregar(m.item(n))
            await m.pulsar()
            *_, compromisso = await m.comprometidos()
            assert str(ultimo) not in compromisso.elegiveis
            ultimo = (await m.sorteados())[-1].conselheiro_id
            m.b.relogio.avancar(seconds=1)
            await m.entregar(m.ciclo(n, ultimo))
        assert {len(c.elegiveis) for c in await m.comprometidos()} == {3}
