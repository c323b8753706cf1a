"""Which words of a Portuguese text look misspelt, given a dictionary that knows how common each word is."""

import re
from collections.abc import Iterable, Iterator
from typing import Protocol
from unicodedata import combining, normalize

from d1a_captura.dominio.revisao import Sugestao

ALTERNATIVAS_MAXIMAS = 3
SUGESTOES_MAXIMAS = 50
_SIGLA_MAXIMA = 5
_TAMANHO_MINIMO, _TAMANHO_MAXIMO = 3, 30
_VEZES_MAIS_COMUM = 8  # an accented form this much more common than the word as written is what was meant

_PALAVRA = re.compile(r"(?<![\w@./-])[^\W\d_]+(?![\w@/]|[.-]\w)")
_ENTRE_FRASES = " \t\r\n\"'“”("


class Dicionario(Protocol):
    """What the rules need of a language."""

    def frequencia(self, palavra: str) -> int:
        """Return how often a word in lower case is seen; 0 when it is not a word."""

    def vizinhas(self, palavra: str) -> Iterable[str]:
        """Return the words at one edit from this one."""


def sugerir(texto: str, dicionario: Dicionario) -> Iterator[Sugestao]:
    """Yield a remark for each word that looks misspelt, up to a limit. Names and acronyms are left alone."""
    vistas: dict[str, list[str]] = {}
    feitas = 0
    for achado in _PALAVRA.finditer(texto):
        palavra = achado[0]
        if _fica_como_esta(palavra, texto, achado.start()):
            continue
        minuscula = palavra.lower()
        if minuscula not in vistas:
            vistas[minuscula] = _alternativas(minuscula, dicionario)
        if alternativas := vistas[minuscula]:
            yield Sugestao(
                tipo="ortografia",
                codigo="palavra",
                mensagem=f"“{palavra}” parece ter um erro de escrita.",
                inicio=achado.start(),
                fim=achado.end(),
                alternativas=[_na_caixa_de(palavra, a) for a in alternativas],
            )
            feitas += 1
            if feitas >= SUGESTOES_MAXIMAS:
                return


def _fica_como_esta(palavra: str, texto: str, inicio: int) -> bool:
    if not _TAMANHO_MINIMO <= len(palavra) <= _TAMANHO_MAXIMO:
        return True
    if palavra.isupper():
        return len(palavra) <= _SIGLA_MAXIMA
    return palavra[0].isupper() and not _inicia_frase(texto, inicio)


def _inicia_frase(texto: str, inicio: int) -> bool:
    antes = texto[:inicio].rstrip(_ENTRE_FRASES)
    return not antes or antes[-1] in ".!?:" or "\n" in texto[len(antes) : inicio]


def _alternativas(palavra: str, dicionario: Dicionario) -> list[str]:
    propria = dicionario.frequencia(palavra)
    vizinhas = sorted(
        dicionario.vizinhas(palavra),
        key=lambda v: (_sem_acento(v) != _sem_acento(palavra), -dicionario.frequencia(v), v),
    )
    if propria:
        vizinhas = [
            v for v in vizinhas if _sem_acento(v) == palavra and dicionario.frequencia(v) >= _VEZES_MAIS_COMUM * propria
        ]
    return vizinhas[:ALTERNATIVAS_MAXIMAS]


def _sem_acento(palavra: str) -> str:
    return "".join(letra for letra in normalize("NFD", palavra) if not combining(letra))


def _na_caixa_de(modelo: str, palavra: str) -> str:
    if modelo.isupper():
        return palavra.upper()
    return palavra.capitalize() if modelo[0].isupper() else palavra
