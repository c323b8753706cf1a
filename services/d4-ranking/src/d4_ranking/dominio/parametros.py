"""The parameters of the ranking: versioned public data that D-4 applies and never decides."""

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, FiniteFloat, model_validator

from d4_ranking.dominio.decaimento import distribuir, nivel_corrente
from d4_ranking.dominio.formula import NIVEIS, Fatores, peso_situacional


class _Publico(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PesoNacional(_Publico):
    """The structural value of a level."""

    nivel: int
    peso: FiniteFloat = Field(gt=0)


class Cobertura(_Publico):
    """What a unit has reached of its goal at one level."""

    unidade_civica_id: UUID
    nivel: int = Field(ge=NIVEIS[0], le=NIVEIS[-1])
    atingida: FiniteFloat = Field(ge=0)
    meta: FiniteFloat = Field(gt=0)


class Parametros(_Publico):
    """One version of the parameters; a pair (unit, level) without coverage has reached 0 of 1."""

    versao: str = Field(pattern=r"^\d+\.\d+\.\d+$")
    vigente_desde: AwareDatetime
    pesos_nacionais: tuple[PesoNacional, ...]
    fator_decaimento: float = Field(ge=0.01, le=1)
    limiar_nivel_vencido: float = Field(ge=0, le=1)
    coberturas: tuple[Cobertura, ...]

    @model_validator(mode="after")
    def _um_peso_por_nivel(self) -> "Parametros":
        if tuple(peso.nivel for peso in self.pesos_nacionais) != NIVEIS:
            raise ValueError(f"pesos_nacionais deve trazer os níveis {NIVEIS}, cada um uma vez e em ordem")
        return self

    @model_validator(mode="after")
    def _uma_cobertura_por_unidade_e_nivel(self) -> "Parametros":
        if len(self._situacionais) != len(self.coberturas):
            raise ValueError("coberturas repete uma unidade cívica no mesmo nível")
        return self

    @cached_property
    def _nacionais(self) -> dict[int, float]:
        return {peso.nivel: peso.peso for peso in self.pesos_nacionais}

    @cached_property
    def _situacionais(self) -> dict[tuple[UUID, int], float]:
        return {(c.unidade_civica_id, c.nivel): peso_situacional(c.atingida, c.meta) for c in self.coberturas}

    def fatores(self, unidade_civica_id: UUID, nivel: int, score_horizontal: float) -> Fatores:
        """The factors of a demand of this level in this unit."""
        if nivel not in NIVEIS:
            raise ValueError(f"nível de precedência inválido: {nivel}")
        return Fatores(self._nacionais[nivel], self._situacional(unidade_civica_id, nivel), score_horizontal)

    def nivel_corrente(self, unidade_civica_id: UUID) -> int:
        """The level that takes the largest share of the capacity of this unit."""
        situacionais = [self._situacional(unidade_civica_id, nivel) for nivel in NIVEIS]
        return nivel_corrente(situacionais, self.limiar_nivel_vencido)

    def distribuicao(self, unidade_civica_id: UUID) -> list[float]:
        """The share of the capacity of this unit that goes to each level; adds up to exactly 1."""
        return distribuir(self.nivel_corrente(unidade_civica_id), self.fator_decaimento)

    def _situacional(self, unidade_civica_id: UUID, nivel: int) -> float:
        return self._situacionais.get((unidade_civica_id, nivel), 1.0)


def vigente(publicados: Iterable[Parametros], em: datetime) -> Parametros:
    """The newest of the versions already in force at an instant."""
    return max((p for p in publicados if p.vigente_desde <= em), key=lambda p: p.vigente_desde)
