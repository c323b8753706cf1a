"""The demands received: only what the citizen sent, never changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel, col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from d1a_captura.dominio.relato import Relato
from nucleo import UnidadeDeTrabalho

PENDENTE = "pendente_normalizacao"

Chave = tuple[UUID, bytes]
"""Who reported, and the fingerprint of what: unique for ever."""


class Base(SQLModel, registry=registry()):
    """Base of this colony's tables."""

    metadata = sa.MetaData()


class Demanda(Base, table=True):
    """A demand as received."""

    __tablename__ = "demanda"
    __table_args__ = (sa.UniqueConstraint("cidadao_id", "impressao", name="demanda_uma_vez"),)

    demanda_id: UUID = Field(primary_key=True)
    cidadao_id: UUID
    impressao: bytes
    situacao: str
    canal: str
    relato: dict[str, Any] = Field(sa_type=JSONB)
    recebida_em: datetime = Field(sa_type=sa.DateTime(timezone=True))


@dataclass(frozen=True, slots=True)
class Submissao:
    """A valid report on its way to the database, with what ties it to its request."""

    demanda_id: UUID
    cidadao_id: UUID
    impressao: bytes
    relato: Relato
    recebida_em: datetime
    correlacao_id: UUID | None
    rastro: str | None

    @property
    def chave(self) -> Chave:
        """What makes this submission one with another."""
        return self.cidadao_id, self.impressao


async def guardar(uow: UnidadeDeTrabalho, submissoes: Iterable[Submissao]) -> dict[Chave, UUID]:
    """Store what is new and return, by key, the demand that holds each submission: its own or an older one.

    Rows go in the order of their keys, so that two replicas with the same submissions wait, never deadlock.
    """
    primeiras: dict[Chave, Submissao] = {}
    for submissao in submissoes:
        primeiras.setdefault(submissao.chave, submissao)
    novas = await _inserir(uow, [primeiras[chave] for chave in sorted(primeiras)])
    antigas = [chave for chave in primeiras if chave not in novas]
    return novas | (await _encontrar(uow, antigas) if antigas else {})


async def _inserir(uow: UnidadeDeTrabalho, submissoes: list[Submissao]) -> dict[Chave, UUID]:
    resultado = await uow.sql(
        _INSERIR,
        demandas=[s.demanda_id for s in submissoes],
        cidadaos=[s.cidadao_id for s in submissoes],
        impressoes=[s.impressao for s in submissoes],
        canais=[s.relato.canal for s in submissoes],
        relatos=[s.relato.model_dump_json(exclude_none=True) for s in submissoes],
        instantes=[s.recebida_em for s in submissoes],
        situacao=PENDENTE,
    )
    return {(linha.cidadao_id, linha.impressao): linha.demanda_id for linha in resultado}


async def _encontrar(uow: UnidadeDeTrabalho, chaves: list[Chave]) -> dict[Chave, UUID]:
    resultado = await uow.sql(_ENCONTRAR, cidadaos=[c for c, _ in chaves], impressoes=[i for _, i in chaves])
    return {(linha.cidadao_id, linha.impressao): linha.demanda_id for linha in resultado}


async def ler(banco: AsyncSession, demanda_id: UUID, cidadao_id: UUID) -> Demanda | None:
    """Return a demand of this citizen."""
    demanda = await banco.get(Demanda, demanda_id)
    return demanda if demanda is not None and demanda.cidadao_id == cidadao_id else None


async def listar(banco: AsyncSession, cidadao_id: UUID, antes_de: UUID | None, quantas: int) -> list[Demanda]:
    """Return the newest demands of a citizen, older than `antes_de`."""
    consulta = select(Demanda).where(Demanda.cidadao_id == cidadao_id)
    if antes_de is not None:
        consulta = consulta.where(Demanda.demanda_id < antes_de)
    return list(await banco.exec(consulta.order_by(col(Demanda.demanda_id).desc()).limit(quantas)))


_INSERIR = """
INSERT INTO demanda (demanda_id, cidadao_id, impressao, situacao, canal, relato, recebida_em)
SELECT n.demanda_id, n.cidadao_id, n.impressao, :situacao, n.canal, CAST(n.relato AS jsonb), n.recebida_em
FROM unnest(CAST(:demandas AS uuid[]), CAST(:cidadaos AS uuid[]), CAST(:impressoes AS bytea[]),
            CAST(:canais AS text[]), CAST(:relatos AS text[]), CAST(:instantes AS timestamptz[]))
     AS n(demanda_id, cidadao_id, impressao, canal, relato, recebida_em)
ON CONFLICT ON CONSTRAINT demanda_uma_vez DO NOTHING
RETURNING demanda_id, cidadao_id, impressao
"""
_ENCONTRAR = """
SELECT d.demanda_id, d.cidadao_id, d.impressao
FROM demanda d
JOIN unnest(CAST(:cidadaos AS uuid[]), CAST(:impressoes AS bytea[])) AS n(cidadao_id, impressao)
  USING (cidadao_id, impressao)
"""
