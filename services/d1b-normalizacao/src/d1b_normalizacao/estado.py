"""The normalised version of each demand, beside the raw text it was made from."""

from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel


class Base(SQLModel, registry=registry()):
    """The colony's own metadata."""

    metadata = sa.MetaData()


class Normalizacao(Base, table=True):
    """One version of one demand; the raw is kept and never changed."""

    __tablename__ = "normalizacao"

    demanda_id: UUID = Field(primary_key=True)
    versao_normalizador: str = Field(primary_key=True)
    recebida_event_id: UUID
    texto_bruto: str
    titulo: str
    descricao_limpa: str
    confianca: float
    termos_suspeitos: list[str] = Field(sa_column=sa.Column(ARRAY(sa.String), nullable=False))
    detalhes: dict[str, Any] = Field(sa_type=JSONB, description="Entities and captions")
    criado_em: datetime = Field(sa_column=sa.Column(sa.DateTime(timezone=True), nullable=False))


GUARDAR = """
INSERT INTO normalizacao (demanda_id, versao_normalizador, recebida_event_id, texto_bruto, titulo, descricao_limpa,
                          confianca, termos_suspeitos, detalhes, criado_em)
SELECT d, :versao, e, b, t, l, c, CAST(s AS varchar[]), CAST(j AS jsonb), :agora
FROM unnest(CAST(:demandas AS uuid[]), CAST(:eventos AS uuid[]), CAST(:brutos AS text[]), CAST(:titulos AS text[]),
            CAST(:limpas AS text[]), CAST(:confiancas AS float8[]), CAST(:suspeitos AS text[]),
            CAST(:detalhes AS text[])) AS n(d, e, b, t, l, c, s, j)
ON CONFLICT DO NOTHING
"""
