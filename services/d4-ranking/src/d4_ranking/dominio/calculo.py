"""One calculation: what was known of a demand, the factors of its score, and where that put it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from d4_ranking.dominio.formula import Fatores

Chave = tuple[float, UUID]
"""Sorts a queue: the highest score first, then the order of reception (`demanda_id` is a UUIDv7)."""


@dataclass(slots=True, kw_only=True)
class Calculo:
    """A row of the ranking and of its history. Only an active demand has a position."""

    demanda_id: UUID
    unidade_civica_id: UUID
    categoria_id: str
    nivel_precedencia: int
    versao_categorizacao: int
    fatores: Fatores
    versao_parametros: str
    ativo: bool = True
    posicao: int | None = None
    total: int | None = None
    calculado_em: datetime | None = None

    @property
    def chave(self) -> Chave:
        """Where the demand stands among those of its unit."""
        return -self.fatores.score_final, self.demanda_id
