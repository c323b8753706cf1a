"""The tables: facts as they came, the cases they make, what cases add up to, and what of it is public already."""

from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel


class Base(SQLModel, registry=registry()):
    """D-24's own registry: colonies that share a process never share tables."""

    metadata = sa.MetaData()


def _instante(**opcoes: Any) -> Any:
    return Field(sa_type=sa.DateTime(timezone=True), **opcoes)


class Fato(Base):
    """The latest thing that events of one type said of a demand."""

    demanda_id: UUID = Field(primary_key=True)
    ocorrido_em: datetime = _instante()
    event_id: UUID


class Localizacao(Fato, table=True):
    """The municipality of a demand; none when its chain does not reach one."""

    __tablename__ = "localizacoes"

    municipio_id: UUID | None


class Categorizacao(Fato, table=True):
    """The category of a demand; the highest version is the one that counts."""

    __tablename__ = "categorizacoes"

    versao_categorizacao: int
    categoria_id: str
    subcategoria_id: str | None


class Agregacao(Fato, table=True):
    """A demand represented by another one: it makes no case."""

    __tablename__ = "agregacoes"

    representante_id: UUID


class Atualizacao(Base, table=True):
    """What one update of a counsellor says of the path."""

    __tablename__ = "atualizacoes"

    demanda_id: UUID = Field(primary_key=True)
    atualizacao_id: UUID = Field(primary_key=True)
    passos: dict[str, str] = Field(sa_type=JSONB)


class Fecho(Base, table=True):
    """The end of a cycle, or of a demand that no counsellor followed."""

    __tablename__ = "fechos"

    demanda_id: UUID = Field(primary_key=True)
    event_id: UUID = Field(primary_key=True)
    concluida: bool
    inicio: datetime | None = _instante(nullable=True)
    fim: datetime = _instante()
    total_atualizacoes: int
    resumo: str


class Caso(Base, table=True):
    """A closed demand whose municipality and category are known, and which represents itself."""

    __tablename__ = "casos"

    demanda_id: UUID = Field(primary_key=True)
    municipio_id: UUID
    categoria_id: str
    subcategoria_id: str | None
    desfecho: str
    encerrado_em: datetime = _instante()
    prazo_dias: int | None
    total_atualizacoes: int
    resumo: str
    caminho: dict[str, list[str]] = Field(sa_type=JSONB)


class Perfil(Base, table=True):
    """A pair (municipality, category or subcategory) that has cases."""

    __tablename__ = "perfis"

    perfil_id: UUID = Field(primary_key=True)
    municipio_id: UUID
    categoria_id: str
    subcategoria_id: str | None


class Referencia(Base, table=True):
    """A case of a profile, in the order of its end."""

    __tablename__ = "referencias"

    perfil_id: UUID = Field(primary_key=True)
    encerrado_em: datetime = _instante(primary_key=True)
    demanda_id: UUID = Field(primary_key=True)


class Contagem(Base, table=True):
    """How many cases of a profile cite a name, ended in one way, or took so many days: what makes a profile cheap."""

    __tablename__ = "contagens"
    __table_args__ = (sa.Index("contagens_frequentes", "perfil_id", "tipo", sa.desc("total"), "nome"),)

    perfil_id: UUID = Field(primary_key=True)
    tipo: str = Field(primary_key=True)
    nome: str = Field(primary_key=True, sa_type=sa.String(collation="C"))
    total: int


class Pendente(Base, table=True):
    """A profile that something touched since it was last looked at for publication."""

    __tablename__ = "pendentes"

    perfil_id: UUID = Field(primary_key=True)
    desde: datetime = _instante()


class Publicacao(Base, table=True):
    """What the log says of a profile. In `public`: it is no projection, and a rebuild must find it as it was."""

    __tablename__ = "publicacoes"
    __table_args__ = {"schema": "public"}

    perfil_id: UUID = Field(primary_key=True)
    conteudo: dict[str, Any] = Field(sa_type=JSONB)
    publicado_em: datetime = _instante()
