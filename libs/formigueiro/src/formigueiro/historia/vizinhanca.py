"""The part of the neighbours: three of them confirm that a demand is solved, and the log says so.

The colony that will gather their confirmations is not among these yet; the event is its contract's, as it will be.
"""

from datetime import UTC, datetime
from uuid import UUID

from confluent_kafka import Producer
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroSerializer
from confluent_kafka.serialization import MessageField, SerializationContext

from formigueiro.sistema import Sistema
from nucleo.contratos import carregar
from nucleo.eventos import DemandaConclusaoConfirmada
from nucleo.fontes import FontesReais

_SO_O_QUE_EXISTE = {"auto.register.schemas": False, "use.latest.version": True}


def confirmar(sistema: Sistema, demanda: UUID, unidade: UUID, *, ratificacao_necessaria: bool) -> None:
    """Publish `demanda.conclusao_confirmada` for a demand."""
    agora, event_id, conclusao_id = datetime.now(UTC), FontesReais().novo_id(), FontesReais().novo_id()
    contrato = carregar().por_tipo[DemandaConclusaoConfirmada.TIPO]
    evento = {
        "event_id": event_id,
        "tipo": contrato.tipo,
        "versao_schema": contrato.vigente.semver,
        "timestamp": agora,
        "origem": "D-12",
        "correlacao_id": event_id,
        "causacao_id": None,
        "payload": {
            "demanda_id": demanda,
            "unidade_civica_id": unidade,
            "conclusao_id": conclusao_id,
            "total_conclusoes": 3,
            "data_conclusao": agora,
            "mecanismo": "confirmacao_coletiva",
            "ratificacao_necessaria": ratificacao_necessaria,
        },
    }
    with SchemaRegistryClient({"url": sistema.endereco(sistema.colonias["n0b-registro"])}) as registro:
        escrever = AvroSerializer(registro, contrato.vigente.texto, conf=_SO_O_QUE_EXISTE)
        valor = escrever(evento, SerializationContext(contrato.topico, MessageField.VALUE))
    produtor = Producer({"bootstrap.servers": sistema.broker, "acks": "all"})
    produtor.produce(contrato.topico, valor, key=str(demanda))
    produtor.flush(30)
