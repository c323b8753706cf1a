"""Reads public topics as any integrator does: `confluent_kafka` and its Avro deserializer against the registry."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from uuid import uuid4

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, Message, TopicPartition
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroDeserializer
from confluent_kafka.schema_registry.error import SchemaRegistryError
from confluent_kafka.serialization import MessageField, SerializationContext

from formigueiro.pilha.erros import FalhaDaPilha

_ESPERA_S = 15.0
_PACIENCIA_S = 0.2  # consume waits this long for a full batch, and the last one never fills
_POR_VEZ = 1000
_DESCONHECIDO = 404
_SEM_LIDER = (KafkaError.NOT_LEADER_FOR_PARTITION, KafkaError.LEADER_NOT_AVAILABLE)

Avanco = Callable[[int, int], None]
"""Told how many records were read, of how many."""

Ilegivel = Callable[[str], None]
"""Told where a record is that nobody can read, and why."""


def ler(
    topicos: Sequence[str],
    broker: str,
    registro: str,
    propriedades: Mapping[str, str],
    avanco: Avanco = lambda lidos, total: None,
    ilegivel: Ilegivel = lambda motivo: None,
) -> Iterator[dict[str, Any]]:
    """Yield every event of these topics, from the first to the last of now; commits no offset.

    Ends are looked up in the order given: with effects before causes, what an effect points at is always read. A record
    that is no event is told to `ilegivel`, and the rest is read.

    Raises:
        FalhaDaPilha: the broker or the registry does not answer.
    """
    consumidor = Consumer(
        {
            "bootstrap.servers": broker,
            "group.id": f"auditoria-{uuid4()}",
            "enable.auto.commit": False,
            "enable.partition.eof": True,
            **propriedades,
        }
    )
    try:
        with SchemaRegistryClient({"url": registro}) as cliente:
            abrir = AvroDeserializer(cliente)
            for mensagem in _mensagens(consumidor, topicos, avanco):
                if (evento := _abrir(abrir, mensagem, ilegivel)) is not None:
                    yield evento
    except (KafkaException, SchemaRegistryError) as erro:
        raise FalhaDaPilha(f"a leitura dos tópicos públicos parou: {erro}") from erro
    finally:
        consumidor.close()


def _abrir(abrir: AvroDeserializer, mensagem: Message, ilegivel: Ilegivel) -> dict[str, Any] | None:
    try:
        contexto = SerializationContext(mensagem.topic() or "", MessageField.VALUE)
        evento: Any = abrir(mensagem.value(), contexto)
    except SchemaRegistryError as erro:
        if erro.http_status_code != _DESCONHECIDO:
            raise
        motivo = "o registro não conhece o esquema"
    except Exception as erro:  # the deserializer meets bytes that are no event with whatever they cause
        motivo = f"{type(erro).__name__}: {erro}"
    else:
        lido: dict[str, Any] | None = evento
        return lido
    ilegivel(f"{mensagem.topic()}[{mensagem.partition()}] {mensagem.offset()}: {motivo}")
    return None


def _mensagens(consumidor: Consumer, topicos: Sequence[str], avanco: Avanco) -> Iterator[Message]:
    fins = {(p.topic, p.partition): p.offset for topico in topicos for p in _fins(consumidor, topico)}
    lidos, total = 0, sum(fins.values())
    consumidor.assign([TopicPartition(topico, particao, OFFSET_BEGINNING) for topico, particao in fins])
    limite = time.monotonic() + _ESPERA_S
    while fins:
        recebidas = consumidor.consume(_POR_VEZ, _PACIENCIA_S)
        if recebidas:
            limite = time.monotonic() + _ESPERA_S
        elif time.monotonic() > limite:
            raise FalhaDaPilha(f"o broker não entregou nada em {_ESPERA_S:.0f} s")
        for mensagem in recebidas:
            erro = mensagem.error()
            if erro is not None and erro.code() != KafkaError._PARTITION_EOF:
                raise KafkaException(erro)
            onde, posicao = (mensagem.topic() or "", mensagem.partition() or 0), mensagem.offset() or 0
            if erro is None and posicao < fins.get(onde, 0):
                lidos += 1
                yield mensagem
            if posicao >= fins.get(onde, 0) - 1:
                fins.pop(onde, None)
        avanco(lidos, total)


def _fins(consumidor: Consumer, topico: str) -> Iterator[TopicPartition]:
    """Where each partition that has something ends now."""
    for numero in consumidor.list_topics(topico, _ESPERA_S).topics[topico].partitions:
        particao = TopicPartition(topico, numero)
        fim = _fim(consumidor, particao, time.monotonic() + _ESPERA_S)
        if fim > 0:
            yield TopicPartition(topico, numero, fim)


def _fim(consumidor: Consumer, particao: TopicPartition, limite: float) -> int:
    """Where it ends; a partition that is changing leaders gets the time to do it."""
    while True:
        try:
            return int(consumidor.get_watermark_offsets(particao, _ESPERA_S)[1])
        except KafkaException as erro:
            if erro.args[0].code() not in _SEM_LIDER or time.monotonic() > limite:
                raise
        time.sleep(0.1)
