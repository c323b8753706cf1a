"""Events as bytes: a strict Avro codec over the contracts, and the Confluent framing around it."""

from nucleo.avro.codec import Codec
from nucleo.avro.escrita import PayloadInvalido
from nucleo.avro.quadro import desenquadrar, enquadrar

__all__ = ["Codec", "PayloadInvalido", "desenquadrar", "enquadrar"]
