"""The write model: demands, who follows or followed them, every update, and what citizens confirmed or refused."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

_INSTANTE = sa.DateTime(timezone=True)
_A_JULGAR = sa.text("situacao IN ('aguardando', 'recusada')")


class Base(SQLModel, registry=registry()):
    """D-6b's own registry: colonies that share a process never share tables."""

    metadata = sa.MetaData()


class Demanda(Base, table=True):
    """One demand: its row is the lock of all that is known of it."""

    __tablename__ = "demandas"

    demanda_id: UUID = Field(primary_key=True)
    concluida_em: datetime | None = Field(sa_type=_INSTANTE, description="When a counsellor concluded or ratified it")


class Acompanhamento(Base, table=True):
    """One draw: a counsellor following a demand. Its id is the draw's."""

    __tablename__ = "acompanhamentos"
    __table_args__ = (
        sa.Index("acompanhamentos_demanda", "demanda_id"),
        sa.Index("acompanhamentos_conselheiro", "conselheiro_id"),
        sa.Index(
            "acompanhamentos_prazo", "prazo", postgresql_where=sa.text("situacao = 'ativo' AND NOT prazo_alertado")
        ),
    )

    acompanhamento_id: UUID = Field(primary_key=True)
    demanda_id: UUID
    conselheiro_id: UUID
    unidade_civica_id: UUID
    inicio: datetime = Field(sa_type=_INSTANTE)
    situacao: str
    fim: datetime | None = Field(sa_type=_INSTANTE)
    iniciado_em: datetime | None = Field(sa_type=_INSTANTE, description="First update")
    status: str = Field(description="What the counsellor last said of the demand")
    prazo: date | None = Field(description="Deadline in force")
    prazo_atualizacao_id: UUID | None
    prazo_alertado: bool
    ciclo: dict[str, Any] = Field(sa_type=JSONB, description="What summaries are made of")
    texto_resumo_ciclo: str = Field(description="Public summary")


class Atualizacao(Base, table=True):
    """One update, sanitised, whatever became of it."""

    __tablename__ = "atualizacoes"
    __table_args__ = (
        sa.UniqueConstraint("acompanhamento_id", "numero_sequencial"),
        sa.Index("atualizacoes_demanda", "demanda_id", "cidadao_id", "ordem"),
        sa.Index("atualizacoes_a_julgar", "demanda_id", postgresql_where=_A_JULGAR),
        sa.Index("atualizacoes_a_julgar_de", "cidadao_id", postgresql_where=_A_JULGAR),
    )

    atualizacao_id: UUID = Field(primary_key=True)
    ordem: int = Field(sa_column=sa.Column(sa.BigInteger, sa.Identity(always=True), nullable=False))
    demanda_id: UUID
    cidadao_id: UUID = Field(description="Author; never published")
    tipo: str
    texto: str
    campos: dict[str, str] = Field(sa_type=JSONB)
    origem_estruturacao: str
    transcricao_automatica: bool
    termos_suspeitos: list[str] = Field(sa_type=JSONB)
    registrada_em: datetime = Field(sa_type=_INSTANTE)
    event_id: UUID
    correlacao_id: UUID
    situacao: str = Field(description="invalida, aguardando, recusada or publicada")
    erros: list[dict[str, str]] = Field(sa_type=JSONB)
    acompanhamento_id: UUID | None
    numero_sequencial: int | None


class Conclusao(Base, table=True):
    """A collective conclusion, ratified or not."""

    __tablename__ = "conclusoes"
    __table_args__ = (sa.Index("conclusoes_demanda", "demanda_id"),)

    conclusao_id: UUID = Field(primary_key=True)
    demanda_id: UUID
    total_conclusoes: int
    data: datetime = Field(sa_type=_INSTANTE)
    ratificacao_necessaria: bool


class Recusa(Base, table=True):
    """A refusal of a draw, known before or after the draw itself."""

    __tablename__ = "recusas"
    __table_args__ = (sa.Index("recusas_cidadao", "cidadao_id"),)

    demanda_id: UUID = Field(primary_key=True)
    cidadao_id: UUID = Field(primary_key=True)
    quando: datetime = Field(sa_type=_INSTANTE, primary_key=True)


class Conselheiro(Base, table=True):
    """Who a counsellor is; known of a draw before D-6a has said it."""

    __tablename__ = "conselheiros"
    __table_args__ = (sa.Index("conselheiros_cidadao", "cidadao_id"),)

    conselheiro_id: UUID = Field(primary_key=True)
    cidadao_id: UUID | None


class Vinculo(Base, table=True):
    """An anonymous id that now belongs to an account."""

    __tablename__ = "vinculos"

    cidadao_id_anonimo: UUID = Field(primary_key=True)
    cidadao_id: UUID


class Varredura(Base, table=True):
    """When a periodic look was last complete."""

    __tablename__ = "varreduras"

    nome: str = Field(primary_key=True)
    feita_em: datetime = Field(sa_type=_INSTANTE)
