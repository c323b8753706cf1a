"""The write model: demands with the facts known of them, the counts that give indices, and the cells of the groups."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from d5_agenda.dominio import trabalho

INSTANTE = sa.DateTime(timezone=True)


def _entre(status: Sequence[str]) -> str:
    return f"status IN ({', '.join(repr(str(um)) for um in status)})"


NA_ORDEM = _entre(trabalho.NA_ORDEM)
"""SQL: takes part in the order of its unit, if it has one."""

FORA_DA_ORDEM = _entre(trabalho.FORA_DA_ORDEM)
"""SQL: left the order of its unit."""


class Base(SQLModel, registry=registry()):
    """D-5's own registry: colonies that share a process never share tables."""

    metadata = sa.MetaData()


class Demanda(Base, table=True):
    """A demand, ranked or not yet; those of a unit that take part in the order are its backlog."""

    __tablename__ = "demandas"
    __table_args__ = (
        sa.Index(
            "demandas_na_ordem",
            "unidade_civica_id",
            "nivel_precedencia",
            sa.desc("score_final"),
            "demanda_id",
            "categoria_id",
            "status",
            postgresql_where=sa.text(f"unidade_civica_id IS NOT NULL AND {NA_ORDEM}"),
        ),
        sa.Index(
            "demandas_fora_da_ordem",
            "unidade_civica_id",
            "status",
            "nivel_precedencia",
            sa.desc("score_final"),
            "demanda_id",
            "categoria_id",
            postgresql_where=sa.text(f"unidade_civica_id IS NOT NULL AND {FORA_DA_ORDEM}"),
        ),
        sa.Index(
            "demandas_a_chamar",
            "unidade_civica_id",
            "nivel_precedencia",
            sa.desc("score_final"),
            "demanda_id",
            postgresql_where=sa.text("unidade_civica_id IS NOT NULL AND status = 'disponivel' AND NOT anunciada"),
        ),
        sa.Index(
            "demandas_no_mapa",
            "unidade_civica_id",
            "categoria_id",
            "celula_y",
            "celula_x",
            postgresql_where=sa.text(f"unidade_civica_id IS NOT NULL AND celula_y IS NOT NULL AND {NA_ORDEM}"),
        ),
        sa.Index("demandas_aguardando", "unidade_civica_id", postgresql_where=sa.text("aguardando")),
    )

    demanda_id: UUID = Field(primary_key=True)
    sorteada_em: datetime | None = Field(sa_type=INSTANTE, description="The last draw for it")
    sorteado_id: UUID | None
    iniciada_em: datetime | None = Field(sa_type=INSTANTE, description="The last first contact")
    iniciador_id: UUID | None
    encerrada_em: datetime | None = Field(sa_type=INSTANTE, description="The last time a counsellor gave it up")
    encerrador_id: UUID | None
    vaga_em: datetime | None = Field(sa_type=INSTANTE, description="The last draw that ended without anybody")
    concluida_em: datetime | None = Field(sa_type=INSTANTE)
    confirmada_em: datetime | None = Field(sa_type=INSTANTE, description="Collective conclusion without ratification")
    agregada_em: datetime | None = Field(sa_type=INSTANTE)
    status: str
    data_conclusao: datetime | None = Field(sa_type=INSTANTE)
    anunciada: bool = Field(description="The draw knows it")
    aguardando: bool = Field(description="The draw knows it, and nobody was drawn yet")
    unidade_civica_id: UUID | None = Field(description="None: not ranked yet")
    categoria_id: str | None
    nivel_precedencia: int | None
    score_final: float | None
    versao_parametros: str | None
    calculado_em: datetime | None = Field(sa_type=INSTANTE)
    correlacao_id: UUID | None
    lat: float | None
    lng: float | None
    celula_y: int | None = Field(description="Row of its cell, from the equator to the north (see dominio.grade)")
    celula_x: int | None
    situada_em: datetime | None = Field(sa_type=INSTANTE)


class Unidade(Base, table=True):
    """One unit: what divides its attention, how many items it has, and what it still has to announce."""

    __tablename__ = "unidades"
    __table_args__ = (sa.Index("unidades_a_gerar", "gerada_em", postgresql_where=sa.text("deve_agenda")),)

    unidade_civica_id: UUID = Field(primary_key=True)
    cadeia_ucs: list[UUID] | None = Field(sa_type=ARRAY(sa.Uuid), description="From itself to the largest")
    cadeia_em: datetime | None = Field(sa_type=INSTANTE)
    nivel_corrente: int | None = Field(description="None: its ranking was not read yet")
    distribuicao: list[float] | None = Field(sa_type=ARRAY(sa.Float))
    ranking_em: datetime | None = Field(sa_type=INSTANTE)
    disponiveis: int
    atribuidos: int
    em_progresso: int
    motivo: str | None = Field(description="Why its backlog last changed")
    deve_agenda: bool = Field(description="Whether agenda.gerada is due")
    gerada_em: datetime | None = Field(sa_type=INSTANTE)


class UnidadePublicada(Base, table=True):
    """A unit that the territory has or had."""

    __tablename__ = "unidades_publicadas"

    unidade_civica_id: UUID = Field(primary_key=True)


class Contagem(Base, table=True):
    """How many items of a level have a score and fall in a slice of time (see `contagem`)."""

    __tablename__ = "contagem"

    unidade_civica_id: UUID = Field(primary_key=True)
    nivel_precedencia: int = Field(primary_key=True, sa_type=sa.SmallInteger)
    grao: int = Field(primary_key=True, sa_type=sa.SmallInteger)
    score_final: float = Field(primary_key=True)
    balde: int = Field(primary_key=True, sa_type=sa.BigInteger)
    itens: int


class Celula(Base, table=True):
    """A cell that is not empty. Connected cells have the same root: the first of them, which names their group."""

    __tablename__ = "celulas"
    __table_args__ = (sa.Index("celulas_por_raiz", "raiz_y", "raiz_x", "unidade_civica_id", "categoria_id"),)

    unidade_civica_id: UUID = Field(primary_key=True)
    categoria_id: str = Field(primary_key=True)
    y: int = Field(primary_key=True)
    x: int = Field(primary_key=True)
    pontos: int
    raiz_y: int
    raiz_x: int
