"""The Kafka producer of a relay: idempotent, explicit batches, placement equal to the Java clients'."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from aiokafka import AIOKafkaProducer
from aiokafka.partitioner import murmur2

from nucleo.broker import opcoes_de_conexao
from nucleo.config import Config
from nucleo.erros import FalhaTransitoria

_LOTE_BYTES = 512 * 1024


@dataclass(slots=True)  # a frozen one takes five times as long to make
class Mensagem:
    """A record ready for the log."""

    topico: str
    particao_de: bytes
    chave: bytes
    valor: bytes | None
    cabecalhos: list[tuple[str, bytes]]


@lru_cache(maxsize=65_536)
def _dispersao(chave: bytes) -> int:
    return int(murmur2(chave)) & 0x7FFFFFFF


class Produtor:
    """Publishes lists of messages in order and returns when the broker has them all."""

    def __init__(self, config: Config, colonia: str) -> None:
        self._config = config
        self._colonia = colonia
        self._produtor: AIOKafkaProducer | None = None

    async def publicar(self, mensagens: Sequence[Mensagem]) -> None:
        """Publish in order within each partition. Raises `FalhaTransitoria`; what was sent before may be on the log.

        After a failure the idempotent session is thrown away: its sequence numbers are no longer known.
        """
        try:
            produtor = await self._iniciado()
            await self._enviar(produtor, mensagens)
        except asyncio.CancelledError:
            raise
        except Exception as erro:
            await self.encerrar()
            raise FalhaTransitoria(f"o broker não aceitou os eventos: {type(erro).__name__}: {erro}") from erro

    async def encerrar(self) -> None:
        """Close the connection; the next publication opens another."""
        produtor, self._produtor = self._produtor, None
        if produtor is not None:
            try:
                await asyncio.wait_for(produtor.stop(), 5)
            except Exception:  # a broken session is being thrown away: how it ends does not matter
                return

    async def _iniciado(self) -> AIOKafkaProducer:
        if self._produtor is None:
            produtor = AIOKafkaProducer(
                **opcoes_de_conexao(self._config),
                client_id=self._colonia,
                acks="all",
                enable_idempotence=True,
                linger_ms=0,
                max_batch_size=_LOTE_BYTES,
                request_timeout_ms=15_000,
            )
            try:
                await produtor.start()
            except BaseException:
                await produtor.stop()
                raise
            self._produtor = produtor
        return self._produtor

    async def _enviar(self, produtor: AIOKafkaProducer, mensagens: Sequence[Mensagem]) -> None:
        por_particao: dict[tuple[str, int], list[Mensagem]] = {}
        for m in mensagens:
            particao = _dispersao(m.particao_de) % await self._particoes(produtor, m.topico)
            por_particao.setdefault((m.topico, particao), []).append(m)
        entregas: list[asyncio.Future[object]] = []
        for (topico, particao), grupo in por_particao.items():
            lote = produtor.create_batch()
            for m in grupo:
                if lote.append(timestamp=None, key=m.chave, value=m.valor, headers=m.cabecalhos) is None:
                    entregas.append(await produtor.send_batch(lote, topico, partition=particao))
                    lote = produtor.create_batch()
                    lote.append(timestamp=None, key=m.chave, value=m.valor, headers=m.cabecalhos)
            entregas.append(await produtor.send_batch(lote, topico, partition=particao))
        await asyncio.gather(*entregas)

    @staticmethod
    async def _particoes(produtor: AIOKafkaProducer, topico: str) -> int:
        conhecidas = produtor.client.cluster.partitions_for_topic(topico)
        if not conhecidas:
            conhecidas = await produtor.partitions_for(topico)
        if not conhecidas:
            raise FalhaTransitoria(f"o tópico {topico} ainda não existe")
        return len(conhecidas)
