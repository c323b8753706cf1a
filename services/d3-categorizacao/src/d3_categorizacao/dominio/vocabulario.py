"""From a word as written to the lexeme it stands for: variants, sound, plurals, verb forms, diminutives, errors."""

from collections.abc import Container, Iterable, Mapping
from functools import lru_cache

from d3_categorizacao.dominio.fonetica import bases_do_diminutivo, conjugacoes, singular, som
from d3_categorizacao.dominio.ortografia import Corretor

_MEMORIA = 65_536


class Vocabulario:
    """Deterministic; remembers the words it has seen because citizens' vocabulary repeats itself."""

    def __init__(
        self,
        verbos: Iterable[str],
        irregulares: Mapping[str, Iterable[str]],
        substantivos: Iterable[str],
        variantes: Mapping[str, str],
    ) -> None:
        self._variantes = dict(variantes)
        self._nomes: dict[str, str] = {}
        self._escritas: dict[str, str] = {}
        for palavra in substantivos:
            self._nomear(palavra)
        self._verbais: dict[str, str] = {som(f): v for v, formas in irregulares.items() for f in formas}
        for verbo in verbos:
            radical, terminacoes, comuns = conjugacoes(som(verbo))
            self._verbais |= {radical + t: verbo for t in terminacoes}
            self._escritas |= {radical + t: verbo for t in comuns} | {verbo[:-2] + t: verbo for t in comuns}
        self._corretor = Corretor({}, ())
        self.lexema = lru_cache(maxsize=_MEMORIA)(self._lexema)

    def aprender(self, palavra: str) -> str:
        """Registers a word of a term and returns its lexeme."""
        return self._exato(palavra) or self._nomear(palavra)

    def concluir(self, alvos: Container[str], intocaveis: Iterable[str]) -> None:
        """Builds the index of typing errors towards the lexemes in `alvos`; to be called once every term is known."""
        comuns = {forma for p in intocaveis for forma in (p, singular(p), som(p), singular(som(p)))}
        formas = {forma: lexema for forma, lexema in (self._escritas | self._nomes).items() if lexema in alvos}
        self._corretor = Corretor(formas, comuns)

    def _nomear(self, palavra: str) -> str:
        nome = singular(som(palavra))
        self._nomes[nome] = nome
        self._escritas[singular(palavra)] = nome
        return nome

    def _exato(self, palavra: str) -> str | None:
        sonora = som(self._variantes.get(palavra, palavra))
        um = singular(sonora)
        return self._nomes.get(sonora) or self._nomes.get(um) or self._verbais.get(sonora) or self._verbais.get(um)

    def _lexema(self, palavra: str) -> str | None:
        return self._exato(palavra) or self._diminutivo(palavra) or self._corrigido(palavra)

    def _corrigido(self, palavra: str) -> str | None:
        """Errors are measured on the spelling and on the sound, because each hides some of them from the other."""
        return self._corretor.corrigir(singular(palavra)) or self._corretor.corrigir(singular(som(palavra)))

    def _diminutivo(self, palavra: str) -> str | None:
        return next((self._nomes[b] for b in bases_do_diminutivo(som(singular(palavra))) if b in self._nomes), None)
