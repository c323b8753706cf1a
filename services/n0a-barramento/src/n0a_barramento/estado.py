"""The archive, what waits for its cause, and what could not be read."""

from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel


class Base(SQLModel, registry=registry()):
    """The colony's own metadata."""

    metadata = sa.MetaData()


def _instante() -> Any:
    return sa.Column(sa.DateTime(timezone=True), nullable=False)


class Contador(Base, table=True):
    """The last number given. One row: who holds it numbers, so numbers have no gaps and follow the commits."""

    __tablename__ = "contador"

    unico: bool = Field(default=True, primary_key=True)
    ultimo: int = Field(sa_type=sa.BigInteger)


class Pulso(Base, table=True):
    """How far the pulses have told the archive. One row: who moves it publishes what lies between."""

    __tablename__ = "pulso"

    unico: bool = Field(default=True, primary_key=True)
    ate: int = Field(sa_type=sa.BigInteger, description="Last number told")
    publicado_em: datetime = Field(sa_column=_instante())


class Arquivado(Base, table=True):
    """One event of the log with its number, its position and its original bytes. Never changed or removed."""

    __tablename__ = "evento"
    __table_args__ = (
        sa.UniqueConstraint("event_id"),
        sa.Index("evento_da_demanda", "demanda_id", "sequence_number"),
        sa.Index("evento_da_correlacao", "correlacao_id", "sequence_number"),
        sa.Index("evento_do_tipo", "tipo", "sequence_number"),
    )

    sequence_number: int = Field(sa_type=sa.BigInteger, primary_key=True)
    event_id: UUID
    tipo: str
    versao_schema: str
    timestamp: datetime = Field(sa_column=_instante())
    origem: str
    correlacao_id: UUID
    causacao_id: UUID | None
    demanda_id: UUID | None
    topico: str
    particao: int
    deslocamento: int = Field(sa_type=sa.BigInteger)
    valor: bytes
    criado_em: datetime = Field(sa_column=_instante())


class Retido(Base, table=True):
    """An event whose cause has not arrived: it waits up to five seconds for it."""

    __tablename__ = "retido"
    __table_args__ = (sa.Index("retido_da_causa", "causacao_id"),)

    event_id: UUID = Field(primary_key=True)
    tipo: str
    versao_schema: str
    timestamp: datetime = Field(sa_column=_instante())
    origem: str
    correlacao_id: UUID
    causacao_id: UUID
    demanda_id: UUID | None
    topico: str
    particao: int
    deslocamento: int = Field(sa_type=sa.BigInteger)
    valor: bytes
    chegou_em: datetime = Field(sa_column=_instante())


class Ilegivel(Base, table=True):
    """A record that follows no known schema, or a dead letter of some colony: kept whole, shown to operators."""

    __tablename__ = "ilegivel"

    topico: str = Field(primary_key=True)
    particao: int = Field(primary_key=True)
    deslocamento: int = Field(sa_type=sa.BigInteger, primary_key=True)
    esquema_id: int | None
    erro: str
    chave: bytes | None
    valor: bytes
    criado_em: datetime = Field(sa_column=_instante())
