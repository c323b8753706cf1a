"""Negation in Portuguese: what 'não', 'nunca', 'nem', 'sem' take away and what they, on the contrary, complain of.

Four readings, the first that fits: "não aguento o barulho" denies nothing · "não é esgoto, …" denies the clause ·
"não falta água", "sem buraco", "não tem problema com…" deny what follows · "não tem água", "não passa ônibus" are a
lack, hence a complaint.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from d3_categorizacao.dominio.lexico import RegrasDeNegacao
from d3_categorizacao.dominio.texto import PAUSAS


@dataclass(slots=True)
class Negacao:
    """Indexes of words: `negadas` count for nothing, at `faltas` the negative word itself means a lack."""

    negadas: set[int] = field(default_factory=set)
    faltas: set[int] = field(default_factory=set)


def ler_negacao(palavras: Sequence[str], lexemas: Sequence[Sequence[str]], regras: RegrasDeNegacao) -> Negacao:
    leitura = _Leitura(palavras, lexemas, regras)
    for indice, palavra in enumerate(palavras):
        if palavra in regras.negadores:
            leitura.ler(indice)
    return leitura.resultado


class _Leitura:
    def __init__(self, palavras: Sequence[str], lexemas: Sequence[Sequence[str]], regras: RegrasDeNegacao) -> None:
        self.palavras, self.lexemas, self.regras = palavras, lexemas, regras
        self.resultado = Negacao()
        self._ultima_nega_falta = False

    def ler(self, negador: int) -> None:
        seguinte = self._em(negador + 1)
        if seguinte in self.regras.inocuos:
            return
        if self.palavras[negador] == "nao" and seguinte in self.regras.identidade:
            self._negar_identidade(negador + 2)
            return
        alvo, houve_oferta = self._alvo(negador + 1)
        palavra = self._em(alvo)
        if palavra in self.regras.queixas:
            self._negar_ate_a_pausa(alvo)
        elif self.regras.falta in self._lexemas(alvo):
            self._negar_falta(alvo)
        elif self.palavras[negador] == "nem" and self._ultima_nega_falta:
            self.resultado.negadas.add(alvo)
        elif self._e_problema(alvo):
            self._negar_problema(negador, alvo)
        elif houve_oferta:
            self.resultado.faltas.add(negador)
            self._ultima_nega_falta = False

    def _alvo(self, inicio: int) -> tuple[int, bool]:
        """The first word that negation does not see through, and whether a verb of supply was on the way."""
        indice, houve_oferta = inicio, False
        while (palavra := self._em(indice)) in self.regras.oferta or palavra in self.regras.transparentes:
            if self.regras.falta in self._lexemas(indice):
                break
            houve_oferta = houve_oferta or palavra in self.regras.oferta
            indice += 1
        return indice, houve_oferta

    def _negar_identidade(self, inicio: int) -> None:
        """'não é X' denies X; 'não é possível / a primeira vez / só …' does not."""
        if self._em(inicio) in self.regras.inocuos:
            return
        self._negar_ate_a_pausa(inicio)

    def _negar_ate_a_pausa(self, inicio: int) -> None:
        for indice in range(inicio, self._fim_da_oracao(inicio)):
            self.resultado.negadas.add(indice)

    def _negar_falta(self, falta: int) -> None:
        self.resultado.negadas.add(falta)
        self._ultima_nega_falta = True
        for indice in range(falta + 1, self._fim_da_oracao(falta)):
            if self._em(indice) == "e":
                return
            if self._lexemas(indice):
                self.resultado.negadas.add(indice)
                if self._em(indice + 1) != "ou":
                    return

    def _negar_problema(self, negador: int, problema: int) -> None:
        self.resultado.negadas |= {negador, problema}
        self._ultima_nega_falta = False
        while self._em(problema + 1) in {"ou", ","} and self._e_problema(problema + 2):
            problema += 2
            self.resultado.negadas.add(problema)

    def _fim_da_oracao(self, inicio: int) -> int:
        for indice in range(inicio, len(self.palavras)):
            if self.palavras[indice] in PAUSAS or self.palavras[indice] in self.regras.adversativas:
                return indice
        return len(self.palavras)

    def _e_problema(self, indice: int) -> bool:
        return any(lexema in self.regras.problemas for lexema in self._lexemas(indice))

    def _lexemas(self, indice: int) -> Sequence[str]:
        return self.lexemas[indice] if indice < len(self.lexemas) else ()

    def _em(self, indice: int) -> str:
        return self.palavras[indice] if indice < len(self.palavras) else ""
