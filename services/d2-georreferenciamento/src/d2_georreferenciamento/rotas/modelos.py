"""What the API shows."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

Situacao = Literal["pendente", "resolvida", "descartada"]


class Elo(BaseModel):
    """One unit of a chain."""

    unidade_civica_id: UUID
    nivel: int = Field(description="1 setor, 2 bairro, 3 distrito, 4 município, 5 estado, 6 região, 7 país")
    nome: str
    uf: str | None


class Unidade(Elo):
    """A civic unit."""

    pai_id: UUID | None
    codigo_origem: str
    fonte: str
    area_m2: float
    ativa: bool
    versao_limites: str


class UnidadeCompleta(Unidade):
    """A civic unit with its parents and, when asked for, its boundary as GeoJSON."""

    cadeia: list[Elo] = Field(description="da menor para a maior; a primeira é a própria unidade")
    geometria: dict[str, Any] | None = Field(description="GeoJSON; presente com incluir_geometria=true")


class Unidades(BaseModel):
    """A page of units."""

    unidades: list[Unidade]
    proximo: UUID | None = Field(description="cursor da página seguinte; nulo na última")


class Lugar(BaseModel):
    """The civic units of a point."""

    unidade_civica_id: UUID
    nivel_minimo_resolvido: int
    municipio_id: UUID | None
    cadeia: list[Elo] = Field(description="da menor para a maior")
    versao_limites: str


class Revisao(BaseModel):
    """A demand whose point lies outside every polygon."""

    demanda_id: UUID
    coordenadas_lat: float
    coordenadas_lng: float
    situacao: Situacao
    criada_em: datetime
    decidida_em: datetime | None
    operador: str | None
    motivo: str | None


class Revisoes(BaseModel):
    """A page of reviews."""

    revisoes: list[Revisao]
    proximo: UUID | None = Field(description="cursor da página seguinte; nulo na última")


class Escolha(BaseModel):
    """The unit that an operator chooses."""

    unidade_civica_id: UUID


class Descarte(BaseModel):
    """Why a demand does not belong to the territory."""

    motivo: str = Field(min_length=3, max_length=500, description="por que a demanda está fora do território")
