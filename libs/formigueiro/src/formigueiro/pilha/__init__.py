"""The local stack: one module a part, each able to prepare, start, stop and say why it is not ready."""

from formigueiro.pilha.emissor import EmissorDeTeste
from formigueiro.pilha.jaeger import Jaeger
from formigueiro.pilha.kafka import Kafka
from formigueiro.pilha.parte import Parte
from formigueiro.pilha.postgres import Postgres
from formigueiro.pilha.s3 import S3

__all__ = ["S3", "EmissorDeTeste", "Jaeger", "Kafka", "Parte", "Postgres"]
