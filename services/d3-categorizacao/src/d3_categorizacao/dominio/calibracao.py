"""From share of the evidence to confidence: a monotone curve learned from labelled sentences, with its version."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

from d3_categorizacao.dominio.dados import ler_json

Fracao = Annotated[float, Field(ge=0, le=1)]


class Calibracao(BaseModel):
    """Curve through the points (`indices[i]`, `confiancas[i]`), straight between them, flat beyond the last."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    versao: str
    insumos_sha256: str
    exemplos: int
    indices: Annotated[list[Fracao], Field(min_length=1)]
    confiancas: list[Fracao]

    @model_validator(mode="after")
    def _monotona(self) -> "Calibracao":
        crescentes = self.indices == sorted(self.indices) and self.confiancas == sorted(self.confiancas)
        if not crescentes or len(self.indices) != len(self.confiancas):
            raise ValueError("a calibração tem de ser uma curva que nunca desce")
        return self

    def confianca(self, indice: float) -> float:
        depois = bisect_right(self.indices, indice)
        if depois in (0, len(self.indices)):
            return self.confiancas[max(depois - 1, 0)]
        x0, x1 = self.indices[depois - 1], self.indices[depois]
        y0, y1 = self.confiancas[depois - 1], self.confiancas[depois]
        return round(y0 + (y1 - y0) * (indice - x0) / (x1 - x0), 4)


@dataclass(slots=True)
class _Bloco:
    soma: float
    certas: int
    total: int

    @property
    def taxa(self) -> float:
        return self.certas / self.total

    def ponto(self) -> tuple[float, float]:
        """Its mean share and, by Laplace's rule, a rate that few lucky examples cannot turn into certainty."""
        return self.soma / self.total, (self.certas + 1) / (self.total + 2)


def aprender(pares: Iterable[tuple[float, bool]]) -> tuple[list[float], list[float]]:
    """Isotonic regression (pool adjacent violators) of right/wrong on the share: the points of the curve."""
    blocos: list[_Bloco] = []
    for indice, iguais in groupby(sorted((round(indice, 4), certa) for indice, certa in pares), itemgetter(0)):
        certas = [certa for _, certa in iguais]
        blocos.append(_Bloco(indice * len(certas), sum(certas), len(certas)))
        while len(blocos) > 1 and blocos[-2].taxa >= blocos[-1].taxa:
            ultimo = blocos.pop()
            blocos[-1].soma += ultimo.soma
            blocos[-1].certas += ultimo.certas
            blocos[-1].total += ultimo.total
    pontos = [bloco.ponto() for bloco in blocos]
    indices = [0.0, *(round(x, 4) for x, _ in pontos)]
    confiancas = [0.0, *(round(y, 4) for y in accumulate((y for _, y in pontos), max))]
    return indices, confiancas


@lru_cache(maxsize=1)
def calibracao() -> Calibracao:
    return Calibracao.model_validate(ler_json("calibracao.json"))
