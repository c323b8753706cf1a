"""The contracts of `contracts/`: what every event type is, read strictly and kept immutable.

A contract is a folder named after the topic: `contrato.yaml` says what a schema cannot (producers, keys,
visibility), `<semver>.avsc` is the Avro schema of each version.
"""

from nucleo.contratos.leitura import carregar
from nucleo.contratos.modelo import CampoSensivel, Catalogo, Contrato, ContratoInvalido, Versao, dobrar

__all__ = [
    "CampoSensivel",
    "Catalogo",
    "Contrato",
    "ContratoInvalido",
    "Versao",
    "carregar",
    "dobrar",
]
