"""The draw, written again from its public description: an audit that shared the colony's code would prove less."""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count

METODO = "hmac-sha256-fisher-yates-v1"
_VALORES = 2**64


def hash_da_lista(elegiveis: Sequence[str]) -> str:
    """SHA-256, in hexadecimal, of the ids joined by a line feed."""
    return hashlib.sha256("\n".join(elegiveis).encode()).hexdigest()


def seed(ultimo_event_id: object, instante: datetime) -> str:
    """HMAC-SHA256, in hexadecimal, of the instant of the pulse under the last id in it."""
    texto = instante.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return hmac.digest(str(ultimo_event_id).encode(), texto.encode(), "sha256").hex()


def inteiros(semente: str) -> Iterator[int]:
    """The endless stream of unsigned 64-bit integers of a seed, four a block."""
    chave = bytes.fromhex(semente)
    for bloco in count():
        yield from struct.unpack(">4Q", hmac.digest(chave, b"fisher-yates" + struct.pack(">Q", bloco), "sha256"))


def abaixo_de(limite: int, fluxo: Iterator[int]) -> int:
    """A number from 0 to `limite` − 1, each as likely: the integers of the incomplete last stretch are refused."""
    aceitos = _VALORES - _VALORES % limite
    u = next(fluxo)
    while u >= aceitos:
        u = next(fluxo)
    return u % limite


def embaralhar(elegiveis: Sequence[str], fluxo: Iterator[int]) -> list[str]:
    """Fisher-Yates from the end: the first of the result is drawn, the others are the order of substitution."""
    ordem = list(elegiveis)
    for j in range(len(ordem) - 1, 0, -1):
        r = abaixo_de(j + 1, fluxo)
        ordem[j], ordem[r] = ordem[r], ordem[j]
    return ordem
