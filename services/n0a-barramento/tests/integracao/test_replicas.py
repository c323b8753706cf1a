"""Two replicas that archive a real log, one of them killed again and again: the pulses tile the archive."""

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from aiokafka import AIOKafkaConsumer

from n0a_barramento.colonia import colonia
from nucleo import Colonia, Evento, Registro
from nucleo.eventos import BarramentoPulso, DemandaGeorreferenciada
from nucleo.fontes import uuid7
from nucleo.testes import esvaziar_topicos, exemplo
from nucleo.testes.bancada import Bancadas
from nucleo.testes.eventos import INICIO
from nucleo.viva import ColoniaViva

D2 = Colonia(
    "D-2", nome="d2-georreferenciamento", porta=9001, pacote="nucleo.testes", produz=["demanda.georreferenciada"]
)
TOPICOS = {"demanda.georreferenciada": 6, "barramento.pulso": 1}
REPLICA = Path(__file__).parent / "replica.py"
EVENTOS, QUEDAS = 3_000, 4


@pytest.fixture
async def broker(kafka_servidor: str) -> str:
    """A broker with these topics new; what other tests left in theirs is archived too."""
    await esvaziar_topicos(kafka_servidor, TOPICOS)
    return kafka_servidor


async def publicar(viva: ColoniaViva) -> None:
    modelo = exemplo(DemandaGeorreferenciada)
    for inicio in range(0, EVENTOS, 20):
        async with viva.unidade() as uow:
            for n in range(inicio, inicio + 20):
                uow.publicar(replace(modelo, demanda_id=uuid7(INICIO, n)))
        await asyncio.sleep(0.08)  # as long as the replica dies and comes back


async def cair_e_voltar(viva: ColoniaViva) -> None:
    """Run a replica in a process of its own and kill it with -9, several times."""
    ajustes = json.dumps({"banco_url": viva.config.banco_url, "broker": viva.config.broker})
    for n in range(QUEDAS):
        processo = await asyncio.create_subprocess_exec(sys.executable, str(REPLICA), ajustes)
        await asyncio.sleep(3 + 0.11 * n)
        processo.kill()
        await processo.wait()


async def ler_pulsos(broker: str, viva: ColoniaViva) -> list[Evento[BarramentoPulso]]:
    """Every pulse on the log, once: a relay that dies before marking publishes again."""
    consumidor = AIOKafkaConsumer("barramento.pulso", bootstrap_servers=broker, auto_offset_reset="earliest")
    await consumidor.start()
    try:
        lidos = {}
        while lotes := await consumidor.getmany(timeout_ms=2000):
            registros = [
                Registro(r.topic, r.partition, r.offset, r.key, r.value) for lote in lotes.values() for r in lote
            ]
            lidos |= {r.evento.event_id: r.evento for r in await viva.leitor.ler(registros) if r.evento is not None}
        return list(lidos.values())
    finally:
        await consumidor.stop()


async def assentar(viva: ColoniaViva) -> list[tuple[int, str]]:
    """Wait until everything is archived, told and published; answer the archive."""
    while True:
        async with viva.leitura() as banco:
            if (await banco.sql(_ASSENTOU, eventos=EVENTOS)).scalar_one():
                linhas = await banco.sql("SELECT sequence_number, event_id FROM evento ORDER BY 1")
                return [(numero, str(event_id)) for numero, event_id in linhas]
        await asyncio.sleep(0.2)


_ASSENTOU = """
SELECT (SELECT count(*) FROM evento WHERE topico = 'demanda.georreferenciada') = :eventos
   AND (SELECT ate FROM pulso) = (SELECT max(sequence_number) FROM evento)
   AND NOT EXISTS (SELECT 1 FROM saida WHERE publicado_em IS NULL)
"""


async def test_os_pulsos_de_duas_replicas_e_das_que_cairam_cobrem_o_arquivo_sem_lacuna_nem_repeticao(
    bancada: Bancadas, broker: str
) -> None:
    async with AsyncExitStack() as pilha:
        produtora = await pilha.enter_async_context(
            bancada.ligada(D2, await pilha.enter_async_context(bancada.banco(D2)), broker)
        )
        banco = await pilha.enter_async_context(bancada.banco(colonia))
        viva = await pilha.enter_async_context(bancada.ligada(colonia, banco, broker))
        await asyncio.gather(publicar(produtora), cair_e_voltar(viva))
        async with asyncio.timeout(60):
            arquivo = await assentar(viva)
        pulsos = [p.payload for p in await ler_pulsos(broker, viva)]
    pulsos.sort(key=lambda p: p.primeiro_sequence_number)
    assert [n for p in pulsos for n in range(p.primeiro_sequence_number, p.ultimo_sequence_number + 1)] == [
        numero for numero, _ in arquivo
    ]
    assert [str(i) for p in pulsos for i in p.event_ids] == [event_id for _, event_id in arquivo]
    assert len(pulsos) > QUEDAS
