"""Whatever the order in which topics arrive, the same follow-ups, updates and events."""

import asyncio
from uuid import UUID

import pytest

from d6b_relatoria import consumidores
from d6b_relatoria.colonia import colonia
from nucleo.eventos import (
    ConselheiroAtualizacaoPublicada,
    ConselheiroCicloConcluido,
    ConselheiroDemandaIniciada,
    DemandaConcluida,
)
from nucleo.testes import verificar_permutacoes

ESTADO = [
    "demandas",
    "acompanhamentos",
    "conclusoes",
    "recusas",
    "conselheiros",
    "vinculos",
    """(SELECT atualizacao_id, cidadao_id, texto, campos, situacao, erros, acompanhamento_id, numero_sequencial
        FROM atualizacoes) AS julgadas""",
]
ANONIMO = UUID(int=99, version=4)


async def test_qualquer_ordem_da_o_mesmo_fim(bancada, cenario):
    c = cenario
    eventos = [
        *(c.identificado(n) for n in (1, 2, 3)),
        c.identificado(4, cidadao_id=ANONIMO),
        c.vinculado(ANONIMO, 4),
        # refused by the first, followed by the second, looked into by the third
        c.sorteado(1),
        c.recusada(1, minuto=1),
        c.sorteado(2, minuto=2),
        c.registrada(n=2, minuto=3),
        c.registrada(n=3, minuto=4),
        c.confirmada(minuto=5),
        c.registrada("prazo_registrado", 2, minuto=6),
        c.registrada("protocolo_aberto", 2, minuto=7, campos={"data": "2026-02-30"}),
        c.concluida(2, minuto=10),
        c.registrada(n=2, minuto=11),
        # drawn after citizens saw it resolved
        c.confirmada(demanda=2, minuto=1, ratificar=False),
        c.sorteado(1, demanda=2, minuto=20),
        # followed by somebody known by an anonymous id
        c.sorteado(4, demanda=3),
        c.registrada(n=4, demanda=3),
        # refused by who followed it when citizens saw it resolved, then drawn again
        c.sorteado(1, demanda=5, minuto=30),
        c.confirmada(demanda=5, minuto=31, ratificar=False),
        c.recusada(1, demanda=5, minuto=32),
        c.sorteado(2, demanda=5, minuto=33),
        # never drawn
        c.registrada(n=3, demanda=4),
        c.recusada(3, demanda=4),
    ]
    await verificar_permutacoes(bancada, colonia, eventos, tabelas=ESTADO, exemplos=40)


async def test_a_atualizacao_que_chega_antes_do_sorteio_espera_por_ele(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.registrada(minuto=2), cenario.registrada("entrave_registrado", minuto=3))
        await b.entregar(cenario.identificado())
        assert await b.publicados() == []
        assert await b.consultar("SELECT DISTINCT situacao FROM atualizacoes") == [{"situacao": "aguardando"}]
        await b.entregar(cenario.sorteado())
        publicadas = await b.publicados(ConselheiroAtualizacaoPublicada)
        causas = [cenario.registrada(minuto=2), cenario.registrada("entrave_registrado", minuto=3)]
        assert await b.dlq() == []
    assert [p.payload.numero_sequencial for p in publicadas] == [1, 2]
    assert [(p.causacao_id, p.correlacao_id) for p in publicadas] == [(e.event_id, e.correlacao_id) for e in causas]


async def test_a_atualizacao_espera_ate_se_saber_quem_e_o_conselheiro(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.sorteado(), cenario.registrada())
        assert await b.publicados() == []
        await b.entregar(cenario.identificado())
        assert len(await b.publicados(ConselheiroAtualizacaoPublicada)) == 1


async def test_o_que_o_anonimo_registrou_e_da_conta_a_que_se_vinculou(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.sorteado(), c.registrada(cidadao_id=ANONIMO))
        assert await b.publicados() == []
        await b.entregar(c.vinculado(ANONIMO))
        assert len(await b.publicados(ConselheiroAtualizacaoPublicada)) == 1


async def test_o_que_se_escreveu_antes_de_ser_sorteado_continua_recusado(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.registrada(minuto=0), cenario.sorteado(minuto=30))
        assert await b.consultar("SELECT situacao FROM atualizacoes") == [{"situacao": "recusada"}]
        assert await b.publicados() == []


async def test_relogios_de_colonias_podem_diferir_um_pouco(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(minuto=2.5), cenario.registrada(minuto=2))
        assert len(await b.publicados(ConselheiroAtualizacaoPublicada)) == 1


async def test_a_recusa_acaba_o_acompanhamento_sem_ciclo(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), cenario.recusada(minuto=1))
        await b.entregar(cenario.registrada(minuto=2))
        assert await b.publicados() == []
        assert await b.consultar("SELECT situacao, fim FROM acompanhamentos") == [
            {"situacao": "recusado", "fim": cenario.quando(1)}
        ]


async def test_o_que_se_registrou_antes_de_recusar_e_aceito_mesmo_chegando_depois(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(
            c.identificado(), c.identificado(2), c.sorteado(), c.recusada(minuto=4), c.sorteado(2, minuto=5)
        )
        await b.entregar(c.registrada(minuto=2))
        [publicada] = await b.publicados(ConselheiroAtualizacaoPublicada)
        assert await b.publicados(ConselheiroDemandaIniciada) == []
    assert publicada.payload.conselheiro_id == c.conselheiro(1)


async def test_a_conclusao_anterior_a_recusa_conclui_e_libera_quem_foi_sorteado_depois(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(
            c.identificado(), c.identificado(2), c.sorteado(), c.recusada(minuto=4), c.sorteado(2, minuto=5)
        )
        await b.entregar(c.concluida(minuto=3))
        assert len(await b.publicados(DemandaConcluida)) == 1
        ciclos = await b.publicados(ConselheiroCicloConcluido)
    assert {(e.payload.conselheiro_id, e.payload.data_fim) for e in ciclos} == {
        (c.conselheiro(1), c.quando(3)),
        (c.conselheiro(2), c.quando(5)),
    }


async def test_o_mesmo_conselheiro_sorteado_de_novo_atualiza_o_novo_acompanhamento(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.sorteado(), c.recusada(minuto=4), c.sorteado(minuto=4.1, sorteio=7))
        await b.entregar(c.registrada(minuto=6))
        [iniciada] = await b.publicados(ConselheiroDemandaIniciada)
        assert await b.consultar("SELECT situacao FROM acompanhamentos ORDER BY inicio") == [
            {"situacao": "recusado"},
            {"situacao": "ativo"},
        ]
    assert iniciada.payload.data_inicio == c.quando(6)


@pytest.mark.parametrize("tardio", [True, False])
async def test_sorteio_tardio_libera_o_conselheiro_na_hora(bancada, cenario, tardio):
    c = cenario
    eventos = [c.confirmada(minuto=1, ratificar=False), c.sorteado(minuto=5)]
    async with bancada(colonia) as b:
        await b.entregar(c.identificado())
        for e in eventos if tardio else reversed(eventos):
            await b.entregar(e)
        await b.entregar(c.registrada(minuto=7))
        [ciclo] = await b.publicados()
        assert await b.consultar("SELECT situacao FROM acompanhamentos") == [{"situacao": "dispensado"}]
        assert await b.consultar("SELECT situacao FROM atualizacoes") == [{"situacao": "recusada"}]
    assert ciclo.payload == ConselheiroCicloConcluido(
        demanda_id=c.demanda(),
        conselheiro_id=c.conselheiro(),
        unidade_civica_id=c.unidade,
        motivo_encerramento="demanda_concluida",
        total_atualizacoes=0,
        data_inicio=c.quando(5),
        data_fim=c.quando(5),
        resumo="Acompanhamento de 14/03/2026 a 14/03/2026, com nenhuma atualização. Desfecho: demanda concluída.",
    )


async def test_quem_e_sorteado_para_demanda_que_o_conselheiro_concluiu_fica_livre(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.identificado(2), c.sorteado(), c.concluida(minuto=3))
        await b.entregar(c.sorteado(2, minuto=4))
        ciclos = await b.publicados(ConselheiroCicloConcluido)
        assert len(await b.publicados(DemandaConcluida)) == 1
    assert [e.payload.conselheiro_id for e in ciclos] == [c.conselheiro(1), c.conselheiro(2)]


async def test_sorteio_nome_e_atualizacao_em_transacoes_simultaneas_nao_se_perdem(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        for n in range(1, 16):
            eventos = [c.identificado(n), c.sorteado(n, demanda=n), c.registrada(n=n, demanda=n)]
            await asyncio.gather(*(b.entregar(e) for e in eventos))
        assert len(await b.publicados(ConselheiroAtualizacaoPublicada)) == 15


async def test_atualizacoes_simultaneas_de_um_acompanhamento_tem_numeros_seguidos(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado())
        async with asyncio.TaskGroup() as grupo:
            for minuto in range(1, 6):
                grupo.create_task(_em_outra_replica(b, cenario.registrada(minuto=minuto)))
        numeros = [p.payload.numero_sequencial for p in await b.publicados(ConselheiroAtualizacaoPublicada)]
    assert sorted(numeros) == [1, 2, 3, 4, 5]


async def _em_outra_replica(b, evento):
    async with b.viva.unidade() as uow:
        await consumidores.registrar([evento], uow)
