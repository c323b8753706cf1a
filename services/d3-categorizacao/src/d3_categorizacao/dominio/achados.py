"""Findings: the terms of the dictionary in a text, without those that negation or a longer term takes away."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from d3_categorizacao.dominio.leitura import TextoLido
from d3_categorizacao.dominio.lexico import Lexico, Termo

_FOLGA = 2  # foreign words tolerated inside a term of several words


@dataclass(slots=True)
class Achado:
    """A term at a place: its words as bits of `mascara`, and what it is worth there."""

    termo: Termo
    mascara: int
    pontos: float
    negado: bool = False


def achar(lido: TextoLido, lex: Lexico) -> list[Achado]:
    return [achado for lexema in lido.ocorrencias for achado in _ancorados(lexema, lido, lex)]


def _ancorados(lexema: str, lido: TextoLido, lex: Lexico) -> Iterator[Achado]:
    for termo in lex.ancorados.get(lexema, ()):
        if len(termo.lexemas) == 1:
            for _, ordem in lido.ocorrencias[lexema]:
                yield Achado(termo, 1 << ordem, termo.peso * lido.fatores[ordem])
        elif all(outro in lido.ocorrencias for outro in termo.lexemas):
            yield from _proximos(termo, lexema, lido)


def _proximos(termo: Termo, ancora: str, lido: TextoLido) -> Iterable[Achado]:
    """The term at each place of its anchor where all its words are within reach."""
    alcance = len(termo.lexemas) - 1 + _FOLGA
    for posicao, ordem in lido.ocorrencias[ancora]:
        mascara, menor, maior, fator = 1 << ordem, posicao, posicao, lido.fatores[ordem]
        for outro in termo.lexemas:
            if outro != ancora:
                onde, outra_ordem = min(lido.ocorrencias[outro], key=lambda o: (abs(o[0] - posicao), o[0]))
                mascara |= 1 << outra_ordem
                menor, maior = min(menor, onde), max(maior, onde)
                fator = min(fator, lido.fatores[outra_ordem])
        if (
            maior - menor <= alcance
            and mascara.bit_count() == len(termo.lexemas)
            and _na_direcao(mascara, lido.direcionais)
        ):
            yield Achado(termo, mascara, termo.peso * fator)


def _na_direcao(mascara: int, direcionais: int) -> bool:
    """'sem' looks forward: in 'escola sem professor' it is not the school that lacks."""
    presentes = mascara & direcionais
    return not presentes or bool(mascara & (presentes << 1 | presentes << 2))


def negar(achados: list[Achado], lido: TextoLido) -> list[Achado]:
    """Marks findings that touch a negated word; its term's other words, in the same clause, are negated with it."""
    if not lido.negadas:
        return achados
    negada = lido.negadas
    for achado in achados:
        if achado.mascara & lido.negadas:
            negada |= _na_mesma_clausula(achado.mascara, lido)
    for achado in achados:
        achado.negado = bool(achado.mascara & negada)
    return achados


def _na_mesma_clausula(mascara: int, lido: TextoLido) -> int:
    ordens = [i for i in range(mascara.bit_length()) if mascara >> i & 1]
    clausulas = {lido.clausulas[i] for i in ordens if lido.negadas >> i & 1}
    return sum(1 << i for i in ordens if lido.clausulas[i] in clausulas)


def dominantes(achados: list[Achado]) -> list[Achado]:
    """One finding a term; a term inside a longer one ('lixo' in 'lixo hospitalar') gives way.

    Within a category so does whatever covers the same words.
    """
    achados.sort(key=lambda a: (-a.mascara.bit_count(), -a.pontos, a.termo.subcategoria is None, a.termo.texto))
    mantidos: list[Achado] = []
    vistos: set[tuple[str, str]] = set()
    for achado in achados:
        chave = (achado.termo.categoria, achado.termo.texto)
        if chave in vistos or any(_cobre(m, achado) for m in mantidos):
            continue
        vistos.add(chave)
        mantidos.append(achado)
    return mantidos


def _cobre(maior: Achado, menor: Achado) -> bool:
    if menor.mascara & ~maior.mascara:
        return False
    return menor.mascara != maior.mascara or menor.termo.categoria == maior.termo.categoria
