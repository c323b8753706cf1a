"""The local stack: one module a part, each able to prepare, start, stop and say why it is not ready."""

from formigueiro.pilha.kafka import Kafka
from formigueiro.pilha.parte import Parte
from formigueiro.pilha.postgres import Postgres

__all__ = ["Kafka", "Parte", "Postgres"]
