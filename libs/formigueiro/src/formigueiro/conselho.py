"""A load of counsellors: each acts as soon as the log says that they were drawn, until the demand is concluded."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

from confluent_kafka import Consumer
from fastavro import parse_schema, schemaless_reader

from formigueiro.carga import Porta
from formigueiro.chaves import privada
from formigueiro.sistema import Sistema
from nucleo import Config
from nucleo.contratos import carregar
from nucleo.identidade import emitir

_ATOS = (
    ("contato_realizado", {"com_quem": "regional", "canal": "telefone", "resultado": "vistoria marcada"}),
    ("protocolo_aberto", {"numero": "42", "orgao": "Prefeitura", "data": "2026-01-15"}),
    ("status_atualizado", {"status": "em_andamento"}),
    ("status_atualizado", {"status": "concluido"}),
)
_CORPOS = [
    json.dumps({"tipo": tipo, "texto": f"Ato {n}: {tipo}.", "campos": campos}).encode()
    for n, (tipo, campos) in enumerate(_ATOS)
]
_IDENTIFICADO, _SORTEADO, _CONCLUIDO = "conselheiro.identificado", "conselheiro.sorteado", "conselheiro.ciclo_concluido"
_ESPERA_S, _ESPERA_MAXIMA_S = 0.05, 1.0
_PACIENCIA_S = 90.0  # the door may not have heard of the draw yet, or be dead for a moment


class Conselho:
    """Every counsellor of a load: registers them, listens to the draws, and acts for whoever is drawn.

    Attributes:
        respostas: answers of the door to what they did, by status; 0 when there was none.
        sorteados, concluidos: ids of the demands drawn, and of those whose cycle ended.
    """

    def __init__(self, sistema: Sistema) -> None:
        self._broker, self._chave = sistema.broker, privada(sistema.ajustes.pasta)
        self._config = Config.carregar("", banco_url="")
        self._porta = Porta(sistema.endereco(sistema.colonias["d1a-captura"]))
        self._esquemas = {c.topico: parse_schema(c.vigente.esquema) for c in carregar()}
        self._cidadaos: dict[UUID, UUID] = {}
        self._credenciais: dict[UUID, str] = {}
        self._atos: set[asyncio.Task[None]] = set()
        self._esperados, self._completo = 1_000_000, asyncio.Event()
        self.respostas: Counter[int] = Counter()
        self.sorteados: set[UUID] = set()
        self.concluidos: set[UUID] = set()

    @asynccontextmanager
    async def reunido(self, unidades: Sequence[UUID], por_unidade: int) -> AsyncIterator[None]:
        """Register that many counsellors in each unit; while inside, whoever is drawn acts."""
        ouvinte = asyncio.create_task(self._ouvir())
        try:
            await self._candidatar([unidade for unidade in unidades for _ in range(por_unidade)])
            yield
        finally:
            tarefas = [ouvinte, *self._atos]
            for tarefa in tarefas:
                tarefa.cancel()
            await asyncio.gather(*tarefas, return_exceptions=True)
            await self._porta.fechar()

    async def _candidatar(self, unidades: Sequence[UUID]) -> None:
        vagas = iter(unidades)

        async def candidatos() -> None:
            for unidade in vagas:
                corpo = json.dumps({"unidade_civica_id": str(unidade), "capacitacao_concluida": True}).encode()
                status, resposta = await self._porta.postar("/api/conselheiros", self._credencial(uuid4()), corpo)
                if status != 202:
                    raise RuntimeError(f"candidatura recusada: {resposta!r}")

        await asyncio.gather(*(candidatos() for _ in range(16)))
        self._esperados = len(unidades)
        self._conferir_presenca()
        await asyncio.wait_for(self._completo.wait(), 120)

    async def _ouvir(self) -> None:
        consumidor = Consumer(
            {"bootstrap.servers": self._broker, "group.id": f"conselho-{uuid4()}", "auto.offset.reset": "earliest"}
        )
        consumidor.subscribe([_IDENTIFICADO, _SORTEADO, _CONCLUIDO])
        try:
            while True:
                for mensagem in await asyncio.to_thread(consumidor.consume, 500, 0.1):
                    topico, valor = mensagem.topic(), mensagem.value()
                    if topico is not None and valor is not None and mensagem.error() is None:
                        self._saber(topico, self._ler(topico, valor))
        finally:
            consumidor.close()

    def _ler(self, topico: str, valor: bytes) -> dict[str, Any]:
        evento: Any = schemaless_reader(BytesIO(valor[5:]), self._esquemas[topico], None)
        payload: dict[str, Any] = evento["payload"]
        return payload

    def _saber(self, topico: str, fato: dict[str, Any]) -> None:
        if topico == _IDENTIFICADO:
            self._cidadaos[fato["conselheiro_id"]] = fato["cidadao_id"]
            self._conferir_presenca()
        elif topico == _CONCLUIDO:
            self.concluidos.add(fato["demanda_id"])
        else:
            self.sorteados.add(fato["demanda_id"])
            tarefa = asyncio.create_task(self._trabalhar(fato["conselheiro_id"], fato["demanda_id"]))
            self._atos.add(tarefa)
            tarefa.add_done_callback(self._atos.discard)

    def _conferir_presenca(self) -> None:
        if len(self._cidadaos) >= self._esperados:
            self._completo.set()

    async def _trabalhar(self, conselheiro: UUID, demanda: UUID) -> None:
        if conselheiro not in self._cidadaos:  # somebody else's: not of this load
            return
        caminho, credencial = f"/api/demandas/{demanda}/atualizacoes", self._credencial(self._cidadaos[conselheiro])
        for corpo in _CORPOS:
            if await self._insistir(caminho, credencial, corpo) not in (200, 201):
                return  # it is over, or somebody else's by now

    async def _insistir(self, caminho: str, credencial: str, corpo: bytes) -> int:
        """Post until the door takes it or says why it never will; its status."""
        status, espera, limite = 0, _ESPERA_S, time.monotonic() + _PACIENCIA_S
        while time.monotonic() < limite:
            try:
                status, _ = await self._porta.postar(caminho, credencial, corpo)
            except (OSError, TimeoutError):
                status = 0
            self.respostas[status] += 1
            if status not in (0, 404, 502, 503):
                break
            await asyncio.sleep(espera)
            espera = min(espera * 2, _ESPERA_MAXIMA_S)
        return status

    def _credencial(self, cidadao: UUID) -> str:
        if cidadao not in self._credenciais:
            token = emitir(
                self._chave, emissor=self._config.jwt_emissor, audiencia=self._config.jwt_audiencia, sub=cidadao
            )
            self._credenciais[cidadao] = f"Authorization: Bearer {token}"
        return self._credenciais[cidadao]
