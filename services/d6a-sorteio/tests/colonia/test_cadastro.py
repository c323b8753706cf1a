"""The register: an id of D-6a's own, kept for ever; unit and training as last said."""

from datetime import timedelta

from nucleo.eventos import ConselheiroIdentificado


async def test_o_conselheiro_tem_um_id_que_nao_e_o_do_cidadao_e_deriva_do_cadastro(viver):
    async with viver() as m:
        causa = m.cadastro(1)
        await m.entregar(causa)
        [primeira] = await m.b.publicados(ConselheiroIdentificado)
        await m.b.zerar()
        await m.entregar(causa)
        [outra_vez] = await m.b.publicados(ConselheiroIdentificado)
    assert primeira.payload.cidadao_id == m.cidadao(1) != primeira.payload.conselheiro_id
    assert outra_vez.payload == primeira.payload
    assert outra_vez.event_id == primeira.event_id
    assert (primeira.payload.unidade_civica_id, primeira.payload.capacitacao_concluida) == (m.bairro, True)


async def test_um_segundo_cadastro_muda_a_unidade_e_a_capacitacao_e_nao_o_id(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1, capacitado=False), m.cadastro(1, m.vila, vez=1))
        primeira, segunda = await m.b.publicados(ConselheiroIdentificado)
        assert primeira.payload.conselheiro_id == segunda.payload.conselheiro_id
        assert (segunda.payload.unidade_civica_id, segunda.payload.capacitacao_concluida) == (m.vila, True)
        await m.entregar(m.item(1), m.item(2, (m.vila, m.cidade)))
        assert [c.demanda_id for c in await m.comprometidos()] == [m.demanda(2)]


async def test_um_cadastro_antigo_dito_outra_vez_nao_desfaz_o_novo(viver):
    async with viver() as m:
        antigo, novo = m.cadastro(1), m.cadastro(1, m.vila, vez=1)
        await m.entregar(antigo, novo)
        await m.b.consultar("TRUNCATE entrada")
        await m.entregar(antigo)
        [linha] = await m.b.consultar("SELECT unidade_civica_id, degrau_uc_id FROM conselheiros")
    assert set(linha.values()) == {m.vila}


async def test_quem_perde_a_capacitacao_sai_do_pool(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(1, capacitado=False, vez=1), m.item(1))
        assert len(await m.sem_candidatos()) == 1


async def test_quem_muda_de_unidade_durante_um_sorteio_so_muda_quando_ele_acaba(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2), m.item(1))
        um, dois = await m.identidade(1), await m.identidade(2)
        await m.entregar(m.cadastro(1, m.vila, vez=1), m.cadastro(2, m.vila, vez=1), m.item(2, (m.vila, m.cidade)))
        assert [set(c.elegiveis) for c in await m.comprometidos()] == [{str(um), str(dois)}]
        await m.pulsar()
        [s] = await m.sorteados()
        [_, depois] = await m.comprometidos()
        assert {s.conselheiro_id, *map(type(um), depois.elegiveis)} == {um, dois}
        assert depois.degrau_uc_id == m.vila


async def test_a_elegibilidade_e_a_do_instante_do_compromisso(viver):
    """Who was on the list is drawn even when no longer trained: the list never changes."""
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.item(1))
        await m.entregar(m.cadastro(1, capacitado=False, vez=1))
        await m.pulsar()
        assert [s.conselheiro_id for s in await m.sorteados()] == [await m.identidade(1)]


async def test_fim_de_mandato_tira_do_pool_ate_um_novo_cadastro(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.item(1))
        await m.pulsar()
        await m.entregar(m.ciclo(1, await m.identidade(1), "fim_mandato", fim=timedelta(minutes=5)), m.item(2))
        assert {a.demanda_id for a in await m.sem_candidatos()} == {m.demanda(1), m.demanda(2)}
        await m.entregar(m.cadastro(1, vez=6))
        assert [c.demanda_id for c in await m.comprometidos()] == [m.demanda(1), m.demanda(2)]
