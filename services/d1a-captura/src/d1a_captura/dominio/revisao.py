"""What a review of a text says: where, what about it, and what could stand there instead."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

Tipo = Literal["ortografia", "clareza", "privacidade"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sugestao:
    """One remark on a text; `inicio` and `fim` are characters, absent when it is about the whole."""

    tipo: Tipo
    codigo: str
    mensagem: str
    inicio: int | None = None
    fim: int | None = None
    alternativas: Sequence[str] = field(default_factory=list)


def aplicar(texto: str, sugestoes: Iterable[Sugestao]) -> str:
    """Return the text with the first alternative of each remark that has one and a place."""
    partes, posicao = [], 0
    for s in sorted((s for s in sugestoes if s.alternativas and s.inicio is not None), key=lambda s: s.inicio or 0):
        assert s.inicio is not None
        partes += [texto[posicao : s.inicio], s.alternativas[0]]
        posicao = s.fim or s.inicio
    return "".join([*partes, texto[posicao:]])
