"""Two replicas on a real log, then an audit of what they published."""

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from aiokafka import AIOKafkaConsumer

from d4_ranking.colonia import colonia
from formigueiro.auditar import Auditoria
from nucleo import Colonia, Evento, Registro
from nucleo.testes import esvaziar_topicos
from nucleo.testes.bancada import Bancadas
from nucleo.viva import ColoniaViva

Categoriza = Callable[..., Evento[Any]]

TOPICOS = [
    "demanda.categorizada",
    "duplicidade.agregada",
    "demanda.ranqueada",
    "ranking.atualizado",
    "ranking.parametros_publicados",
]
D3 = Colonia("D-3", nome="d3-categorizacao", porta=9001, pacote="nucleo.testes", produz=["demanda.categorizada"])
D12 = Colonia("D-12", nome="d12-duplicidade", porta=9002, pacote="nucleo.testes", produz=["duplicidade.agregada"])


@pytest.fixture
async def broker(kafka_servidor: str) -> str:
    """A broker whose topics are new: other tests use the same one."""
    await esvaziar_topicos(kafka_servidor, dict.fromkeys(TOPICOS, 6))
    return kafka_servidor


async def publicar(viva: ColoniaViva, eventos: Sequence[Evento[Any]]) -> None:
    for i in range(0, len(eventos), 50):
        async with viva.unidade() as uow:
            for e in eventos[i : i + 50]:
                uow.publicar(e.payload)


async def ler(broker: str, viva: ColoniaViva) -> list[Evento[Any]]:
    """Every event of the topics, decoded."""
    consumidor = AIOKafkaConsumer(*TOPICOS, bootstrap_servers=broker, auto_offset_reset="earliest")
    await consumidor.start()
    try:
        lidos: list[Evento[Any]] = []
        while lotes := await consumidor.getmany(timeout_ms=2000):
            registros = [
                Registro(r.topic, r.partition, r.offset, r.key, r.value) for lote in lotes.values() for r in lote
            ]
            lidos += [r.evento for r in await viva.leitor.ler(registros) if r.evento is not None]
        return lidos
    finally:
        await consumidor.stop()


async def assentar(viva: ColoniaViva, demandas: int) -> None:
    """Wait until every demand is known, every change announced and everything published."""

    async def falta() -> bool:
        async with viva.leitura() as banco:
            ligacao = await banco.connection()
            conta = await ligacao.exec_driver_sql(
                """SELECT (SELECT count(*) FROM demandas), (SELECT count(*) FROM unidades WHERE deve_anuncio),
                          (SELECT count(*) FROM saida WHERE publicado_em IS NULL)"""
            )
            return tuple(conta.one()) != (demandas, 0, 0)

    async with asyncio.timeout(60):
        while await falta():
            await asyncio.sleep(0.2)


async def test_o_que_duas_replicas_publicam_passa_na_auditoria(
    bancada: Bancadas, broker: str, categorizada: Categoriza, agregada: Categoriza, centro: UUID, vila: UUID
) -> None:
    sorteio = random.Random(1)
    demandas = [
        categorizada(n, sorteio.randint(1, 5), unidade=sorteio.choice((centro, vila)), versao=v)
        for n in range(300)
        for v in (1, 2)
    ]
    agregadas = [agregada(*sorteio.sample(range(300), 3), unidade=centro) for _ in range(20)]
    async with AsyncExitStack() as pilha:
        produtoras = [
            await pilha.enter_async_context(
                bancada.ligada(c, await pilha.enter_async_context(bancada.banco(c)), broker)
            )
            for c in (D3, D12)
        ]
        banco = await pilha.enter_async_context(bancada.banco(colonia))
        uma, outra = [
            await pilha.enter_async_context(bancada.ligada(colonia, banco, broker, ranking_janela_s=0.2))
            for _ in range(2)
        ]
        await publicar(produtoras[0], demandas[:300])
        await asyncio.gather(publicar(produtoras[0], demandas[300:]), publicar(produtoras[1], agregadas))
        await assentar(uma, 300)
        eventos = await ler(broker, outra)
    auditoria = Auditoria()
    for evento in eventos:
        auditoria.receber(asdict(evento))
    laudo = auditoria.concluir(timedelta(0))
    assert laudo.faltas == []
    assert (laudo.unidades, laudo.pendentes) == (2, 0)
    assert laudo.demandas > 400
