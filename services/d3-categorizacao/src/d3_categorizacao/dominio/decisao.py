"""What each confidence leads to: publish, publish and sample for review, or wait (spec D-3, "Lógica")."""

import hashlib
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

Metodo = Literal["automatico", "manual", "revisao_pendente"]
Motivo = Literal["obrigatoria", "contestada", "amostragem"]

ORDEM_NA_FILA: dict[Motivo, int] = {"obrigatoria": 0, "contestada": 1, "amostragem": 2}
"""What blocks a demand comes first, what somebody complained of next, samples last."""


@dataclass(frozen=True, slots=True)
class Limiares:
    """Public parameters, from 0 to 1; `amostragem` is the fraction of the middle band that people look at."""

    automatico: float
    minimo: float
    amostragem: float


@dataclass(frozen=True, slots=True)
class Destino:
    """`versao` 0 is a proposal that nobody has confirmed; published categorisations start at 1."""

    versao: int
    metodo: Metodo
    revisao: Motivo | None


def decidir(confianca: float, demanda_id: UUID, limiares: Limiares) -> Destino:
    if confianca < limiares.minimo:
        return Destino(0, "revisao_pendente", "obrigatoria")
    amostrada = confianca < limiares.automatico and sorteio(demanda_id) < limiares.amostragem
    return Destino(1, "automatico", "amostragem" if amostrada else None)


def sorteio(demanda_id: UUID) -> float:
    """A number in [0, 1) that anybody can recompute from the demand's id: the first 8 bytes of its SHA-256 over 2⁶⁴."""
    return int.from_bytes(hashlib.sha256(demanda_id.bytes).digest()[:8], "big") / 2**64
