"""The write model: each demand, every categorisation it had, the review queue and the contestations.

Citizens' words are in `demandas.texto` and `demandas.legendas` and nowhere else: erasing them there is enough.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

_INSTANTE = sa.DateTime(timezone=True)


class Base(SQLModel, registry=registry()):
    """D-3's own registry: colonies that share a process never share tables."""

    metadata = sa.MetaData()


class Demanda(Base, table=True):
    """What is known of a demand, either half first; published when there is a unit and `versao` is at least 1."""

    __tablename__ = "demandas"

    demanda_id: UUID = Field(primary_key=True)
    texto: str | None = Field(description="What the citizen wrote; null before it is known or once erased")
    legendas: str | None = Field(description="Automatic captions of the images")
    normalizada_id: UUID | None = Field(description="The event that brought the text")
    correlacao_id: UUID | None
    unidade_civica_id: UUID | None
    nivel_minimo_resolvido: int | None = Field(sa_type=sa.SmallInteger)
    versao: int | None = Field(description="Current categorisation; 0 waits for a moderator, null has no text yet")


class Categorizacao(Base, table=True):
    """One version of a demand's categorisation, append-only."""

    __tablename__ = "categorizacoes"

    demanda_id: UUID = Field(primary_key=True)
    versao: int = Field(primary_key=True)
    categoria_id: str | None = Field(description="Null when no term of the dictionary was found")
    subcategoria_id: str | None
    nivel_precedencia: int | None = Field(sa_type=sa.SmallInteger)
    score_horizontal: float | None
    confianca: float
    metodo: str
    candidatas: list[dict[str, Any]] = Field(sa_type=JSONB, description="Up to five, best first")
    evidencias: list[dict[str, Any]] = Field(sa_type=JSONB, description="Terms of the dictionary, never of the text")
    versao_taxonomia: str
    versao_classificador: str
    moderador: str | None
    justificativa: str | None
    nova_categoria: str | None = Field(description="Name of a category that the moderator proposes to the committees")
    criada_em: datetime = Field(sa_type=_INSTANTE)


class Revisao(Base, table=True):
    """A demand's place in the review queue, the present one."""

    __tablename__ = "revisoes"
    __table_args__ = (sa.Index("revisoes_fila", "situacao", "ordem", "confianca", "demanda_id"),)

    demanda_id: UUID = Field(primary_key=True)
    motivo: str
    ordem: int = Field(sa_type=sa.SmallInteger)
    confianca: float
    situacao: str = Field(description="pendente or decidida")
    aberta_em: datetime = Field(sa_type=_INSTANTE)
    decidida_em: datetime | None = Field(sa_type=_INSTANTE)


class Contestacao(Base, table=True):
    """A citizen said "wrong category?", once per citizen and demand."""

    __tablename__ = "contestacoes"

    demanda_id: UUID = Field(primary_key=True)
    cidadao_id: UUID = Field(primary_key=True)
    versao: int = Field(description="The version contested")
    categoria_sugerida: str | None
    criada_em: datetime = Field(sa_type=_INSTANTE)


class Vinculo(Base, table=True):
    """The account to which a device belongs."""

    __tablename__ = "vinculos"

    cidadao_id_anonimo: UUID = Field(primary_key=True)
    cidadao_id: UUID
    vinculado_em: datetime = Field(sa_type=_INSTANTE)


class TaxonomiaNoLog(Base, table=True):
    """Taxonomies already published on the log."""

    __tablename__ = "taxonomias_publicadas"

    versao: str = Field(primary_key=True)
    impressao: str = Field(primary_key=True, description="SHA-256 of the file")
