"""One colony through the core, against the bare batched floor: the same events, state and outbox without any of it.

Both consume `demanda.categorizada`, keep one row an event, write one `demanda.ranqueada` an event to an outbox and
publish it, in batches of at most 500, on the same broker and server.
"""

import argparse
import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from itertools import groupby
from pathlib import Path
from uuid import UUID

import asyncpg
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from fastavro import parse_schema, schemaless_reader, schemaless_writer
from joserfc.jwk import OKPKey

from formigueiro.medidas import Linha, escrever
from nucleo import Colonia, Evento, UnidadeDeTrabalho, logs
from nucleo.avro import enquadrar
from nucleo.contratos import carregar
from nucleo.eventos import Breakdown, DemandaCategorizada, DemandaRanqueada
from nucleo.fontes import derivar_id, uuid7
from nucleo.testes import evento
from nucleo.testes.bancada import Bancada, Bancadas
from nucleo.testes.eventos import INICIO

ENTRADA, SAIDA, PARTICOES, LOTE = "demanda.categorizada", "demanda.ranqueada", 6, 500
UNIDADE = UUID("0199c0de-0000-7000-8000-000000000001")
ESQUEMAS = {c.tipo: parse_schema(c.vigente.esquema) for c in carregar() if c.tipo in (ENTRADA, SAIDA)}


def categorizada(n: int) -> DemandaCategorizada:
    """The n-th demand of the sample."""
    return DemandaCategorizada(
        demanda_id=uuid7(INICIO, n), categoria_id="1.1", nivel_precedencia=1, score_horizontal=95.0,
        confianca_categorizacao=0.9, metodo="automatico", sugestoes_alternativas=[], unidade_civica_id=UNIDADE,
    )  # fmt: skip


def ranqueada(demanda_id: UUID) -> DemandaRanqueada:
    """What it becomes."""
    return DemandaRanqueada(
        demanda_id=demanda_id, unidade_civica_id=UNIDADE, categoria_id="1.1", nivel_precedencia=1, score_final=1.0,
        breakdown=Breakdown(peso_nacional=1.0, peso_situacional=1.0, score_horizontal=1.0),
        posicao_no_ranking=1, total_demandas_na_uc=1,
    )  # fmt: skip


async def ver(eventos: Sequence[Evento[DemandaCategorizada]], uow: UnidadeDeTrabalho) -> None:
    """The whole colony: one row and one event each."""
    await uow.sql("INSERT INTO visto SELECT unnest(CAST(:ids AS uuid[]))", ids=[e.payload.demanda_id for e in eventos])
    for e in eventos:
        uow.publicar(ranqueada(e.payload.demanda_id), causa=e)


COLONIA = Colonia("D-4", nome="d4-ranking", porta=9001, pacote="nucleo.testes", consome={ENTRADA: ver}, produz=[SAIDA])


async def preparar(broker: str, b: Bancada, quantos: int) -> None:
    """Topics of its own on the broker, and the sample on the first."""
    admin = AIOKafkaAdminClient(bootstrap_servers=broker)
    await admin.start()
    await admin.create_topics([NewTopic(t, PARTICOES, 1) for t in (ENTRADA, SAIDA)])
    await admin.close()
    produtor = AIOKafkaProducer(bootstrap_servers=broker, acks="all", enable_idempotence=True)
    await produtor.start()
    for n in range(quantos):
        registro = await b.registro(evento(categorizada(n)))
        await produtor.send(ENTRADA, registro.valor, key=registro.chave)
    await produtor.stop()


async def ate_publicar(broker: str, quantos: int, consumir: Callable[[], Awaitable[None]]) -> float:
    """Events per second from the first published to the last, while `consumir` runs."""
    leitor = AIOKafkaConsumer(bootstrap_servers=broker)
    await leitor.start()
    particoes = [TopicPartition(SAIDA, p) for p in range(PARTICOES)]
    antes = sum((await leitor.end_offsets(particoes)).values())
    tarefa = asyncio.create_task(consumir())
    marcos: list[tuple[float, int]] = []
    while not marcos or marcos[-1][1] < quantos:
        feitos = sum((await leitor.end_offsets(particoes)).values()) - antes
        marcos.append((time.perf_counter(), feitos))
        await asyncio.sleep(0.05)
        if tarefa.done():
            tarefa.result()
    tarefa.cancel()
    await asyncio.gather(tarefa, return_exceptions=True)
    await leitor.stop()
    (inicio, primeiro), (fim, ultimo) = next(m for m in marcos if m[1]), marcos[-1]
    return (ultimo - primeiro) / (fim - inicio)


async def pelo_nucleo(bancadas: Bancadas, banco: str, broker: str) -> None:
    """The colony, as it runs in production."""
    async with bancadas.ligada(COLONIA, banco, broker, lote_maximo=LOTE):
        await asyncio.Event().wait()


async def nua(url: str, broker: str) -> None:
    """The floor: a client, one statement a batch, and a producer."""
    ligacao = await asyncpg.connect(url)
    await ligacao.execute(_TABELAS_NUAS)
    consumidor = AIOKafkaConsumer(ENTRADA, bootstrap_servers=broker, group_id="nua", auto_offset_reset="earliest",
                                  enable_auto_commit=False, max_partition_fetch_bytes=2 * 1024 * 1024)  # fmt: skip
    produtor = AIOKafkaProducer(
        bootstrap_servers=broker, acks="all", enable_idempotence=True, max_batch_size=1024 * 1024
    )
    await consumidor.start()
    await produtor.start()
    try:
        while True:
            lidos = [r for rs in (await consumidor.getmany(timeout_ms=500, max_records=LOTE)).values() for r in rs]
            if lidos:
                await _um_lote(ligacao, produtor, lidos)
    finally:
        await consumidor.stop()
        await produtor.stop()
        await ligacao.close()


async def _um_lote(ligacao: asyncpg.Connection, produtor: AIOKafkaProducer, lidos: list) -> None:
    eventos = [schemaless_reader(BytesIO(r.value[5:]), ESQUEMAS[ENTRADA], None) for r in lidos]
    corpos = [_escrever(e) for e in eventos]
    demandas = [e["payload"]["demanda_id"] for e in eventos]
    async with ligacao.transaction():
        await ligacao.execute("SET LOCAL synchronous_commit TO off")
        ordens = await ligacao.fetchval(
            _LOTE, [e["event_id"] for e in eventos], demandas, corpos, lidos[-1].topic, lidos[-1].offset
        )
    por_particao = sorted(
        (int(d) % PARTICOES, str(d).encode(), c) for d, c in zip(demandas, corpos, strict=True)
    )  # the same placement would need the client's hash: any will do for the floor
    envios = []
    for particao, mensagens in groupby(por_particao, key=lambda m: m[0]):
        lote = produtor.create_batch()
        for _, chave, corpo in mensagens:
            lote.append(key=chave, value=enquadrar(1, corpo), timestamp=None)
        envios.append(await produtor.send_batch(lote, SAIDA, partition=particao))
    await asyncio.gather(*envios)
    await ligacao.execute("UPDATE saida_nua SET publicada = true WHERE ordem = ANY($1::bigint[])", ordens)


def _escrever(e: dict) -> bytes:
    novo = derivar_id(e["event_id"], SAIDA, 0)
    payload = e["payload"]
    evento_ = {
        **{k: e[k] for k in ("timestamp", "origem", "correlacao_id")},
        "event_id": novo, "tipo": SAIDA, "versao_schema": "1.1.0", "causacao_id": e["event_id"],
        "payload": {
            "demanda_id": payload["demanda_id"], "unidade_civica_id": UNIDADE, "categoria_id": "1.1",
            "nivel_precedencia": 1, "score_final": 1.0,
            "breakdown": {"peso_nacional": 1.0, "peso_situacional": 1.0, "score_horizontal": 1.0},
            "posicao_no_ranking": 1, "total_demandas_na_uc": 1, "versao_parametros": "1.0.0",
            "timestamp_calculo": None,
        },
    }  # fmt: skip
    fluxo = BytesIO()
    schemaless_writer(fluxo, ESQUEMAS[SAIDA], evento_, strict=True)
    return fluxo.getvalue()


_TABELAS_NUAS = """
CREATE TABLE IF NOT EXISTS entrada_nua (event_id uuid PRIMARY KEY);
CREATE TABLE IF NOT EXISTS visto_nua (id uuid NOT NULL);
CREATE TABLE IF NOT EXISTS saida_nua (ordem bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, corpo bytea NOT NULL,
                                      publicada boolean NOT NULL DEFAULT false);
CREATE INDEX IF NOT EXISTS a_publicar ON saida_nua (ordem) WHERE NOT publicada;
CREATE TABLE IF NOT EXISTS cursor_nua (topico text PRIMARY KEY, proximo bigint NOT NULL)
"""
_LOTE = """
WITH entrou AS (INSERT INTO entrada_nua SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING),
     estado AS (INSERT INTO visto_nua SELECT unnest($2::uuid[])),
     saiu AS (INSERT INTO saida_nua (corpo) SELECT unnest($3::bytea[]) RETURNING ordem),
     andou AS (INSERT INTO cursor_nua VALUES ($4, $5) ON CONFLICT (topico) DO UPDATE SET proximo = EXCLUDED.proximo)
SELECT array_agg(ordem) FROM saiu
"""


async def medir(postgres: str, broker: str, quantos: int) -> list[Linha]:
    """The floor, then the colony."""
    bancadas = Bancadas(postgres, OKPKey.generate_key("Ed25519"), "")
    async with bancadas(COLONIA) as b:
        await preparar(broker, b, quantos)
    async with bancadas.banco(COLONIA) as banco:
        url = f"{postgres.rsplit('/', 1)[0]}/{banco}"
        ligacao = await asyncpg.connect(url)
        await ligacao.execute("CREATE TABLE visto (id uuid NOT NULL)")
        await ligacao.close()
        piso = await ate_publicar(broker, quantos, lambda: nua(url, broker))
        valor = await ate_publicar(broker, quantos, lambda: pelo_nucleo(bancadas, banco, broker))
    nome = "uma colônia pelo núcleo, um evento lido e um publicado"
    return [Linha(nome, valor, "eventos/s", piso, valor / piso, "≥ 0,6", valor / piso >= 0.6)]


if __name__ == "__main__":
    opcoes = argparse.ArgumentParser(description=__doc__)
    opcoes.add_argument("--postgres", default=os.environ.get("FORMIGUEIRO_TESTE_POSTGRES"), help="URL de superusuário")
    opcoes.add_argument("--broker", default=os.environ.get("FORMIGUEIRO_TESTE_KAFKA"))
    opcoes.add_argument("--eventos", type=int, default=60_000)
    opcoes.add_argument("--saida", type=Path, help="arquivo JSON; sem ele, escreve na tela")
    pedido = opcoes.parse_args()
    logs.configurar("ERROR")
    escrever(asyncio.run(medir(pedido.postgres, pedido.broker, pedido.eventos)), pedido.saida)
