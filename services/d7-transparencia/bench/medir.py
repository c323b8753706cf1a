"""Measures the rebuild of D-7 against a bare consumer that decodes and COPYs; writes rows for bench/resultados.json:
python services/d7-transparencia/bench/medir.py --postgres URL --broker HOST:PORTA [--saida arquivo.json]

The broker must not have the topics of D-7: the log of N demands, from reception to conclusion, is written first. The
floor reads the same log with the same client, decodes every record, and COPYs its timeline row into a table with the
timeline's key: one row an event, where the rebuild writes two, drops repetitions, builds indexes and exchanges tables.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
from aiokafka import AIOKafkaProducer
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from joserfc.jwk import OKPKey

from d7_transparencia.colonia import colonia
from nucleo import logs
from nucleo.eventos import (
    AgendaItemDisponivel,
    Breakdown,
    ConselheiroAtualizacaoPublicada,
    ConselheiroCicloConcluido,
    ConselheiroDemandaIniciada,
    ConselheiroSorteado,
    DemandaCategorizada,
    DemandaConcluida,
    DemandaGeorreferenciada,
    DemandaNormalizada,
    DemandaRanqueada,
    DemandaRecebida,
    DemandaResumoCicloAtualizado,
    Localizacao,
)
from nucleo.fontes import uuid7
from nucleo.payload import Payload
from nucleo.reconstrucao import reconstruir
from nucleo.releitura import Releitura
from nucleo.testes import Bancada, evento, exemplo
from nucleo.testes.bancada import Bancadas
from nucleo.testes.eventos import INICIO

ALVO = 0.5
PARTICOES = 6
sorteio = random.Random(7)
UNIDADES = [UUID(int=sorteio.getrandbits(128)) for _ in range(500)]
ATUALIZACOES = 3
MODELOS = {
    classe: exemplo(classe)
    for classe in (
        AgendaItemDisponivel, ConselheiroSorteado, ConselheiroDemandaIniciada, ConselheiroAtualizacaoPublicada,
        DemandaResumoCicloAtualizado, DemandaConcluida, ConselheiroCicloConcluido,
    )
}  # fmt: skip
EVENTOS = 5 + 5 + 2 * ATUALIZACOES


def caminho(n: int) -> Iterator[Payload]:
    """The events of one demand."""
    demanda, unidade = uuid7(INICIO + timedelta(milliseconds=n), sorteio.getrandbits(74)), sorteio.choice(UNIDADES)
    lat, lng = sorteio.uniform(-30, 0), sorteio.uniform(-60, -35)
    score = float(sorteio.randint(1, 95) * 20)
    yield DemandaRecebida(
        demanda_id=demanda,
        texto_bruto="Tem um buraco na rua das Flores, em frente à escola, há três meses.",
        tipo_midia="texto",
        localizacao_bruta=Localizacao(lat=lat, lng=lng),
        cidadao_id=UUID(int=sorteio.getrandbits(128), version=4),
        canal="app",
        timestamp_criacao=INICIO + timedelta(milliseconds=n),
    )
    yield DemandaNormalizada(
        demanda_id=demanda,
        titulo="Buraco na rua das Flores",
        descricao_limpa="Tem um buraco na rua das Flores, em frente à escola, há três meses.",
        tipo_midia="texto",
        coordenadas_lat=lat,
        coordenadas_lng=lng,
        confianca_normalizacao=0.9,
    )
    yield DemandaGeorreferenciada(
        demanda_id=demanda,
        unidade_civica_id=unidade,
        nivel_minimo_resolvido=1,
        cadeia_ucs=[unidade, *UNIDADES[:6]],
        municipio_id=UNIDADES[3],
        metodo_resolucao="gps",
        confianca_geo="alta",
        coordenadas_lat=lat,
        coordenadas_lng=lng,
        versao_limites="1",
    )
    yield DemandaCategorizada(
        demanda_id=demanda,
        categoria_id="3.1",
        nivel_precedencia=3,
        score_horizontal=80.0,
        confianca_categorizacao=0.9,
        metodo="automatico",
        sugestoes_alternativas=[],
    )
    yield DemandaRanqueada(
        demanda_id=demanda,
        unidade_civica_id=unidade,
        categoria_id="3.1",
        nivel_precedencia=3,
        score_final=score,
        breakdown=Breakdown(peso_nacional=60.0, peso_situacional=1.0, score_horizontal=score / 60),
        posicao_no_ranking=1,
        total_demandas_na_uc=1,
    )
    yield from ciclo(demanda)


def ciclo(demanda: UUID) -> Iterator[Payload]:
    """What follows the ranking of one demand."""
    yield from _da(demanda, AgendaItemDisponivel, ConselheiroSorteado, ConselheiroDemandaIniciada)
    for _ in range(ATUALIZACOES):
        yield from _da(demanda, ConselheiroAtualizacaoPublicada, DemandaResumoCicloAtualizado)
    yield from _da(demanda, DemandaConcluida, ConselheiroCicloConcluido)


def _da(demanda: UUID, *classes: Any) -> Iterator[Payload]:
    return (replace(MODELOS[classe], demanda_id=demanda) for classe in classes)


async def escrever_log(b: Bancada, broker: str, demandas: int) -> dict[tuple[str, int], int]:
    """Write the log; return where each partition ends."""
    topicos = [b.viva.catalogo.por_tipo[tipo].topico for tipo in colonia.consome]
    admin = AIOKafkaAdminClient(bootstrap_servers=broker)
    await admin.start()
    existentes = await admin.list_topics()
    await admin.create_topics([NewTopic(t, PARTICOES, 1) for t in topicos if t not in existentes])
    await admin.close()
    produtor = AIOKafkaProducer(bootstrap_servers=broker, linger_ms=20, max_batch_size=512 * 1024)
    await produtor.start()
    fins: dict[tuple[str, int], int] = {}
    for inicio in range(0, demandas, 1000):
        envios = []
        for n in range(inicio, min(inicio + 1000, demandas)):
            for passo, payload in enumerate(caminho(n)):
                instante = INICIO + timedelta(milliseconds=n + passo * 10)
                r = await b.registro(
                    evento(payload, timestamp=instante, event_id=uuid7(instante, sorteio.getrandbits(74)))
                )
                envios.append(await produtor.send(r.topico, r.valor, key=r.chave))
        for gravado in await asyncio.gather(*envios):
            fins[gravado.topic, gravado.partition] = max(
                fins.get((gravado.topic, gravado.partition), 0), gravado.offset + 1
            )
    await produtor.stop()
    return fins


async def piso(b: Bancada, fins: dict[tuple[str, int], int]) -> float:
    """Events a second of the bare consumer."""
    await b.consultar("DROP TABLE IF EXISTS public.piso")
    await b.consultar(_PISO)
    ligacao = await asyncpg.connect(b.viva.config.banco_url)
    inicio, total = time.perf_counter(), 0
    async with Releitura(b.viva.config, "piso") as log:
        async for lote in log.ler(fins):
            linhas = []
            for r in lote:
                dados = await b.viva.leitor.dados(r)
                linhas.append((dados["payload"]["demanda_id"], dados["timestamp"], dados["event_id"], dados["tipo"]))
            await ligacao.copy_records_to_table("piso", records=linhas, schema_name="public")
            total += len(linhas)
    await ligacao.close()
    return total / (time.perf_counter() - inicio)


async def medir(postgres_url: str, broker: str, demandas: int) -> list[dict[str, Any]]:
    """Rows of bench/resultados.json: floor and rebuild three times in turn, the best of each."""
    async with Bancadas(postgres_url, OKPKey.generate_key("Ed25519"), "")(colonia, broker=broker) as b:
        fins = await escrever_log(b, broker, demandas)
        for (topico, particao), fim in fins.items():
            await b.consultar("INSERT INTO cursor VALUES (:t, :p, :n)", t=topico, p=particao, n=fim)
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)  # as a colony's process does
        pisos, valores = [], []
        for _ in range(3):
            pisos.append(await piso(b, fins))
            feita = await reconstruir(b.viva)
            assert feita.eventos == EVENTOS * demandas
            valores.append(feita.eventos / feita.segundos)
    razao = max(valores) / max(pisos)
    return [
        {
            "nome": f"D-7, reconstrução de {EVENTOS * demandas} eventos",
            "valor": round(max(valores)),
            "unidade": "eventos/s",
            "piso": round(max(pisos)),
            "razao": round(razao, 2),
            "alvo": ALVO,
            "atingido": razao >= ALVO,
        }
    ]


_PISO = """
CREATE TABLE public.piso (
    demanda_id uuid, ocorrido_em timestamptz, event_id uuid, tipo varchar,
    PRIMARY KEY (demanda_id, ocorrido_em, event_id)
)
"""

if __name__ == "__main__":
    opcoes = argparse.ArgumentParser(description="Mede a reconstrução da D-7.")
    opcoes.add_argument("--postgres", default=os.environ.get("FORMIGUEIRO_TESTE_POSTGRES"), help="URL do PostgreSQL")
    opcoes.add_argument(
        "--broker", default=os.environ.get("FORMIGUEIRO_TESTE_KAFKA"), help="broker sem os tópicos da D-7"
    )
    opcoes.add_argument("--demandas", type=int, default=15_000, help=f"demandas no log; cada uma são {EVENTOS} eventos")
    opcoes.add_argument("--saida", type=Path, help="arquivo JSON; sem ele, escreve na tela")
    pedido = opcoes.parse_args()
    logs.configurar("ERROR")
    texto = json.dumps(
        asyncio.run(medir(pedido.postgres, pedido.broker, pedido.demandas)), ensure_ascii=False, indent=1
    )
    print(texto) if pedido.saida is None else pedido.saida.write_text(texto + "\n", encoding="utf-8")
