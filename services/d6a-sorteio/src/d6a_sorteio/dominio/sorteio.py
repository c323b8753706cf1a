"""The draw, exact to the byte: what any language repeats from the public topics."""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import chain, count
from struct import unpack
from uuid import UUID

from nucleo.fontes import instante_em_texto

METODO = "hmac-sha256-fisher-yates-v1"

_DOIS_A_64 = 1 << 64


def resumir(lista: str) -> str:
    """The public hash of a list: SHA-256, in hexadecimal, of its ids joined by newlines."""
    return hashlib.sha256(lista.encode("ascii")).hexdigest()


def semear(ultimo_id: UUID, instante: datetime) -> bytes:
    """The seed of a draw, from the pulse that contains its commitment: its last id and its instant.

    HMAC-SHA256; the key is the id in lower case with hyphens, the message the instant in UTC with six decimals and Z.
    """
    mensagem = instante_em_texto(instante, "microseconds")
    return hmac.digest(str(ultimo_id).encode("ascii"), mensagem.encode("ascii"), "sha256")


def embaralhar(elegiveis: Sequence[str], semente: bytes) -> list[str]:
    """Fisher-Yates from the last place down. The first of the result is drawn, the rest is the order of substitution.

    An integer in the incomplete last interval below 2**64 is thrown away, so that no place is likelier than another.
    """
    ordem = list(elegiveis)
    inteiros = _inteiros(semente)
    completos = _DOIS_A_64 - len(ordem)  # no interval that begins below this is incomplete, whatever the place
    for j, u in zip(range(len(ordem) - 1, 0, -1), inteiros, strict=False):
        while u >= completos and u >= _DOIS_A_64 - _DOIS_A_64 % (j + 1):
            u = next(inteiros)
        r = u % (j + 1)
        ordem[j], ordem[r] = ordem[r], ordem[j]
    return ordem


def _inteiros(semente: bytes) -> Iterator[int]:
    """64-bit integers, big-endian: block i is HMAC-SHA256 of "fisher-yates" and i as 8 bytes."""
    return chain.from_iterable(map(_blocos(semente), count()))


def _blocos(semente: bytes) -> Callable[[int], tuple[int, ...]]:
    """HMAC (RFC 2104) with both halves of its key made once for all blocks: a third of the time of a large draw."""
    chave = semente.ljust(hashlib.sha256().block_size, b"\0")
    dentro = hashlib.sha256(bytes(byte ^ 0x36 for byte in chave) + b"fisher-yates")
    fora = hashlib.sha256(bytes(byte ^ 0x5C for byte in chave))

    def bloco(i: int) -> tuple[int, ...]:
        interno, externo = dentro.copy(), fora.copy()
        interno.update(i.to_bytes(8, "big"))
        externo.update(interno.digest())
        return unpack(">4Q", externo.digest())

    return bloco
