"""Whole lifecycles: reported, ranked, called, drawn, contacted, told twice, concluded, and the counsellor free again.

An open loop of citizens over 300 units, and as many counsellors as it takes, each acting as soon as the log says that
they were drawn; load, broker and databases on the same machine. Everything goes in by the public door.
"""

import argparse
import asyncio
import json
import random
import time
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from aiokafka import AIOKafkaConsumer
from fastavro import parse_schema, schemaless_reader
from joserfc.jwk import OKPKey
from medir_estrada import AMBIENTE, Estrada

from formigueiro.avulso import sistema_avulso
from formigueiro.carga import Carga, Medida, Porta
from formigueiro.chaves import privada
from formigueiro.comandos.territorio import chamar_d2
from formigueiro.medidas import Linha, escrever
from formigueiro.sistema import Sistema
from nucleo import Config
from nucleo.contratos import carregar
from nucleo.identidade import emitir

UNIDADES, POR_UNIDADE, ALVO = 300, 6, 150
IDENTIFICADO, SORTEADO, CONCLUIDO = (
    "conselheiro.identificado",
    "conselheiro.sorteado",
    "conselheiro.ciclo_concluido",
)
ATOS = (
    ("contato_realizado", {"com_quem": "regional", "canal": "telefone", "resultado": "vistoria marcada"}),
    ("protocolo_aberto", {"numero": "42", "orgao": "Prefeitura", "data": "2026-01-15"}),
    ("status_atualizado", {"status": "em_andamento"}),
    ("status_atualizado", {"status": "concluido"}),
)
CORPOS = [
    json.dumps({"tipo": tipo, "texto": f"Ato {n}: {tipo}.", "campos": campos}).encode()
    for n, (tipo, campos) in enumerate(ATOS)
]


class Conselho:
    """Every counsellor: registers them, listens to the draws, and acts for whoever is drawn."""

    def __init__(self, sistema: Sistema, chave: OKPKey) -> None:
        self._sistema, self._chave = sistema, chave
        self._porta = Porta(sistema.endereco(sistema.colonias["d1a-captura"]))
        self._quem: dict[UUID, str] = {}
        self._cidadaos: dict[UUID, UUID] = {}
        self._atos: set[asyncio.Task[None]] = set()
        self._esquemas = {c.topico: parse_schema(c.vigente.esquema) for c in carregar()}
        self.respostas: Counter[int] = Counter()
        self.sorteados = self.concluidos = 0
        self.ultimo = 0.0

    async def candidatar(self, unidades: list[UUID]) -> None:
        """Register `POR_UNIDADE` counsellors in each unit and wait until every one is known."""
        vagas = iter([unidade for unidade in unidades for _ in range(POR_UNIDADE)])

        async def candidatos() -> None:
            for unidade in vagas:
                corpo = json.dumps({"unidade_civica_id": str(unidade), "capacitacao_concluida": True}).encode()
                status, resposta = await self._porta.postar("/api/conselheiros", self._credencial(uuid4()), corpo)
                assert status == 202, resposta

        await asyncio.gather(*(candidatos() for _ in range(16)))
        async with asyncio.timeout(120):
            while len(self._cidadaos) < len(unidades) * POR_UNIDADE:
                await asyncio.sleep(0.05)

    async def ouvir(self) -> None:
        """Follow the three topics for ever."""
        consumidor = AIOKafkaConsumer(
            IDENTIFICADO, SORTEADO, CONCLUIDO, bootstrap_servers=self._sistema.broker, auto_offset_reset="earliest"
        )
        await consumidor.start()
        try:
            while True:
                for tp, registros in (await consumidor.getmany(timeout_ms=1000)).items():
                    for registro in registros:
                        self._tratar(tp.topic, registro.value)
        finally:
            await consumidor.stop()

    def _tratar(self, topico: str, valor: bytes) -> None:
        evento: dict[str, Any] = schemaless_reader(BytesIO(valor[5:]), self._esquemas[topico], None)  # type: ignore[assignment]  # a record
        payload = evento["payload"]
        if topico == IDENTIFICADO:
            self._cidadaos[payload["conselheiro_id"]] = payload["cidadao_id"]
        elif topico == SORTEADO:
            self.sorteados += 1
            tarefa = asyncio.create_task(self._trabalhar(payload["conselheiro_id"], payload["demanda_id"]))
            self._atos.add(tarefa)
            tarefa.add_done_callback(self._atos.discard)
        else:
            self.concluidos += 1
            self.ultimo = time.perf_counter()

    async def _trabalhar(self, conselheiro: UUID, demanda: UUID) -> None:
        credencial = self._credencial(self._cidadaos[conselheiro])
        for corpo in CORPOS:
            for _ in range(200):  # the door may not have heard of the draw yet
                status, _resposta = await self._porta.postar(f"/api/demandas/{demanda}/atualizacoes", credencial, corpo)
                self.respostas[status] += 1
                if status == 201:
                    break
                await asyncio.sleep(0.05)

    def _credencial(self, cidadao: UUID) -> str:
        if cidadao not in self._quem:
            config = Config.carregar("", banco_url="")
            token = emitir(self._chave, emissor=config.jwt_emissor, audiencia=config.jwt_audiencia, sub=cidadao)
            self._quem[cidadao] = f"Authorization: Bearer {token}"
        return self._quem[cidadao]


async def medir(sistema: Sistema, taxa: float, segundos: float) -> list[Linha]:
    """Warm up, then the open loop; every demand must end its cycle."""
    estrada = Estrada(sistema)
    lugares = await estrada.lugares(1)
    escolhidos = random.Random(5).sample(sorted(lugares), UNIDADES)
    conselho = Conselho(sistema, privada(sistema.ajustes.pasta))
    ouvinte = asyncio.create_task(conselho.ouvir())
    await conselho.candidatar(escolhidos)
    carga = Carga(estrada.porta, [lugares[u] for u in escolhidos], semente=6, espalhar=0)
    await _correr(carga, conselho, min(taxa, 30), 5)
    antes, antes_concluidos = await estrada.processador(), conselho.concluidos
    medida, vazao, resto = await _correr(carga, conselho, taxa, segundos)
    depois = await estrada.processador()
    ouvinte.cancel()
    feitos = conselho.concluidos - antes_concluidos
    print(f"# ciclos: aceitas {len(medida.aceitas)}, respostas {medida.respostas}, quedas {medida.quedas}, "
          f"atos {dict(conselho.respostas)}, por acabar ao fim da oferta {resto}", flush=True)  # fmt: skip
    return [
        Linha("ciclos completos sustentados", vazao, "ciclos/s", ALVO, vazao / ALVO, f"≥ {ALVO}", vazao >= ALVO * 0.98),
        Linha("ciclos: por acabar ao fim da oferta", resto, "ciclos"),
        *(
            Linha(f"ciclos: CPU por ciclo, {especie}", (depois[especie] - antes.get(especie, 0)) / feitos * 1e6, "µs")
            for especie in depois
        ),
    ]


async def _correr(carga: Carga, conselho: Conselho, taxa: float, segundos: float) -> tuple[Medida, float, int]:
    """Offer at a fixed rate and wait for the last cycle; cycles a second, and how many were open at the end of it."""
    base, inicio = conselho.concluidos, time.perf_counter()
    medida = await carga.a_taxa_fixa(taxa, segundos)
    resto = len(medida.aceitas) - (conselho.concluidos - base)
    async with asyncio.timeout(180):
        while conselho.concluidos - base < len(medida.aceitas):
            await asyncio.sleep(0.05)
    return medida, len(medida.aceitas) / (conselho.ultimo - inicio), resto


def main() -> None:
    """Measure and print."""
    opcoes = argparse.ArgumentParser(description=__doc__)
    opcoes.add_argument("--taxa", type=float, default=160)
    opcoes.add_argument("--segundos", type=float, default=60)
    opcoes.add_argument("--saida", type=Path, help="arquivo JSON; sem ele, escreve na tela")
    o = opcoes.parse_args()
    with sistema_avulso(2, AMBIENTE) as sistema:
        if chamar_d2(sistema, ["importar", "--demonstracao"]):
            raise SystemExit("o território de demonstração não entrou")
        escrever(asyncio.run(medir(sistema, o.taxa, o.segundos)), o.saida)


if __name__ == "__main__":
    main()
