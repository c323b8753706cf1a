"""What citizens sent, as they sent it; and what D-1a has to know of other colonies to answer at once."""

from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

_INSTANTE = sa.DateTime(timezone=True)


class Base(SQLModel, registry=registry()):
    """Base of this colony's tables."""

    metadata = sa.MetaData()


class Demanda(Base, table=True):
    """A demand as received, under the id with which it came; never changed."""

    __tablename__ = "demanda"
    __table_args__ = (sa.UniqueConstraint("cidadao_id", "impressao", name="demanda_uma_vez"),)

    demanda_id: UUID = Field(primary_key=True)
    cidadao_id: UUID
    impressao: bytes
    situacao: str
    canal: str
    relato: dict[str, Any] = Field(sa_type=JSONB)
    recebida_em: datetime = Field(sa_type=_INSTANTE)


class Identidade(Base, table=True):
    """An id that belongs to an account: the account's own, or that of a device linked to it."""

    __tablename__ = "identidade"
    __table_args__ = (sa.Index("identidade_da_conta", "conta_id"),)

    cidadao_id: UUID = Field(primary_key=True)
    conta_id: UUID
    vinculada_em: datetime | None = Field(sa_type=_INSTANTE)


class Unidade(Base, table=True):
    """A civic unit, and whether it is in force."""

    __tablename__ = "unidade"

    unidade_civica_id: UUID = Field(primary_key=True)
    ativa: bool


class Candidatura(Base, table=True):
    """The last time that a citizen asked to be a counsellor."""

    __tablename__ = "candidatura"

    cidadao_id: UUID = Field(primary_key=True)
    unidade_civica_id: UUID
    capacitacao_concluida: bool
    registrada_em: datetime = Field(sa_type=_INSTANTE)


class Conselheiro(Base, table=True):
    """The citizen behind a counsellor's public id."""

    __tablename__ = "conselheiro"

    conselheiro_id: UUID = Field(primary_key=True)
    cidadao_id: UUID


class Atribuicao(Base, table=True):
    """A demand given to a counsellor by a draw; the newest of a demand is the one in force."""

    __tablename__ = "atribuicao"
    __table_args__ = (sa.Index("atribuicao_da_demanda", "demanda_id", "atribuida_em", "sorteio_id"),)

    sorteio_id: UUID = Field(primary_key=True)
    demanda_id: UUID
    conselheiro_id: UUID
    atribuida_em: datetime = Field(sa_type=_INSTANTE)


class Encerramento(Base, table=True):
    """The end of a counsellor's cycle with a demand; it may be known before its beginning."""

    __tablename__ = "encerramento"

    demanda_id: UUID = Field(primary_key=True)
    conselheiro_id: UUID = Field(primary_key=True)
    iniciado_em: datetime = Field(primary_key=True, sa_type=_INSTANTE)


class Recusa(Base, table=True):
    """A draw that its counsellor refused, once."""

    __tablename__ = "recusa"

    sorteio_id: UUID = Field(primary_key=True)
    motivo: str
    recusada_em: datetime = Field(sa_type=_INSTANTE)


class Atualizacao(Base, table=True):
    """That an update was sent, once under each attribution; its content is on the log."""

    __tablename__ = "atualizacao"
    __table_args__ = (
        sa.UniqueConstraint("sorteio_id", "impressao", name="atualizacao_uma_vez"),
        sa.Index("atualizacao_que_conclui", "sorteio_id", unique=True, postgresql_where=sa.text("conclui")),
        sa.Index(
            "atualizacao_da_chave", "sorteio_id", "chave", unique=True, postgresql_where=sa.text("chave IS NOT NULL")
        ),
    )

    atualizacao_id: UUID = Field(primary_key=True)
    sorteio_id: UUID
    impressao: bytes
    conclui: bool
    registrada_em: datetime = Field(sa_type=_INSTANTE)
    chave: str | None
