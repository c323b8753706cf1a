"""A profile: what all the cases of a municipality and a subject add up to."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from d24_caminhos.dominio.caso import CONCLUIDA, Caso, Par

Parcela = tuple[Par, str, str]
"""One thing counted in a profile: whose, of what kind, and which name."""

FREQUENCIAS = ("canais", "orgaos", "documentos", "gargalos")
DESFECHO, PRAZO = "desfecho", "prazo"
LISTADOS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Referencia:
    """One of the cases behind a profile, as the dossier shows it."""

    demanda_id: UUID
    desfecho: str
    encerrado_em: datetime
    prazo_dias: int | None
    total_atualizacoes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Perfil:
    """A profile; its lists hold the first `LISTADOS`, the most frequent or the latest. Without cases, no `periodo`."""

    par: Par
    desfechos: Mapping[str, int]
    prazos: Mapping[int, int]
    frequencias: Mapping[str, Sequence[tuple[str, int]]]
    periodo: tuple[datetime, datetime] | None
    referencias: Sequence[Referencia]

    @property
    def total_casos(self) -> int:
        """Closed demands, concluded or not."""
        return sum(self.desfechos.values())

    @property
    def concluidos(self) -> int:
        """Those that were concluded."""
        return self.desfechos.get(CONCLUIDA, 0)

    @property
    def taxa_resolucao(self) -> float:
        """Fraction of the cases that was concluded."""
        return self.concluidos / self.total_casos if self.total_casos else 0.0

    @property
    def prazo_mediano(self) -> float | None:
        """Median of the days that concluded cases took, exact; unknown when none tells."""
        return mediana(self.prazos)


def parcelas(caso: Caso) -> Counter[Parcela]:
    """Return what a case adds to the counts of its profiles; a name counts once a case."""
    ditos = [(tipo, dito) for tipo in FREQUENCIAS for dito in caso.caminho.get(tipo, ())]
    ditos.append((DESFECHO, caso.desfecho))
    if caso.desfecho == CONCLUIDA and caso.prazo_dias is not None:
        ditos.append((PRAZO, str(caso.prazo_dias)))
    return Counter((par, tipo, dito) for par in caso.pares for tipo, dito in ditos)


def mediana(vezes: Mapping[int, int]) -> float | None:
    """Return the median of values given with how often each occurs: a profile has few distinct ones."""
    total = sum(vezes.values())
    if total == 0:
        return None
    return (_em(vezes, (total - 1) // 2) + _em(vezes, total // 2)) / 2


def _em(vezes: Mapping[int, int], posicao: int) -> int:
    """The value at a position of the sorted list that `vezes` abbreviates."""
    for valor in sorted(vezes):
        posicao -= vezes[valor]
        if posicao < 0:
            return valor
    raise IndexError(posicao)
