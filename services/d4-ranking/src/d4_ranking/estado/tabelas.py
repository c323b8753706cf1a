"""The write model: the present place of each demand, every score it ever had, and the counts that give positions."""

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel


class Base(SQLModel, registry=registry()):
    """D-4's own registry: colonies that share a process never share tables."""

    metadata = sa.MetaData()


class _Calculo(Base):
    unidade_civica_id: UUID
    categoria_id: str
    nivel_precedencia: int
    peso_nacional: float
    peso_situacional: float
    score_horizontal: float
    score_final: float
    calculado_em: datetime = Field(sa_type=sa.DateTime(timezone=True))


class Demanda(_Calculo, table=True):
    """The last calculation of each demand; the active ones of a unit, in order, are its ranking."""

    __tablename__ = "demandas"
    __table_args__ = (
        sa.Index(
            "demandas_ranking",
            "unidade_civica_id",
            sa.desc("score_final"),
            "demanda_id",
            postgresql_where=sa.text("ativo"),
        ),
        sa.Index("demandas_por_parametros", "versao_parametros", postgresql_where=sa.text("ativo")),
    )

    demanda_id: UUID = Field(primary_key=True)
    versao_categorizacao: int
    versao_parametros: str
    ativo: bool


class Historico(_Calculo, table=True):
    """Every calculation, append-only. The last row of a member of an aggregate is inactive."""

    __tablename__ = "historico"

    demanda_id: UUID = Field(primary_key=True)
    versao_categorizacao: int = Field(primary_key=True)
    versao_parametros: str = Field(primary_key=True)
    ativo: bool = Field(primary_key=True)
    posicao_no_ranking: int | None = Field(description="At the moment of the calculation; None when inactive")
    total_demandas_na_uc: int | None


class Agregada(Base, table=True):
    """Members of aggregates, whether or not they have been categorised yet."""

    __tablename__ = "agregadas"

    demanda_id: UUID = Field(primary_key=True)


class Unidade(Base, table=True):
    """One unit: its row is the lock of its queue, and keeps what is still to be announced."""

    __tablename__ = "unidades"
    __table_args__ = (sa.Index("unidades_a_anunciar", "anunciado_em", postgresql_where=sa.text("deve_anuncio")),)

    unidade_civica_id: UUID = Field(primary_key=True)
    total: int = Field(description="Active demands")
    relogio: datetime = Field(sa_type=sa.DateTime(timezone=True), description="Instant of the last change")
    ate_event_id: UUID | None = Field(description="Last demanda.ranqueada that changed this queue")
    motivo: str | None = Field(description="Why it last changed")
    deve_anuncio: bool = Field(description="Whether ranking.atualizado is due")
    anunciado_em: datetime | None = Field(sa_type=sa.DateTime(timezone=True))


class Contagem(Base, table=True):
    """How many active demands of a unit have a score and fall in a slice of time (see `contagem`)."""

    __tablename__ = "contagem"

    unidade_civica_id: UUID = Field(primary_key=True)
    grao: int = Field(primary_key=True, sa_type=sa.SmallInteger)
    score_final: float = Field(primary_key=True)
    balde: int = Field(primary_key=True, sa_type=sa.BigInteger)
    ativas: int


class ParametrosPublicados(Base, table=True):
    """Versions of the parameters already published on the log."""

    __tablename__ = "parametros_publicados"

    versao: str = Field(primary_key=True)
