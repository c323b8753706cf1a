"""Reading the log again from its beginning, outside the colony's consumer group."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from types import TracebackType
from typing import Any, Self

from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.errors import KafkaConnectionError

from nucleo.broker import opcoes_de_conexao
from nucleo.config import Config
from nucleo.erros import FalhaTransitoria
from nucleo.evento import Registro

Particao = tuple[str, int]
_LOTE = 5000


class Releitura:
    """Reads partitions from their first record, up to given positions and, later, on from there.

    Records come without headers: what happened long ago is handled again, but is not traced again.
    """

    def __init__(self, config: Config, cliente: str) -> None:
        self._consumidor = AIOKafkaConsumer(
            **opcoes_de_conexao(config),
            client_id=cliente,
            group_id=None,
            enable_auto_commit=False,
            auto_offset_reset="earliest",
            max_partition_fetch_bytes=4 * 1024 * 1024,
            # Asking where the log ends waits behind a fetch on the same connection; the cursor may be held then.
            fetch_max_wait_ms=20,
        )

    async def __aenter__(self) -> Self:
        try:
            await self._consumidor.start()
        except KafkaConnectionError as erro:
            await self._consumidor.stop()
            raise FalhaTransitoria("o broker não responde") from erro
        return self

    async def __aexit__(
        self, tipo: type[BaseException] | None, erro: BaseException | None, pilha: TracebackType | None
    ) -> None:
        await self._consumidor.stop()

    async def ler(self, ate: Mapping[Particao, int]) -> AsyncIterator[list[Registro]]:
        """Yield batches of what was not read yet before the positions `ate`, in the order of each partition."""
        fins = await self._fins(ate)
        while faltam := [tp for tp, fim in fins.items() if await self._consumidor.position(tp) < fim]:
            lido = await self._consumidor.getmany(*faltam, timeout_ms=500, max_records=_LOTE)
            registros = [_registro(bruto) for tp, brutos in lido.items() for bruto in brutos if bruto.offset < fins[tp]]
            for tp in lido:
                if await self._consumidor.position(tp) > fins[tp]:
                    self._consumidor.seek(tp, fins[tp])
            if registros:
                yield registros

    async def _fins(self, ate: Mapping[Particao, int]) -> dict[TopicPartition, int]:
        """Assign new partitions, and never wait for what a broker that lost its tail no longer has."""
        fins = {TopicPartition(*particao): proximo for particao, proximo in ate.items() if proximo > 0}
        novas = fins.keys() - self._consumidor.assignment()
        if novas:
            posicoes = {tp: await self._consumidor.position(tp) for tp in self._consumidor.assignment()}
            self._consumidor.assign([*posicoes, *novas])
            for tp, posicao in (posicoes | dict.fromkeys(novas, 0)).items():
                self._consumidor.seek(tp, posicao)
        existentes = await self._consumidor.end_offsets(list(fins)) if fins else {}
        return {tp: min(proximo, existentes[tp]) for tp, proximo in fins.items()}


def _registro(bruto: Any) -> Registro:
    return Registro(bruto.topic, bruto.partition, bruto.offset, bruto.key, bruto.value)
