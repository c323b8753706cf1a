"""The public index of the log: what is in a pulse, when there is one, and that no two overlap."""

import asyncio
from dataclasses import replace
from uuid import UUID

import pytest

from n0a_barramento import pulso
from n0a_barramento.colonia import colonia
from nucleo import Evento
from nucleo.erros import FalhaTransitoria
from nucleo.eventos import BarramentoPulso, DemandaGeorreferenciada
from nucleo.fontes import uuid7
from nucleo.testes import Bancada, evento, exemplo
from nucleo.testes.eventos import INICIO


def eventos(*numeros: int) -> list[Evento[DemandaGeorreferenciada]]:
    modelo = exemplo(DemandaGeorreferenciada)
    return [evento(replace(modelo, demanda_id=uuid7(INICIO, n))) for n in numeros]


async def pulsar(b: Bancada) -> None:
    b.relogio.avancar(milliseconds=250)
    await b.periodico("n0a.pulsar")


async def pulsos(b: Bancada) -> list[tuple[int, int, list[UUID]]]:
    return [
        (p.payload.primeiro_sequence_number, p.payload.ultimo_sequence_number, p.payload.event_ids)
        for p in await b.publicados(BarramentoPulso)
    ]


async def test_um_pulso_diz_os_ids_arquivados_desde_o_anterior_em_ordem(bancada):
    antes, depois = eventos(1, 2, 3), eventos(4, 5)
    async with bancada(colonia) as b:
        await b.entregar(*antes)
        await pulsar(b)
        await b.entregar(*depois)
        await pulsar(b)
        assert await pulsos(b) == [(1, 3, [e.event_id for e in antes]), (4, 5, [e.event_id for e in depois])]
        [_, ultimo] = await b.publicados(BarramentoPulso)
        assert ultimo.payload.timestamp == b.relogio.agora()


async def test_sem_novidade_nao_ha_pulso(bancada):
    async with bancada(colonia) as b:
        await pulsar(b)
        await b.entregar(*eventos(1))
        await pulsar(b)
        await b.entregar(*eventos(1))
        await pulsar(b)
        assert [p[:2] for p in await pulsos(b)] == [(1, 1)]


async def test_no_maximo_um_pulso_a_cada_250_ms(bancada):
    async with bancada(colonia) as b:
        for n in range(4):
            await b.entregar(*eventos(n))
            await b.periodico("n0a.pulsar")
            b.relogio.avancar(milliseconds=100)
        assert [p[:2] for p in await pulsos(b)] == [(1, 1), (2, 4)]


async def test_um_relogio_que_volta_atras_nao_cala_os_pulsos(bancada):
    async with bancada(colonia) as b:
        await b.entregar(*eventos(1))
        await pulsar(b)
        await b.entregar(*eventos(2))
        b.relogio.avancar(hours=-1)
        await pulsar(b)
        assert [p[:2] for p in await pulsos(b)] == [(1, 1), (2, 2)]


async def test_muito_atraso_sai_em_varios_pulsos_sem_lacuna(bancada, monkeypatch):
    monkeypatch.setattr(pulso, "IDS_POR_PULSO", 4)
    todos = eventos(*range(10))
    async with bancada(colonia) as b:
        await b.entregar(*todos)
        for _ in range(4):
            await pulsar(b)
        assert [p[:2] for p in await pulsos(b)] == [(1, 4), (5, 8), (9, 10)]
        assert [i for p in await pulsos(b) for i in p[2]] == [e.event_id for e in todos]


async def test_cinco_mil_ids_cabem_num_pulso_e_o_resto_vem_no_seguinte(bancada):
    async with bancada(colonia) as b:
        await b.entregar(*eventos(*range(5_003)))
        await pulsar(b)
        await pulsar(b)
        assert [p[:2] for p in await pulsos(b)] == [(1, 5_000), (5_001, 5_003)]


async def test_o_que_espera_pela_causa_entra_no_pulso_quando_e_arquivado(bancada):
    [causa, efeito] = eventos(1, 2)
    efeito.causacao_id = causa.event_id
    async with bancada(colonia) as b:
        await b.entregar(efeito)
        await pulsar(b)
        assert await pulsos(b) == []
        await b.entregar(causa)
        await pulsar(b)
        assert await pulsos(b) == [(1, 2, [causa.event_id, efeito.event_id])]


async def pulsar_e_cair(b: Bancada, perdidos: list[UUID]) -> None:
    async with b.viva.unidade() as uow:
        await pulso.pulsar(uow)
        perdidos += [saida.event_id for saida in uow._saidas]
        raise RuntimeError("queda")


async def test_um_pulso_que_a_queda_desfez_sai_igual_depois(bancada):
    perdidos: list[UUID] = []
    async with bancada(colonia) as b:
        await b.entregar(*eventos(1, 2))
        with pytest.raises(RuntimeError, match="queda"):
            await pulsar_e_cair(b, perdidos)
        assert await pulsos(b) == []
        await pulsar(b)
        assert [p.event_id for p in await b.publicados(BarramentoPulso)] == perdidos


@pytest.mark.parametrize("ja_pulsou", [False, True])
async def test_de_duas_replicas_ao_mesmo_tempo_so_uma_publica(bancada, ja_pulsou):
    async with bancada(colonia) as b:
        await b.entregar(*eventos(1, 2))
        if ja_pulsou:
            await pulsar(b)
            await b.entregar(*eventos(3))
            b.relogio.avancar(milliseconds=250)
        quantos = len(await pulsos(b))

        async def outra() -> None:
            async with b.viva.unidade() as uow:
                await pulso.pulsar(uow)

        async with b.viva.unidade() as uma:
            await pulso.pulsar(uma)
            corrida = asyncio.create_task(outra())
            while not await b.consultar("SELECT 1 FROM pg_locks WHERE NOT granted"):
                await asyncio.sleep(0.01)
        with pytest.raises(FalhaTransitoria):
            await corrida
        assert len(await pulsos(b)) == quantos + 1
