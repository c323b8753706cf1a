"""One demand of a backlog: what the ranking and the map say of it, and the work on it."""

from dataclasses import dataclass
from datetime import datetime
from math import isfinite
from typing import NamedTuple
from uuid import UUID

from d5_agenda.dominio import grade
from d5_agenda.dominio.ordem import NIVEIS
from d5_agenda.dominio.trabalho import NA_ORDEM, Trabalho


class Lugar(NamedTuple):
    """Where an item stands in the order of its unit."""

    unidade_civica_id: UUID
    nivel_precedencia: int
    score_final: float
    demanda_id: UUID


class Ranking(NamedTuple):
    """What the ranking says of a demand."""

    unidade_civica_id: UUID
    categoria_id: str
    nivel_precedencia: int
    score_final: float
    versao_parametros: str
    calculado_em: datetime
    correlacao_id: UUID


@dataclass(slots=True)
class Demanda(Trabalho):
    """An item of a backlog, or what will be one when it is ranked."""

    unidade_civica_id: UUID | None = None
    categoria_id: str | None = None
    nivel_precedencia: int | None = None
    score_final: float | None = None
    versao_parametros: str | None = None
    calculado_em: datetime | None = None
    correlacao_id: UUID | None = None
    lat: float | None = None
    lng: float | None = None
    celula_y: int | None = None
    celula_x: int | None = None
    situada_em: datetime | None = None

    def ranquear(self, ranking: Ranking) -> None:
        """It was ranked; in another unit, nobody waits for it to be taken."""
        if ranking.nivel_precedencia not in NIVEIS or not isfinite(ranking.score_final):
            raise ValueError(f"nível {ranking.nivel_precedencia} ou score {ranking.score_final} inválido")
        if self.calculado_em is not None and ranking.calculado_em < self.calculado_em:
            return
        if ranking.unidade_civica_id != self.unidade_civica_id:
            self.aguardando = False
        for nome, valor in ranking._asdict().items():
            setattr(self, nome, valor)

    def situar(self, lat: float | None, lng: float | None, em: datetime) -> None:
        """It was found on the map; placed in a unit by hand, it has no point."""
        if self.situada_em is not None and em < self.situada_em:
            return
        self.situada_em, self.lat, self.lng, self.celula_y, self.celula_x = em, None, None, None, None
        if lat is not None and lng is not None:
            self.celula_y, self.celula_x = grade.situar(lat, lng)
            self.lat, self.lng = lat, lng

    @property
    def na_ordem(self) -> bool:
        """Whether it takes part in the order of its unit."""
        return self.unidade_civica_id is not None and self.status in NA_ORDEM

    @property
    def lugar(self) -> Lugar | None:
        """Its place in the order, if it takes part."""
        if not self.na_ordem:
            return None
        assert self.unidade_civica_id is not None
        assert self.nivel_precedencia is not None
        assert self.score_final is not None
        return Lugar(self.unidade_civica_id, self.nivel_precedencia, self.score_final, self.demanda_id)

    @property
    def ponto(self) -> grade.Ponto | None:
        """Its point among those that form groups: what takes part in the order and is on the map."""
        if not self.na_ordem or self.lat is None or self.lng is None:
            return None
        assert self.unidade_civica_id is not None
        assert self.categoria_id is not None
        assert self.celula_y is not None
        assert self.celula_x is not None
        celula = grade.Celula(self.unidade_civica_id, self.categoria_id, self.celula_y, self.celula_x)
        return grade.Ponto(celula, self.demanda_id, self.lat, self.lng)
