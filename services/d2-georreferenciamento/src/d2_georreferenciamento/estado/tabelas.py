"""Boundary versions, units with their history, resolutions and points that wait for a person."""

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

_ATUAL = sa.text("ate IS NULL")


class Base(SQLModel, registry=registry()):
    """D-2's own registry: colonies that share a process never share tables."""

    metadata = sa.MetaData()


class VersaoDosLimites(Base, table=True):
    """One import that changed something. The highest is in force and names the state of every level."""

    __tablename__ = "versoes_limites"

    sequencia: int = Field(sa_column=sa.Column(sa.Integer, primary_key=True, autoincrement=False))
    nome: str = Field(unique=True)
    fonte: str
    criada_em: datetime = Field(sa_type=sa.DateTime(timezone=True))
    resumo: dict[str, int] = Field(sa_type=JSONB)


class Unidade(Base, table=True):
    """A civic unit as it was from version `desde` until before version `ate` (in force while that is null)."""

    __tablename__ = "unidades"
    __table_args__ = (
        sa.Index("unidades_por_nome", "nivel", "nome_busca", "unidade_civica_id", postgresql_where=_ATUAL),
        sa.Index("unidades_por_codigo", "nivel", "codigo_origem", postgresql_where=_ATUAL),
        sa.Index("unidades_a_publicar", "desde", postgresql_where=sa.text("NOT publicada")),
    )

    unidade_civica_id: UUID = Field(primary_key=True)
    desde: int = Field(primary_key=True)
    ate: int | None
    nivel: int = Field(sa_type=sa.SmallInteger)
    nome: str
    nome_busca: str = Field(description="the name without accents, case or punctuation")
    uf: str | None
    pai_id: UUID | None
    codigos_dos_pais: list[str] = Field(
        sa_column=sa.Column(ARRAY(sa.String), nullable=False), description="level:code, nearest first"
    )
    codigo_origem: str
    fonte: str
    area_m2: float
    geometria: bytes = Field(description="WKB, WGS 84, longitude first, as imported")
    impressao: bytes = Field(description="digest of all that a new version of the unit would change")
    publicada: bool


class Resolucao(Base, table=True):
    """To which unit a demand belongs: the stored resolution, never recomputed (spec: cache of resolutions)."""

    __tablename__ = "resolucoes"

    demanda_id: UUID = Field(primary_key=True)
    unidade_civica_id: UUID
    nivel: int = Field(sa_type=sa.SmallInteger)
    cadeia: list[UUID] = Field(sa_column=sa.Column(ARRAY(sa.Uuid), nullable=False))
    municipio_id: UUID | None
    metodo: str
    confianca: str
    coordenadas_lat: float
    coordenadas_lng: float
    versao_limites: str
    resolvida_em: datetime = Field(sa_type=sa.DateTime(timezone=True))


class RevisaoGeoPendente(Base, table=True):
    """A point outside every polygon: it waits for new boundaries or for an operator."""

    __tablename__ = "revisoes_geo_pendentes"
    __table_args__ = (
        sa.Index("revisoes_por_situacao", "situacao", "demanda_id"),
        sa.Index("revisoes_a_reavaliar", "sequencia_tentada", postgresql_where=sa.text("situacao = 'pendente'")),
    )

    demanda_id: UUID = Field(primary_key=True)
    coordenadas_lat: float
    coordenadas_lng: float
    situacao: str = Field(description="pendente, resolvida or descartada")
    sequencia_tentada: int = Field(description="boundary version that did not cover the point; 0: none")
    evento_id: UUID = Field(description="event that brought the demand: cause of what will be published")
    correlacao_id: UUID
    criada_em: datetime = Field(sa_type=sa.DateTime(timezone=True))
    decidida_em: datetime | None = Field(sa_type=sa.DateTime(timezone=True))
    operador: str | None
    motivo: str | None
