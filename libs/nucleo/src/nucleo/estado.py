"""The core's own tables, present in the database of every colony: outbox, inbox, cursor and dead letters."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel


class Base(SQLModel, registry=registry()):
    """The core's own registry: colonies that share a process never share tables."""

    metadata = sa.MetaData()


class Saida(Base, table=True):
    """The outbox: events written in the transaction that caused them, until the relay has published them."""

    __tablename__ = "saida"
    __table_args__ = (
        sa.Index("saida_pendente", "ordem", postgresql_where=sa.text("publicado_em IS NULL")),
        sa.Index("saida_publicada", "publicado_em", postgresql_using="brin"),
    )

    ordem: int = Field(sa_column=sa.Column(sa.BigInteger, sa.Identity(always=True), primary_key=True))
    event_id: UUID
    topico: str
    particao_de: bytes = Field(description="What chooses the partition: the entity's key")
    chave: bytes = Field(description="The record's key")
    esquema: str | None = Field(description="type@version of the Avro body; None: the value is raw bytes (DLQ)")
    corpo: bytes | None
    cabecalhos: str = Field(description="JSON list of [name, value]")
    criado_em: datetime = Field(
        sa_column=sa.Column(sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now())
    )
    publicado_em: datetime | None = Field(sa_column=sa.Column(sa.DateTime(timezone=True)))


class Entrada(Base, table=True):
    """The inbox: ids of events already handled. Rows older than the retention are removed."""

    __tablename__ = "entrada"
    __table_args__ = (sa.Index("entrada_idade", "recebido_em", postgresql_using="brin"),)

    event_id: UUID = Field(primary_key=True)
    recebido_em: datetime = Field(
        sa_column=sa.Column(sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now())
    )


class Cursor(Base, table=True):
    """The next offset to read of each partition. The truth about consumption; Kafka's own is for lag metrics."""

    __tablename__ = "cursor"

    topico: str = Field(primary_key=True)
    particao: int = Field(primary_key=True)
    proximo: int = Field(sa_type=sa.BigInteger)


class CartaMorta(Base, table=True):
    """A record this colony could not handle, with its bytes, so that it can be shown, reprocessed or discarded."""

    __tablename__ = "carta_morta"
    __table_args__ = (sa.UniqueConstraint("topico", "particao", "deslocamento"),)

    id: UUID = Field(primary_key=True)
    topico: str
    particao: int
    deslocamento: int = Field(sa_type=sa.BigInteger)
    chave: bytes | None
    valor: bytes | None
    cabecalhos: list[list[str]] = Field(sa_type=JSONB, description="[name, value in hexadecimal]")
    event_id: UUID | None
    erro: str
    situacao: str = Field(default="pendente", description="pendente, reprocessada or descartada")
    criado_em: datetime = Field(
        sa_column=sa.Column(sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now())
    )
    resolvido_em: datetime | None = Field(sa_column=sa.Column(sa.DateTime(timezone=True)))
