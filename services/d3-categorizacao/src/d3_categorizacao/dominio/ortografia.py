"""Typing errors: the nearest known word within one or two edits, by an index of deletions, never a scan."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

_CURTA, _MEDIA, _LONGA, _LONGA_DEMAIS = 5, 8, 11, 25
_CONFUNDIVEIS = ("aeiou", "scxz", "gj", "mn", "lru", "td", "bp", "fv", "qc")


def _tolerancia(palavra: str) -> int:
    """Edits accepted: none below 5 letters, one below 11, two up to 24; beyond, it is no word and would cost dearly."""
    if not _CURTA <= len(palavra) < _LONGA_DEMAIS:
        return 0
    return 1 if len(palavra) < _LONGA else 2


def _plausivel(palavra: str, forma: str) -> bool:
    """In a short word another letter is usually another word ('forma', 'força'), unless ears confuse the two."""
    if len(forma) >= _MEDIA or len(palavra) != len(forma):
        return True
    trocas = [(a, b) for a, b in zip(palavra, forma, strict=True) if a != b]
    return len(trocas) != 1 or any(trocas[0][0] in som and trocas[0][1] in som for som in _CONFUNDIVEIS)


def _supressoes(palavra: str, ate: int) -> set[str]:
    todas = {palavra}
    fronteira = {palavra}
    for _ in range(ate):
        fronteira = {p[:i] + p[i + 1 :] for p in fronteira for i in range(len(p))}
        todas |= fronteira
    return todas


def distancia(a: str, b: str) -> int:
    """Damerau-Levenshtein (optimal string alignment): insertion, deletion, substitution, swap of neighbours."""
    antes: list[int] = []
    anterior = list(range(len(b) + 1))
    for i, letra in enumerate(a, 1):
        atual = [i]
        for j, outra in enumerate(b, 1):
            custo = min(anterior[j] + 1, atual[j - 1] + 1, anterior[j - 1] + (letra != outra))
            if i > 1 and j > 1 and letra == b[j - 2] and a[i - 2] == outra:
                custo = min(custo, antes[j - 2] + 1)
            atual.append(custo)
        antes, anterior = anterior, atual
    return anterior[-1]


class Corretor:
    """Maps a misspelt word to the lexeme it stands for, or to nothing when two lexemes are equally near."""

    def __init__(self, formas: Mapping[str, str], intocaveis: Iterable[str]) -> None:
        self._formas = formas
        self._intocaveis = frozenset(intocaveis)
        indice: dict[str, list[str]] = defaultdict(list)
        for forma in sorted(formas):
            for chave in _supressoes(forma, _tolerancia(forma)) if _tolerancia(forma) else ():
                indice[chave].append(forma)
        self._indice = dict(indice)

    def corrigir(self, palavra: str) -> str | None:
        tolerancia = _tolerancia(palavra)
        if not tolerancia or palavra in self._intocaveis or palavra[0].isdigit():
            return None
        proximas = {
            f for chave in _supressoes(palavra, tolerancia) for f in self._indice.get(chave, ()) if f[0] == palavra[0]
        }
        por_distancia: dict[int, set[str]] = defaultdict(set)
        for forma in proximas:
            edicoes = distancia(palavra, forma)
            if edicoes <= min(tolerancia, _tolerancia(forma)) and _plausivel(palavra, forma):
                por_distancia[edicoes].add(self._formas[forma])
        if not por_distancia:
            return None
        candidatos = por_distancia[min(por_distancia)]
        return candidatos.pop() if len(candidatos) == 1 else None
