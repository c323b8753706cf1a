"""The projections' tables. Facts carry the instant and id of the event they came from: the latest one stays."""

from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel


class Base(SQLModel, registry=registry()):
    """D-7's own registry: colonies that share a process never share tables."""

    metadata = sa.MetaData()


def _instante(**opcoes: Any) -> Any:
    return Field(sa_type=sa.DateTime(timezone=True), **opcoes)


class Fato(Base):
    """The latest thing that events of one type said of a demand."""

    demanda_id: UUID = Field(primary_key=True)
    ocorrido_em: datetime = _instante()
    event_id: UUID


class Entrada(Base, table=True):
    """One event of a demand's timeline: parameters only, so that its sentence is written when read."""

    __tablename__ = "timeline"

    demanda_id: UUID = Field(primary_key=True)
    ocorrido_em: datetime = _instante(primary_key=True)
    event_id: UUID = Field(primary_key=True)
    tipo: str
    publica: bool
    dados: dict[str, Any] = Field(sa_type=JSONB)


class Demanda(Base, table=True):
    """Reception, and the point on the map: the citizen's until the georeferenced one is known."""

    __tablename__ = "demandas"
    __table_args__ = (sa.Index("demandas_ponto", "lat", "lng"),)

    demanda_id: UUID = Field(primary_key=True)
    recebida_em: datetime | None = _instante(nullable=True, description="null until the reception is read")
    criada_em: datetime | None = _instante(nullable=True, description="on the citizen's device, as it says")
    canal: str | None
    tipo_midia: str | None
    subcategoria_id: str | None = Field(description="what the citizen chose")
    lat: float | None
    lng: float | None


class Texto(Fato, table=True):
    """What the citizen wrote, normalised. Raw: whoever shows it escapes it."""

    __tablename__ = "textos"

    titulo: str
    descricao: str
    titulo_busca: str
    confianca: float
    descricoes_midia: list[dict[str, str]] | None = Field(sa_type=JSONB)


class Retencao(Base, table=True):
    """Demands whose text nobody may see before a moderator decides. No later machine event takes one away."""

    __tablename__ = "retencoes"

    demanda_id: UUID = Field(primary_key=True)


class Localizacao(Fato, table=True):
    """The civic unit of a demand."""

    __tablename__ = "localizacoes"
    __table_args__ = (sa.Index("localizacoes_unidade", "unidade_civica_id", "demanda_id"),)

    unidade_civica_id: UUID
    municipio_id: UUID | None
    confianca_geo: str


class Categorizacao(Fato, table=True):
    """The category of a demand and how it was found."""

    __tablename__ = "categorizacoes"

    categoria_id: str
    subcategoria_id: str | None
    nivel_precedencia: int = Field(sa_type=sa.SmallInteger)
    confianca: float
    metodo: str
    versao_categorizacao: int
    versao_taxonomia: str
    versao_classificador: str


class Ranqueamento(Fato, table=True):
    """The score of a demand in its civic unit, with every factor of it."""

    __tablename__ = "ranqueamentos"
    __table_args__ = (sa.Index("ranqueamentos_ordem", "unidade_civica_id", sa.text("(-score_final)"), "demanda_id"),)

    unidade_civica_id: UUID
    score_final: float
    peso_nacional: float
    peso_situacional: float
    score_horizontal: float
    versao_parametros: str
    calculado_em: datetime = _instante()


class Agregacao(Fato, table=True):
    """A demand represented by another one."""

    __tablename__ = "agregacoes"
    __table_args__ = (sa.Index("agregacoes_representante", "representante_id"),)

    representante_id: UUID


class Disponibilidade(Fato, table=True):
    """A demand that reached the top of its unit's backlog."""

    __tablename__ = "disponiveis"


class Atribuicao(Fato, table=True):
    """The latest draw of a demand's counsellor."""

    __tablename__ = "atribuicoes"

    conselheiro_id: UUID
    atribuida_em: datetime = _instante()


class Inicio(Base, table=True):
    """A demand on which a counsellor acted: the first time, and the last time that one began."""

    __tablename__ = "inicios"

    demanda_id: UUID = Field(primary_key=True)
    primeiro_em: datetime = _instante()
    ultimo_em: datetime = _instante()


class Vaga(Fato, table=True):
    """The last time that a demand was left without a counsellor."""

    __tablename__ = "vagas"

    conselheiro_id: UUID | None = Field(description="who left it; null: whoever it was")


class Conclusao(Fato, table=True):
    """The first time that a demand was done."""

    __tablename__ = "conclusoes"
    __table_args__ = (sa.Index("conclusoes_data", "concluida_em", "demanda_id"),)

    concluida_em: datetime = _instante()


class ResumoDoCiclo(Fato, table=True):
    """The newest public summary of what was done for a demand."""

    __tablename__ = "resumos_ciclo"

    resumo: str
    versao_metodo: str
    gerado_em: datetime = _instante()


class Caminho(Base, table=True):
    """How a kind of problem gets solved in a municipality; without a subcategory, the whole category."""

    __tablename__ = "caminhos"
    __table_args__ = (sa.Index("caminhos_chave", "municipio_id", "categoria_id", "subcategoria_id"),)

    perfil_id: UUID = Field(primary_key=True)
    ocorrido_em: datetime = _instante()
    event_id: UUID
    municipio_id: UUID
    categoria_id: str
    subcategoria_id: str | None
    total_casos: int
    prazo_mediano_dias: float | None
    taxa_resolucao: float
    canais: list[dict[str, Any]] = Field(sa_type=JSONB)
    orgaos: list[dict[str, Any]] = Field(sa_type=JSONB)
    gargalos: list[dict[str, Any]] = Field(sa_type=JSONB)
    documentos: list[dict[str, Any]] = Field(sa_type=JSONB)
    dossie: str
    versao_metodo: str
    gerado_em: datetime = _instante()


class Agenda(Base, table=True):
    """How many items the backlog of a unit has."""

    __tablename__ = "agendas"

    unidade_civica_id: UUID = Field(primary_key=True)
    ocorrido_em: datetime = _instante()
    event_id: UUID
    total_itens: int
    total_disponiveis: int
    total_atribuidos: int
    total_em_progresso: int
    gerada_em: datetime = _instante()


class Ranking(Base, table=True):
    """The latest summary of a unit's ranking."""

    __tablename__ = "rankings"

    unidade_civica_id: UUID = Field(primary_key=True)
    ocorrido_em: datetime = _instante()
    event_id: UUID
    nivel_corrente: int = Field(sa_type=sa.SmallInteger)
    distribuicao: list[float] = Field(sa_type=sa.ARRAY(sa.Double))
    versao_parametros: str
    calculado_em: datetime = _instante()


class Unidade(Base, table=True):
    """This colony's copy of a civic unit."""

    __tablename__ = "unidades"
    __table_args__ = (
        sa.Index("unidades_pai", "pai_id"),
        sa.Index("unidades_nome", "nome_busca", "unidade_civica_id"),
    )

    unidade_civica_id: UUID = Field(primary_key=True)
    ocorrido_em: datetime = _instante()
    event_id: UUID
    nivel: int = Field(sa_type=sa.SmallInteger)
    nome: str
    nome_busca: str
    uf: str | None
    pai_id: UUID | None
    versao_limites: str
    ativa: bool
    geometria_wkb: bytes


class Categoria(Base, table=True):
    """The newest description of a category; one that left the taxonomy still names the demands that have it."""

    __tablename__ = "categorias"

    categoria_id: str = Field(primary_key=True)
    ocorrido_em: datetime = _instante()
    event_id: UUID
    nome: str
    area: str
    nivel_precedencia: int = Field(sa_type=sa.SmallInteger)
    descricao_formal: str
    responsaveis: dict[str, str] = Field(sa_type=JSONB)


class Subcategoria(Base, table=True):
    """The newest description of a subcategory."""

    __tablename__ = "subcategorias"

    subcategoria_id: str = Field(primary_key=True)
    ocorrido_em: datetime = _instante()
    event_id: UUID
    nome: str
    descricao_formal: str
