"""The write model: accounts, the devices linked to them, their roles, their sessions, and logins under way."""

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel


class Base(SQLModel, registry=registry()):
    """C-1's own registry: colonies that share a process never share tables."""

    metadata = sa.MetaData()


class Conta(Base, table=True):
    """A person, as one provider knows them, and what they declare about themselves."""

    __tablename__ = "contas"
    __table_args__ = (sa.UniqueConstraint("emissor", "sub", name="contas_emissor_sub"),)

    cidadao_id: UUID = Field(primary_key=True)
    emissor: str = Field(description="The provider's `issuer`")
    sub: str = Field(description="The person there; never shown")
    auth_provider: str = Field(description="What the settings called the provider when the account was made")
    criada_em: datetime = Field(sa_type=sa.DateTime(timezone=True))
    nome: str | None
    email: str | None
    avatar_url: str | None
    endereco: str | None
    unidade_civica_id: UUID | None


class Vinculo(Base, table=True):
    """An anonymous identifier of a device, and the one account that it belongs to."""

    __tablename__ = "vinculos"

    cidadao_id_anonimo: UUID = Field(primary_key=True)
    cidadao_id: UUID = Field(foreign_key="contas.cidadao_id")
    vinculado_em: datetime = Field(sa_type=sa.DateTime(timezone=True))


class Papel(Base, table=True):
    """A role that an account has now; every change is an event."""

    __tablename__ = "papeis"

    cidadao_id: UUID = Field(foreign_key="contas.cidadao_id", primary_key=True)
    papel: str = Field(primary_key=True)
    concedido_por: str
    concedido_em: datetime = Field(sa_type=sa.DateTime(timezone=True))


class Sessao(Base, table=True):
    """A family of refresh tokens: the hash of the last one handed out. Ended sessions have no row."""

    __tablename__ = "sessoes"

    id: UUID = Field(primary_key=True)
    cidadao_id: UUID = Field(foreign_key="contas.cidadao_id")
    segredo: bytes
    expira_em: datetime = Field(sa_type=sa.DateTime(timezone=True), index=True)


class Entrada(Base, table=True):
    """A login that went to a provider and has not come back. Only hashes of what the browser brings are kept."""

    __tablename__ = "entradas"

    estado: bytes = Field(primary_key=True, description="Hash of `state`")
    navegador: bytes = Field(description="Hash of the cookie of the browser that began it")
    emissor: str = Field(description="What the settings call the provider")
    nonce: str
    verificador: str = Field(description="PKCE")
    retorno: str | None
    cidadao_id_anonimo: UUID | None
    expira_em: datetime = Field(sa_type=sa.DateTime(timezone=True), index=True)


class Unidade(Base, table=True):
    """A civic unit that exists, for citizens to say that they live in it."""

    __tablename__ = "unidades"

    unidade_civica_id: UUID = Field(primary_key=True)
    ativa: bool
    ocorrido_em: datetime = Field(sa_type=sa.DateTime(timezone=True))
    event_id: UUID
