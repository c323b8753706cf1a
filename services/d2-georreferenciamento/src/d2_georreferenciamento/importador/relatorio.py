"""What an import tells the operator, in Portuguese: totals, and every feature that was repaired or refused."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


class ArquivoInvalido(Exception):
    """A file or layer that cannot be imported at all; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Ocorrencia:
    """One thing to know about one feature (or, without a feature, about one file or layer)."""

    camada: str
    feicao: int | None
    codigo: str | None
    mensagem: str
    recusada: bool

    def __str__(self) -> str:
        onde = self.camada if self.feicao is None else f"{self.camada}, feição {self.feicao}"
        quem = f" (código {self.codigo})" if self.codigo else ""
        return f"{onde}{quem}: {self.mensagem}"


@dataclass(slots=True)
class Relatorio:
    """The result of an import. `versao` is None when nothing changed."""

    versao: str | None = None
    lidas: int = 0
    por_nivel: Counter[int] = field(default_factory=Counter)
    gravadas: int = 0
    inalteradas: int = 0
    desativadas: int = 0
    sem_pai: int = 0
    ocorrencias: list[Ocorrencia] = field(default_factory=list)

    @property
    def corrigidas(self) -> int:
        """How many features had their geometry repaired."""
        return sum(not o.recusada for o in self.ocorrencias)

    @property
    def recusadas(self) -> int:
        """How many features or files were left out."""
        return sum(o.recusada for o in self.ocorrencias)

    def contar(self, nivel: int, lidas: int, gravadas: int) -> None:
        """Count the good units of a block."""
        self.por_nivel[nivel] += lidas
        self.gravadas += gravadas
        self.inalteradas += lidas - gravadas

    def resumo(self) -> dict[str, int]:
        """Return the totals that stay with the boundary version."""
        return {
            "lidas": self.lidas,
            "gravadas": self.gravadas,
            "inalteradas": self.inalteradas,
            "corrigidas": self.corrigidas,
            "recusadas": self.recusadas,
            "desativadas": self.desativadas,
        }

    def recusar(self, camada: str, mensagem: str, feicao: int | None = None, codigo: str | None = None) -> None:
        """Note something that was left out."""
        self.ocorrencias.append(Ocorrencia(camada, feicao, codigo, mensagem, recusada=True))

    def anotar(
        self,
        camada: str,
        feicoes: NDArray[np.int64],
        codigos: NDArray[np.object_],
        mensagens: NDArray[np.object_],
        *,
        recusadas: bool,
    ) -> None:
        """Note one message a feature, for those that have a message."""
        for posicao in np.flatnonzero(mensagens != ""):
            self.ocorrencias.append(
                Ocorrencia(camada, int(feicoes[posicao]), codigos[posicao] or None, mensagens[posicao], recusadas)
            )
