"""A reader that knows nothing of the core: the broker, the registry's API and Confluent's own deserializer."""

from contextlib import closing
from typing import Any

from confluent_kafka import Consumer, TopicPartition
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroDeserializer
from confluent_kafka.serialization import MessageField, SerializationContext


def ler_topico(broker: str, registro: str, topico: str, maximo: int = 1000) -> list[dict[str, Any]]:
    """Read a topic from its first record to its present end, at most `maximo` events, decoded with their schemas."""
    consumidor = Consumer({"bootstrap.servers": broker, "group.id": "integrador", "enable.auto.commit": False})
    with closing(consumidor), SchemaRegistryClient({"url": registro}) as cliente:
        ler = AvroDeserializer(cliente)
        fins = _fins(consumidor, topico)
        consumidor.assign([TopicPartition(topico, p, inicio) for p, (inicio, _) in fins.items()])
        faltam = {p for p, (inicio, fim) in fins.items() if fim > inicio}
        eventos: list[dict[str, Any]] = []
        while faltam and len(eventos) < maximo:
            mensagem = consumidor.poll(5)
            if mensagem is None:
                break
            if mensagem.error() is None and mensagem.value() is not None:
                eventos.append(ler(mensagem.value(), SerializationContext(topico, MessageField.VALUE)))
            lida, particao = mensagem.offset(), mensagem.partition()
            if lida is not None and particao is not None and lida + 1 >= fins[particao][1]:
                faltam.discard(particao)
        return eventos


def _fins(consumidor: Consumer, topico: str) -> dict[int, tuple[int, int]]:
    particoes = consumidor.list_topics(topico, timeout=10).topics[topico].partitions
    return {p: consumidor.get_watermark_offsets(TopicPartition(topico, p), timeout=10) for p in particoes}
