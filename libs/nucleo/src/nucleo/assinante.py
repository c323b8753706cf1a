"""The one FastStream batch subscriber of a colony: feeds the adapter, keeps positions, never decides on its own."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener, ConsumerRecord, TopicPartition
from aiokafka.errors import ConsumerStoppedError, KafkaError
from faststream import AckPolicy
from faststream.kafka import KafkaBroker, KafkaMessage
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.typing import FilteringBoundLogger

from nucleo.broker import opcoes_de_conexao
from nucleo.config import Config
from nucleo.consumo import Consumidor, FusivelAberto, Particao, PosicaoPerdida
from nucleo.erros import FalhaTransitoria
from nucleo.evento import Registro
from nucleo.logs import resumir
from nucleo.metricas import Metricas

_PAUSA_DE_PARTICAO_S = 10.0
_ESPERA_MAXIMA_MS = 1000
_ESPERA_PELO_LOTE_S = 15.0
_ESPERA_PELO_COMMIT_S = 3.0
_VIDA_NORMAL_S = 60.0
_LOTE_DE_CARGA = 4
_ESPERA_NO_BROKER_MS = 500
_FARTO = 512 * 1024


class Assinante(ConsumerRebalanceListener):  # type: ignore[misc]  # aiokafka ships no types
    """Consumes the topics of a colony as one member of its group."""

    def __init__(
        self,
        config: Config,
        engine: AsyncEngine,
        colonia: str,
        folga: timedelta,
        topicos: Sequence[str],
        padrao: str | None,
        consumidor: Consumidor,
        metricas: Metricas,
        log: FilteringBoundLogger,
    ) -> None:
        self._config = config
        self._engine = engine
        self._colonia = colonia
        self._folga_ms = round(folga.total_seconds() * 1000)
        self._topicos = topicos
        self._padrao = padrao
        self._consumidor = consumidor
        self._metricas = metricas
        self._log = log
        self._posicoes: dict[Particao, int] = {}  # what the database has applied, as far as this consumer knows
        self._lidas: dict[Particao, int] = {}  # what the client has handed out: between batches it is the same
        self._parados: dict[Particao, str] = {}
        self._broker: KafkaBroker | None = None
        self._assinatura: Any = None
        self._ultimo_commit = 0.0
        self._vez = asyncio.Lock()
        self._ultimo_lote = (0, 0.0)  # how many records, and when it was done
        self._fusivel: str | None = None
        self._caida = asyncio.Event()
        self.falha: str | None = "ainda não se ligou ao broker"

    @property
    def motivos(self) -> list[str]:
        """Why this colony is not consuming as it should; empty when it is."""
        motivos = [m for m in (self.falha, self._fusivel, self._consumidor.falha) if m]
        motivos += [f"partição parada {t}[{p}]: {erro}" for (t, p), erro in self._parados.items()]
        return motivos

    async def executar(self) -> None:
        """Join the group and consume until cancelled; a broker that is away is waited for."""
        espera = 0.2
        while True:
            try:
                await self._comecar()
                self.falha, inicio = None, time.monotonic()
                await self._caida.wait()
                if time.monotonic() - inicio > _VIDA_NORMAL_S:
                    espera = 0.2
            except asyncio.CancelledError:
                raise
            except Exception as erro:
                self.falha = f"broker inacessível: {type(erro).__name__}: {erro}"[:300]
            await self._abandonar()
            await asyncio.sleep(espera)
            espera = min(espera * 2, self._config.retentativa_maxima_s)

    async def encerrar(self) -> None:
        """Let the current batch finish and commit, stop fetching, leave the group.

        A batch that waits for what is away is given up: the log hands it out again.
        """
        try:
            async with asyncio.timeout(_ESPERA_PELO_LOTE_S), self._vez:
                await self._confirmar_no_broker(forcado=True)
        except TimeoutError:
            self._log.warning("lote abandonado ao parar", motivos=self.motivos)
        await self._abandonar()

    async def _comecar(self) -> None:
        broker = KafkaBroker(
            **opcoes_de_conexao(self._config),
            client_id=self._colonia,
            graceful_timeout=5.0,  # `encerrar` has already waited for the batch
            logger=None,
            apply_types=False,  # its solver of arguments hands each batch to a thread, which then waits for this one
            consumer_only=True,  # the relay publishes: no idle producer, none left open by a broker that is away
            allow_auto_create_topics=False,
        )
        self._assinatura = broker.subscriber(
            *self._topicos,
            pattern=self._padrao,
            group_id=self._colonia,
            batch=True,
            max_records=self._config.lote_maximo,
            batch_timeout_ms=1,  # never waited for: see `_vigiar_leitura`
            ack_policy=AckPolicy.MANUAL,
            auto_offset_reset="earliest",
            session_timeout_ms=10_000,
            heartbeat_interval_ms=2_000,
            max_poll_interval_ms=600_000,
            max_partition_fetch_bytes=2 * 1024 * 1024,
            # Who has time lets the broker gather for them: a fetch is answered when it is full, or when time is up.
            fetch_min_bytes=_FARTO if self._folga_ms else 1,
            fetch_max_wait_ms=self._folga_ms or _ESPERA_NO_BROKER_MS,
            listener=self,
            parser=self._embrulhar,
            decoder=_inteira,
        )
        self._assinatura(self._receber)
        self._broker = broker
        self._caida.clear()
        self._posicoes.clear()
        self._lidas.clear()
        self._parados.clear()
        await broker.start()
        self._vigiar_leitura(self._assinatura.consumer)

    async def _abandonar(self) -> None:
        broker, self._broker = self._broker, None
        if broker is not None:
            try:
                await asyncio.wait_for(broker.stop(), 25)
            except Exception as erro:  # the connection is being thrown away
                self._log.debug("ligação ao broker encerrada com erro", erro=repr(erro))

    async def _embrulhar(self, mensagens: tuple[ConsumerRecord, ...]) -> KafkaMessage:
        """Guarded parser: looks at no header, so none can make a record vanish (FastStream skips what fails here)."""
        return KafkaMessage(
            body=b"", headers={}, raw_message=mensagens, consumer=self._assinatura.consumer, batch_headers=[]
        )

    # rebalances

    def on_partitions_revoked(self, revoked: Collection[TopicPartition]) -> None:
        """Forget positions: what is still buffered of those partitions is dropped."""
        for tp in revoked:
            self._posicoes.pop((tp.topic, tp.partition), None)
            self._lidas.pop((tp.topic, tp.partition), None)
            self._parados.pop((tp.topic, tp.partition), None)

    async def on_partitions_assigned(self, assigned: Collection[TopicPartition]) -> None:
        """Seek to the cursor in the colony's own database, which is the truth."""
        await self._posicionar([(tp.topic, tp.partition) for tp in assigned])
        if self._fusivel is not None:  # only an operator closes it
            self._pausar_tudo()

    async def _posicionar(self, particoes: Sequence[Particao]) -> None:
        if not particoes:
            return
        espera = 0.1
        while True:
            try:
                cursores = await self._ler_cursores(particoes)
                await self._recuar_do_fim_perdido(cursores)
                break
            except asyncio.CancelledError:
                raise
            except Exception as erro:
                self.falha = f"cursor inacessível: {resumir(erro)}"
                await asyncio.sleep(espera)
                espera = min(espera * 2, self._config.retentativa_maxima_s)
        self.falha = None
        for particao, proximo in cursores.items():
            self._ir_para(particao, proximo)

    def _ir_para(self, particao: Particao, proximo: int) -> None:
        self._assinatura.consumer.seek(TopicPartition(*particao), proximo)
        self._posicoes[particao] = self._lidas[particao] = proximo

    async def _ler_cursores(self, particoes: Sequence[Particao]) -> dict[Particao, int]:
        argumentos = {"topicos": [t for t, _ in particoes], "particoes": [p for _, p in particoes]}
        async with self._engine.begin() as conexao:
            await conexao.execute(text(_CRIAR_CURSORES), argumentos)
            linhas = await conexao.execute(text(_LER_CURSORES), argumentos)
            return {(t, p): n for t, p, n in linhas}

    async def _recuar_do_fim_perdido(self, cursores: dict[Particao, int]) -> None:
        """A broker that lost its tail hands out again offsets that the cursor has passed: go back to its end."""
        adiantados = [TopicPartition(*p) for p, proximo in cursores.items() if proximo > 0]
        if not adiantados:
            return
        fins = await self._assinatura.consumer.end_offsets(adiantados)
        for tp, fim in fins.items():
            particao = (tp.topic, tp.partition)
            if cursores[particao] > fim:
                self._log.error(
                    "o log perdeu a ponta", topico=tp.topic, particao=tp.partition, cursor=cursores[particao]
                )
                async with self._engine.begin() as conexao:
                    await conexao.execute(text(_RECUAR), {"t": tp.topic, "p": tp.partition, "fim": fim})
                cursores[particao] = fim

    # batches

    def _vigiar_leitura(self, consumidor: AIOKafkaConsumer) -> None:
        """Make an empty fetch wait instead of returning, and let nothing that was handed out be skipped.

        FastStream sleeps after each empty fetch, on every hop of the road; measured with nothing to do, waiting costs
        5 ms less a hop and a tenth less CPU. Stopping the consumer ends the wait. What a fetch raises may be raised for
        ever (a coordination task that died), and FastStream would only try again: such a consumer is thrown away.
        """
        buscar = consumidor.getmany

        async def getmany(
            *, timeout_ms: int, max_records: int | None = None
        ) -> dict[TopicPartition, list[ConsumerRecord]]:
            await self._encher()
            while True:
                try:
                    achados = await buscar(timeout_ms=_ESPERA_MAXIMA_MS, max_records=max_records)
                except ConsumerStoppedError:
                    raise
                except Exception as erro:
                    self.falha = f"consumidor caído: {type(erro).__name__}: {erro}"[:300]
                    self._log.warning("consumidor caído; ligando-se de novo ao broker", erro=self.falha)
                    self._caida.set()
                    await asyncio.Event().wait()  # until the task is cancelled
                if seguidos := {tp: lidos for tp, lidos in achados.items() if self._seguem(tp, lidos)}:
                    return seguidos

        consumidor.getmany = getmany

    async def _encher(self) -> None:
        """Under load, let records gather: what a batch costs by itself is then shared by more of them.

        A quiet road is not made to wait: only a batch of some size, just done, announces more. Nor is a full one, which
        says that more is there already.
        """
        quantos, quando = self._ultimo_lote
        resta = quando + self._config.lote_espera_ms / 1000 - time.monotonic()
        if _LOTE_DE_CARGA <= quantos < self._config.lote_maximo and resta > 0:
            await asyncio.sleep(resta)

    def _seguem(self, tp: TopicPartition, lidos: Sequence[ConsumerRecord]) -> bool:
        """Whether these records follow what was applied, with nothing handed out and dropped in between.

        The client starts fetching a new assignment before `on_partitions_assigned` has found the cursor, and its own
        position moves with what it hands out: records that came too early are dropped, and those behind them would
        leave a hole under a cursor that is still the old one (found by chaos: 44 demands skipped).
        """
        particao = (tp.topic, tp.partition)
        posicao = self._posicoes.get(particao)
        if posicao is None:
            return False  # the seek that follows brings them back
        if self._lidas[particao] != posicao:
            self._ir_para(particao, posicao)
            return False
        self._lidas[particao] = lidos[-1].offset + 1
        return True

    async def _receber(self, mensagem: KafkaMessage) -> None:
        fins = {(bruto.topic, bruto.partition): bruto.offset + 1 for bruto in mensagem.raw_message}
        atuais = {p for p, fim in fins.items() if self._lidas.get(p) == fim}  # no seek since they were handed out
        registros = [r for bruto in mensagem.raw_message if (r := self._aceitar(bruto, atuais)) is not None]
        # Where this batch begins is known now: who moves the cursor back while it waits must make it fail.
        posicoes = {p: self._posicoes[p] for p in {(r.topico, r.particao) for r in registros}}
        async with self._vez:
            if registros:
                await self._aplicar(registros, posicoes)
        self._ultimo_lote = len(registros), time.monotonic()

    async def _aplicar(self, registros: list[Registro], posicoes: Mapping[Particao, int]) -> None:
        particoes = posicoes.keys()
        try:
            resultado = await self._consumidor.aplicar(registros, posicoes)
        except PosicaoPerdida:
            self._log.warning("posição perdida num rebalanceamento; relendo o cursor")
            await asyncio.sleep(0.2)
            await self._reposicionar(particoes)
        except FusivelAberto as fusivel:
            self._fusivel = f"fusível aberto: {fusivel}"
            self._log.critical("fusível aberto", erro=str(fusivel))
            self._pausar_tudo()
        except asyncio.CancelledError:
            raise
        except Exception as erro:
            self.falha = f"falha inesperada no consumo: {resumir(erro)}"
            self._log.exception("falha inesperada no consumo")
            await asyncio.sleep(2)
            await self._reposicionar(particoes)
        else:
            self.falha = self._fusivel = None
            self._avancar(resultado.proximos, resultado.parados)
            await self._confirmar_no_broker()

    def _aceitar(self, bruto: ConsumerRecord, atuais: Collection[Particao]) -> Registro | None:
        """Drop what was handed out of partitions that left or moved, or lies before the cursor."""
        particao = (bruto.topic, bruto.partition)
        if particao not in atuais or bruto.offset < self._posicoes[particao] or particao in self._parados:
            return None
        return Registro(
            bruto.topic, bruto.partition, bruto.offset, bruto.key, bruto.value, bruto.headers, bruto.timestamp
        )

    def _avancar(self, proximos: Mapping[Particao, int], parados: Mapping[Particao, str]) -> None:
        for particao, proximo in proximos.items():
            if particao in self._posicoes:
                self._posicoes[particao] = proximo
        for particao, motivo in parados.items():
            tp = TopicPartition(*particao)
            if particao not in self._posicoes or tp not in self._assinatura.consumer.assignment():
                continue  # it left during the batch: whoever has it now reads the cursor
            self._parados[particao] = motivo
            self._assinatura.consumer.pause(tp)
            self._ir_para(particao, self._posicoes[particao])
            self._log.critical("partição parada", topico=particao[0], particao=particao[1], erro=motivo)
            asyncio.get_running_loop().call_later(_PAUSA_DE_PARTICAO_S, self._retomar, particao)

    def _retomar(self, particao: Particao) -> None:
        if self._parados.pop(particao, None) is not None and self._assinatura.consumer is not None:
            self._assinatura.consumer.resume(TopicPartition(*particao))

    async def religar_fusivel(self) -> None:
        """Start consuming again after an operator looked at the dead letters.

        Raises `FalhaTransitoria` while the broker is away.
        """
        consumidor = self._exigir_consumidor()
        self._fusivel = None
        await self._reposicionar(set(self._posicoes))
        consumidor.resume(*consumidor.assignment())

    async def reler(self, de: datetime | None) -> int:
        """Move the cursor back to the first record since an instant, or to the beginning, and forget the inbox.

        Events handled again publish what they published before, with the same ids. Returns how many records will be
        read again. Other replicas find their position lost and read the cursor.
        Raises `FalhaTransitoria` while the broker is away.
        """
        consumidor = self._exigir_consumidor()
        async with self._vez, self._engine.begin() as conexao:
            # Before the cursor, as a batch of another replica holds it from before the cursor on: no deadlock.
            await conexao.execute(text("LOCK TABLE entrada IN ACCESS EXCLUSIVE MODE"))
            linhas = (await conexao.execute(text("SELECT topico, particao, proximo FROM cursor FOR UPDATE"))).all()
            atuais = {TopicPartition(t, p): proximo for t, p, proximo in linhas}
            destinos = dict.fromkeys(atuais, 0)
            if de is not None and atuais:
                marcos = await consumidor.offsets_for_times({tp: int(de.timestamp() * 1000) for tp in atuais})
                destinos = {tp: m.offset if (m := marcos.get(tp)) else atuais[tp] for tp in atuais}
            destinos = {tp: min(destino, atuais[tp]) for tp, destino in destinos.items()}
            for tp, destino in destinos.items():
                await conexao.execute(text(_IR_PARA), {"t": tp.topic, "p": tp.partition, "n": destino})
            await conexao.execute(text("TRUNCATE entrada"))
            await conexao.commit()
            await self._reposicionar(set(self._posicoes))
        return sum(atuais[tp] - destinos[tp] for tp in atuais)

    def _exigir_consumidor(self) -> Any:
        consumidor = self._assinatura.consumer if self._broker is not None else None
        if consumidor is None:
            raise FalhaTransitoria("a colônia não está ligada ao broker")
        return consumidor

    def _pausar_tudo(self) -> None:
        consumidor = self._assinatura.consumer
        consumidor.pause(*consumidor.assignment())

    async def _reposicionar(self, particoes: Collection[Particao]) -> None:
        atribuidas = {(tp.topic, tp.partition) for tp in self._assinatura.consumer.assignment()}
        await self._posicionar([p for p in particoes if p in atribuidas])

    async def _confirmar_no_broker(self, *, forcado: bool = False) -> None:
        """Commit offsets to Kafka about once a second: only the broker's own lag metrics read them."""
        agora = time.monotonic()
        if (agora - self._ultimo_commit < 1 and not forcado) or not self._posicoes or self._assinatura is None:
            return
        self._ultimo_commit = agora
        consumidor = self._assinatura.consumer
        if consumidor is None:
            return
        try:
            commit = consumidor.commit({TopicPartition(*p): n for p, n in self._posicoes.items()})
            await asyncio.wait_for(commit, _ESPERA_PELO_COMMIT_S)  # by itself it waits for the broker for ever
        except Exception as erro:  # the cursor in the database is what counts
            self._log.debug("posição não confirmada no broker", erro=repr(erro))

    async def medir(self) -> None:
        """Set what waits on the log, from the cursor and the broker's end of each partition, and what stands still."""
        self._metricas.fusivel.set(self._fusivel is not None)
        self._metricas.paradas.set(len(self._parados))
        posicoes = dict(self._posicoes)
        consumidor = self._assinatura.consumer if self._assinatura is not None else None
        if consumidor is None or not posicoes:  # nothing is assigned yet, or any more
            self._metricas.atrasos({})
            return
        try:
            fins = await asyncio.wait_for(consumidor.end_offsets([TopicPartition(*p) for p in posicoes]), 2)
        except (KafkaError, TimeoutError):
            return  # the broker is away: what was last known stays
        atrasos: Counter[str] = Counter()
        for tp, fim in fins.items():
            atrasos[tp.topic] += max(fim - posicoes[tp.topic, tp.partition], 0)
        self._metricas.atrasos(atrasos)


async def _inteira(mensagem: KafkaMessage) -> KafkaMessage:
    """The adapter decodes record by record; FastStream must not try."""
    return mensagem


def padrao_de(topicos: Sequence[str]) -> str:
    """Return the pattern of every known topic and every DLQ, for the colony that archives them all."""
    return f"^({'|'.join(re.escape(t) for t in topicos)}|dlq\\..+)$"


_CRIAR_CURSORES = """
INSERT INTO cursor (topico, particao, proximo)
SELECT t, p, 0 FROM unnest(CAST(:topicos AS text[]), CAST(:particoes AS int[])) AS n(t, p) ON CONFLICT DO NOTHING
"""
_LER_CURSORES = """
SELECT topico, particao, proximo FROM cursor
WHERE (topico, particao) IN (SELECT t, p FROM unnest(CAST(:topicos AS text[]), CAST(:particoes AS int[])) AS n(t, p))
"""
_IR_PARA = "UPDATE cursor SET proximo = :n WHERE topico = :t AND particao = :p"
_RECUAR = "UPDATE cursor SET proximo = :fim WHERE topico = :t AND particao = :p AND proximo > :fim"
