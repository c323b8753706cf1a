"""The denylist: marks text for moderation, whole words only, whatever their accents or disguise."""

import re
import unicodedata
from functools import lru_cache
from typing import Annotated

from pydantic import Field

TermosProibidos = Annotated[
    str, Field(description="Termos separados por vírgula que marcam um texto como suspeito; vazio: sem filtro")
]
"""The type of the setting `moderacao_denylist_texto`, one for every colony that looks at free text."""

_DISFARCES = str.maketrans("013457@$!", "oieastasi")
_PALAVRA = re.compile(r"[\w@$!]+")
_SEPARADAS = re.compile(r"(?<!\w)\w(?:[ ._*\-]\w){2,}(?!\w)")
_REPETIDA = re.compile(r"(\w)\1{2,}")


class Denylist:
    """Terms (one or more words each) compiled once; an empty list marks nothing. Spec D-1b, "Denylist de texto"."""

    def __init__(self, termos: str) -> None:
        """Take the setting: terms separated by commas."""
        limpos = (_dobrar(termo).split() for termo in termos.split(","))
        self._termos: dict[str, list[tuple[str, ...]]] = {}
        for palavras in limpos:
            if palavras:
                self._termos.setdefault(palavras[0], []).append(tuple(palavras))

    def achar(self, texto: str) -> list[str]:
        """Return the terms present, sorted, each once.

        Finds `d0cumento`, `DOCUMENTO`, `documentó`, `d.o.c.u.m.e.n.t.o` and `documeeento`; never `documento` inside
        `documentos` or `indocumentado`.
        """
        if not self._termos or not texto:
            return []
        dobrado = _dobrar(texto)
        achados: set[str] = set()
        for leitura in {dobrado, _SEPARADAS.sub(_juntar, dobrado)}:
            palavras = [_ler(p) for p in _PALAVRA.findall(leitura)]
            for i, formas in enumerate(palavras):
                for forma in formas:
                    for termo in self._termos.get(forma, ()):
                        resto = palavras[i + 1 : i + len(termo)]
                        if len(resto) == len(termo) - 1 and all(t in f for t, f in zip(termo[1:], resto, strict=True)):
                            achados.add(" ".join(termo))
        return sorted(achados)


def _dobrar(texto: str) -> str:
    decomposto = unicodedata.normalize("NFKD", texto.casefold())
    return "".join(c for c in decomposto if not unicodedata.combining(c))


def _juntar(achado: re.Match[str]) -> str:
    return re.sub(r"[ ._*\-]", "", achado.group())


@lru_cache(maxsize=16_384)
def _ler(palavra: str) -> tuple[str, ...]:
    """Return the ways in which a word may be read: as it is, undisguised, without stretched letters."""
    formas = {palavra.strip("!@$")}
    if any(c.isalpha() for c in palavra):
        formas.add(palavra.rstrip("!").translate(_DISFARCES))
    formas |= {_REPETIDA.sub(r"\1", forma) for forma in formas}
    return tuple(sorted(formas - {""}))
