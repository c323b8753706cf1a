"""Words that only say where: 'em frente à escola' and 'Rua do Hospital' are not about school or health."""

from collections.abc import Sequence
from dataclasses import dataclass

_LIGACOES = frozenset({"a", "ao", "aos", "as", "da", "do", "das", "dos", "de"})
_GENITIVOS = frozenset({"da", "do", "das", "dos"})
_COMPLEMENTOS = frozenset({"de", "da", "do", "das", "dos"})


@dataclass(frozen=True, slots=True)
class RegrasDeLugar:
    """`referencias` ('frente') point at a landmark, `logradouros` ('rua') carry a name, `vazias` are skipped."""

    referencias: frozenset[str]
    logradouros: frozenset[str]
    vazias: frozenset[str]


def ler_lugares(palavras: Sequence[str], regras: RegrasDeLugar) -> set[int]:
    """Indexes of the words that name a landmark."""
    lugares: set[int] = set()
    for indice, palavra in enumerate(palavras):
        seguinte = _em(palavras, indice + 1)
        if (palavra in regras.referencias and seguinte in _LIGACOES) or (
            palavra in regras.logradouros and seguinte in _GENITIVOS
        ):
            lugares |= _nome(palavras, indice + 1, regras)
    return lugares


def _nome(palavras: Sequence[str], inicio: int, regras: RegrasDeLugar) -> set[int]:
    """The name that follows: 'ao posto de saúde e do mercado' gives posto, saúde, mercado."""
    nome: set[int] = set()
    indice = inicio
    while True:
        while _em(palavras, indice) in regras.vazias:
            indice += 1
        if not _em(palavras, indice).isalnum():
            return nome
        nome.add(indice)
        if _em(palavras, indice + 1) in _COMPLEMENTOS:
            indice += 2
        elif _em(palavras, indice + 1) == "e" and _em(palavras, indice + 2) in _LIGACOES:
            indice += 3
        else:
            return nome


def _em(palavras: Sequence[str], indice: int) -> str:
    return palavras[indice] if indice < len(palavras) else ""
