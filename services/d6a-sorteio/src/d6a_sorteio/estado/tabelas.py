"""The write model: counsellors, demands, the queue of those that wait, commitments, and who was drawn for what."""

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

APTO = "ocupado_com IS NULL AND capacitado AND (mandato_fim IS NULL OR mandato_fim < cadastrado_em)"
"""Who may be drawn, but for suspensions, which end by themselves: the members of the pools, in one partial index."""


class Base(SQLModel, registry=registry()):
    """D-6a's own registry: colonies that share a process never share tables."""

    metadata = sa.MetaData()


def _quando(*colunas: str, **condicoes: str) -> sa.Index:
    """A partial index, `nome="condition"`."""
    [(nome, condicao)] = condicoes.items()
    return sa.Index(nome, *colunas, postgresql_where=sa.text(condicao))


_INSTANTE = sa.DateTime(timezone=True)


class Conselheiro(Base, table=True):
    """A counsellor, known outside by an id of D-6a's own."""

    __tablename__ = "conselheiros"
    __table_args__ = (
        sa.Index(
            "conselheiros_do_degrau",
            "degrau_uc_id",
            sa.text("chamado_em NULLS FIRST"),
            "conselheiro_id",
            postgresql_include=["suspenso_ate"],
            postgresql_where=sa.text(APTO),
        ),
        _quando("degrau_uc_id", conselheiros_de_mudanca="degrau_uc_id <> unidade_civica_id"),
        _quando("suspenso_ate", conselheiros_suspensos="suspenso_ate IS NOT NULL"),
    )

    conselheiro_id: UUID = Field(primary_key=True)
    cidadao_id: UUID = Field(unique=True)
    unidade_civica_id: UUID = Field(description="Where they want to act")
    degrau_uc_id: UUID = Field(
        description="The pool they stand in: their unit, changed only while no draw is open there"
    )
    capacitado: bool
    cadastrado_em: datetime = Field(sa_type=_INSTANTE, description="The last time they registered")
    ocupado_com: UUID | None = Field(unique=True, description="The demand that keeps them out of every pool")
    chamado_em: datetime | None = Field(sa_type=_INSTANTE, description="The last time they were drawn")
    recusas: int = Field(description="Consecutive refusals that count")
    suspenso_ate: datetime | None = Field(sa_type=_INSTANTE)
    mandato_fim: datetime | None = Field(sa_type=_INSTANTE, description="Registering again, later, undoes it")


class Demanda(Base, table=True):
    """A demand that the agenda offered, as it was then: a later draw for it needs nothing else."""

    __tablename__ = "demandas"
    __table_args__ = (_quando("demanda_id", demandas_a_avisar="situacao = 'esperando' AND NOT avisada"),)

    demanda_id: UUID = Field(primary_key=True)
    unidade_civica_id: UUID
    cadeia_ucs: list[UUID] = Field(sa_type=ARRAY(sa.Uuid), description="The ladder: from its unit to the root")
    categoria_id: str
    nivel_precedencia: int
    score_final: float
    grupo_id: UUID | None
    situacao: str = Field(description="esperando, comprometida, atribuida or encerrada")
    rodada: int = Field(description="Commitments made for it")
    avisada: bool = Field(description="Whether this wait was told as one without candidates")
    causa_id: UUID = Field(description="The event that made it wait")
    correlacao_id: UUID
    rastro: str | None


class Encerrada(Base, table=True):
    """A demand that is never drawn again, offered or not: aggregated under another, or concluded."""

    __tablename__ = "encerradas"

    demanda_id: UUID = Field(primary_key=True)


class NaFila(Base, table=True):
    """A demand that waits, at one rung of its ladder. Draws again come first, then the highest score."""

    __tablename__ = "fila"
    __table_args__ = (
        sa.Index("fila_em_ordem", "degrau_uc_id", sa.desc("retomada"), sa.desc("score_final"), "demanda_id"),
    )

    demanda_id: UUID = Field(primary_key=True)
    degrau_uc_id: UUID = Field(primary_key=True)
    retomada: bool
    score_final: float


class Sorteio(Base, table=True):
    """A commitment and how it ended. An open one reserves its rung: nobody of that pool is committed elsewhere."""

    __tablename__ = "sorteios"
    __table_args__ = (
        sa.Index("sorteios_da_demanda", "demanda_id", unique=True, postgresql_where=sa.text("situacao = 'aberto'")),
        sa.Index("sorteios_do_degrau", "degrau_uc_id", unique=True, postgresql_where=sa.text("situacao = 'aberto'")),
    )

    sorteio_id: UUID = Field(primary_key=True)
    demanda_id: UUID
    unidade_civica_id: UUID
    degrau_uc_id: UUID
    lista: str | None = Field(
        description="The ids committed to, joined by newlines; dropped at the end, the log has it"
    )
    comprometido_event_id: UUID = Field(unique=True)
    comprometido_em: datetime = Field(sa_type=_INSTANTE)
    situacao: str = Field(description="aberto, sorteado or cancelado")
    encerrado_em: datetime | None = Field(sa_type=_INSTANTE)


class Atribuicao(Base, table=True):
    """A counsellor was drawn for a demand: once at most, so who has been there is not drawn for it again."""

    __tablename__ = "atribuicoes"
    __table_args__ = (
        sa.Index("atribuicoes_do_conselheiro", "conselheiro_id", "atribuida_em", "sorteio_id"),
        sa.Index("atribuicao_da_demanda", "demanda_id", unique=True, postgresql_where=sa.text("encerrada_em IS NULL")),
        sa.Index(
            "atribuicao_do_conselheiro", "conselheiro_id", unique=True, postgresql_where=sa.text("encerrada_em IS NULL")
        ),
    )

    demanda_id: UUID = Field(primary_key=True)
    conselheiro_id: UUID = Field(primary_key=True)
    sorteio_id: UUID = Field(unique=True)
    atribuida_em: datetime = Field(sa_type=_INSTANTE)
    encerrada_em: datetime | None = Field(sa_type=_INSTANTE)
    desfecho: str | None
