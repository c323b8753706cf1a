"""Reading a text: where each word of the dictionary stands, what it weighs there, and what negation did to it."""

from collections.abc import Sequence

from d3_categorizacao.dominio.lexico import CLASSE_FALTA, Lexico
from d3_categorizacao.dominio.lugar import ler_lugares
from d3_categorizacao.dominio.negacao import ler_negacao
from d3_categorizacao.dominio.texto import PAUSAS, PAUSAS_FORTES, palavras_e_pausas

_PAUSA_FRACA, _PAUSA_FORTE = 1, 9
_PESO_DO_LUGAR = 0.3  # a landmark is hardly ever the subject
_MAXIMO_DE_OCORRENCIAS = 8  # of one word; repeating it says nothing new


class TextoLido:
    """A text as numbered words that the dictionary knows.

    Attributes:
        ocorrencias: for each lexeme, where it stands and its number. Empty words do not count; pauses push apart.
        fatores: what each word weighs. `clausulas`: its clause.
        negadas, direcionais: sets of words as bits: denied ones, and those that look forward ("sem").
    """

    def __init__(self, partes: Sequence[tuple[str, float]], lex: Lexico) -> None:
        palavras: list[str] = []
        limites: list[tuple[int, float]] = []
        for texto, fator in partes:
            if texto:
                palavras += [*palavras_e_pausas(texto), "."]
                limites.append((len(palavras), fator))
        todos = [() if p in PAUSAS else lex.lexemas(p) for p in palavras]
        self.negacao = ler_negacao(palavras, todos, lex.negacao)
        self.lugares = ler_lugares(palavras, lex.lugar)
        self.ocorrencias: dict[str, list[tuple[int, int]]] = {}
        self.negadas = 0
        self.direcionais = 0
        self.fatores: list[float] = []
        self.clausulas: list[int] = []
        self._posicionar(palavras, todos, limites, lex)

    def _posicionar(
        self, palavras: list[str], todos: list[tuple[str, ...]], limites: list[tuple[int, float]], lex: Lexico
    ) -> None:
        posicao, clausula, parte = 0, 0, 0
        for indice, palavra in enumerate(palavras):
            if indice >= limites[parte][0]:
                parte += 1
            if palavra in PAUSAS:
                posicao += _PAUSA_FORTE if palavra in PAUSAS_FORTES else _PAUSA_FRACA
                clausula += 1
                continue
            if palavra in lex.negacao.adversativas:
                posicao += _PAUSA_FORTE
                clausula += 1
            lexemas = (CLASSE_FALTA,) if indice in self.negacao.faltas else todos[indice]
            if lexemas:
                self._anotar(lexemas, posicao, clausula, limites[parte][1], indice)
                if palavra in lex.direcionais:
                    self.direcionais |= 1 << len(self.fatores) - 1
                posicao += 1
            elif palavra not in lex.palavras_vazias:
                posicao += 1

    def _anotar(self, lexemas: Sequence[str], posicao: int, clausula: int, fator: float, indice: int) -> None:
        ordem = len(self.fatores)
        self.fatores.append(fator * _PESO_DO_LUGAR if indice in self.lugares else fator)
        self.clausulas.append(clausula)
        if indice in self.negacao.negadas:
            self.negadas |= 1 << ordem
        for lexema in lexemas:
            onde = self.ocorrencias.setdefault(lexema, [])
            if len(onde) < _MAXIMO_DE_OCORRENCIAS:
                onde.append((posicao, ordem))
