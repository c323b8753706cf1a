"""The write model. A schema is kept for ever, so that its id is never given to another one."""

import sqlalchemy as sa
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel


class Base(SQLModel, registry=registry()):
    """The colony's own metadata."""

    metadata = sa.MetaData()


GLOBAL = ""
"""The subject under which the settings of the whole registry are kept; no subject has this name."""


class Esquema(Base, table=True):
    """One schema, whatever the subjects it is in. The id is given under the lock of writes, one after the other."""

    __tablename__ = "esquema"

    id: int = Field(sa_column=sa.Column(sa.Integer, primary_key=True, autoincrement=False))
    texto: str = Field(description="As first registered, without white space")
    identidade: str = Field(unique=True, description="Digest of the canonical text and the references")
    identidade_resolvida: str = Field(index=True, description="Digest with the references inside")


class Referencia(Base, table=True):
    """What a schema borrows: always a number, never `latest`."""

    __tablename__ = "referencia"
    __table_args__ = (sa.Index("referencia_alvo", "assunto", "versao"),)

    esquema_id: int = Field(primary_key=True, foreign_key="esquema.id")
    ordem: int = Field(primary_key=True)
    nome: str
    assunto: str
    versao: int


class Versao(Base, table=True):
    """One version of a subject. `apagada` is a soft deletion; a hard one removes the row."""

    __tablename__ = "versao"

    assunto: str = Field(primary_key=True)
    numero: int = Field(sa_column=sa.Column(sa.Integer, primary_key=True, autoincrement=False))
    esquema_id: int = Field(foreign_key="esquema.id", index=True)
    apagada: bool = False


class Ajuste(Base, table=True):
    """Settings of a subject, or of the registry under `GLOBAL`; None is "not set here"."""

    __tablename__ = "ajuste"

    assunto: str = Field(primary_key=True)
    nivel: str | None = None
    normalizar: bool | None = None
    modo: str | None = None
    protegido: bool = Field(default=False, description="Belongs to contracts/: the API does not change it")
