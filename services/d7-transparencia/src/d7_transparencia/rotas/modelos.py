"""What the public reads. Every field name is the specification's where it names one."""

from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel, Field

from d7_transparencia.dominio.status import Status

T = TypeVar("T")


class Pagina(BaseModel, Generic[T]):
    """Uma página de uma lista."""

    itens: list[T]
    proximo: str | None = Field(description="Vai em `depois` para pedir a próxima página; nulo na última")


class EntradaDaTimeline(BaseModel):
    """Um acontecimento, contado em português."""

    event_id: UUID
    tipo: str
    ocorrido_em: datetime
    descricao: str
    automatico: bool = Field(description="Resultado de processamento automático, sem decisão humana")
    contestacao: str | None = Field(description="POST: onde qualquer cidadão aponta o erro; nula se não se contesta")
    dados_relevantes: dict[str, Any]


class Timeline(Pagina[EntradaDaTimeline]):
    """Uma página da timeline de uma demanda."""

    demanda_id: UUID


class Coordenadas(BaseModel):
    """Um ponto, em graus (WGS 84)."""

    lat: float
    lng: float


class DemandaNoMapa(BaseModel):
    """Uma demanda num ponto do mapa."""

    demanda_id: UUID
    titulo: str | None = Field(description="Nulo antes da normalização e enquanto o conteúdo está retido")
    lat: float
    lng: float
    status: Status
    categoria_id: str | None
    nivel_precedencia: int | None
    unidade_civica_id: UUID | None
    agregado_representante_id: UUID | None
    recebida_em: datetime


class UnidadeCivica(BaseModel):
    """Uma unidade cívica; `parent_nome` é o nome da unidade em que está."""

    unidade_civica_id: UUID
    nivel: int
    nome: str
    uf: str | None
    parent_nome: str | None


class UnidadeDaDemanda(BaseModel):
    """A unidade cívica de uma demanda e quanto se confia nela."""

    unidade_civica_id: UUID
    municipio_id: UUID | None
    nivel: int | None
    nome: str | None
    uf: str | None
    parent_nome: str | None
    confianca_geo: str


class Responsaveis(BaseModel):
    """Os órgãos responsáveis nas três esferas da federação."""

    municipal: str
    estadual: str
    federal: str


class CategoriaDaDemanda(BaseModel):
    """A categoria de uma demanda e como foi encontrada."""

    categoria_id: str
    nome: str | None = Field(description="Nulo enquanto a taxonomia não a conhece")
    area: str | None
    nivel_precedencia: int
    metodo: str
    confianca: float
    versao_categorizacao: int = Field(description="Cresce a cada correção")
    versao_taxonomia: str
    versao_classificador: str


class Subcategoria(BaseModel):
    """A subcategoria, com o nome que a taxonomia lhe dá."""

    subcategoria_id: str
    nome: str | None
    descricao_formal: str | None


class Frequencia(BaseModel):
    """Em quantos casos um nome foi citado."""

    nome: str
    total: int


class CaminhoConhecido(BaseModel):
    """Como problemas assim se resolveram no município: histórico automático, que não decide nem prescreve."""

    municipio_id: UUID
    categoria_id: str
    subcategoria_id: str | None = Field(description="Nula: o caminho é o da categoria inteira")
    total_casos: int
    prazo_mediano_dias: float | None
    taxa_resolucao: float
    canais: list[Frequencia]
    orgaos: list[Frequencia]
    gargalos: list[Frequencia]
    documentos: list[Frequencia]
    dossie: str
    versao_metodo: str
    gerado_em: datetime
    automatico: bool = True


class Agregado(BaseModel):
    """As demandas equivalentes a uma demanda."""

    representante_id: UUID | None = Field(description="A demanda que representa esta; nulo se nenhuma")
    membros_ids: list[UUID] = Field(description="As demandas que esta representa")


class ResumoDaDemanda(BaseModel):
    """O que é público de uma demanda."""

    demanda_id: UUID
    titulo: str | None
    descricao: str | None = Field(description="Exclusivamente o texto do cidadão; nula enquanto retida")
    conteudo_retido: bool = Field(description="O texto espera a decisão de um moderador")
    tipo_midia: str
    canal: str
    criada_em: datetime = Field(description="No aparelho do cidadão; antes da recepção se esperou ali")
    recebida_em: datetime
    status: Status
    status_descricao: str
    coordenadas: Coordenadas | None
    unidade: UnidadeDaDemanda | None
    categoria: CategoriaDaDemanda | None
    subcategoria: Subcategoria | None
    agregado: Agregado
    texto_ultima_atualizacao: str | None = Field(description="Do conselheiro, até 200 caracteres; nulo se nenhuma")
    resumo_ciclo: str | None = Field(description="Automático: o que o conselheiro fez até agora")
    resumos_atualizado_em: datetime | None
    caminho: CaminhoConhecido | None = Field(description="Da subcategoria no município; sem ele, o da categoria")


class Score(BaseModel):
    """O score de uma demanda, com cada fator, e a sua posição."""

    unidade_civica_id: UUID
    score_final: float
    peso_nacional: float
    peso_situacional: float
    score_horizontal: float
    versao_parametros: str
    posicao: int | None = Field(description="Posição corrente; nula para demanda fora do ranking")


class RelatorioDaDemanda(ResumoDaDemanda):
    """O resumo, o ranking, os responsáveis e a timeline pública inteira."""

    disponivel_em: datetime | None = Field(description="No topo da agenda, à espera de um conselheiro")
    atribuida_em: datetime | None = Field(description="O sorteio mais recente")
    iniciada_em: datetime | None = Field(description="O primeiro ato de um conselheiro")
    concluida_em: datetime | None
    dias_em_aberto: int
    ranking: Score | None
    responsaveis: Responsaveis | None
    timeline: list[EntradaDaTimeline]


class Contagem(BaseModel):
    """Quantas demandas."""

    total: int


class ContagemPorNivel(Contagem):
    """Quantas demandas num nível de precedência."""

    nivel_precedencia: int


class ContagemPorStatus(Contagem):
    """Quantas demandas num status."""

    status: Status
    descricao: str


class ContagemPorCategoria(Contagem):
    """Quantas demandas numa categoria."""

    categoria_id: str
    nome: str | None


class Agenda(BaseModel):
    """O trabalho que há, segundo a última agenda de cada unidade."""

    total_itens: int
    total_disponiveis: int
    total_atribuidos: int
    total_em_progresso: int
    gerada_em: datetime = Field(description="A mais recente delas")


class Dashboard(BaseModel):
    """Os indicadores de uma unidade cívica, contando as menores dentro dela."""

    unidade: UnidadeCivica
    total_demandas: int
    total_demandas_ativas: int
    por_nivel: list[ContagemPorNivel] = Field(description="Demandas ativas por nível de precedência")
    por_status: list[ContagemPorStatus] = Field(description="Todas as demandas por status")
    por_categoria: list[ContagemPorCategoria] = Field(description="Demandas ativas por categoria")
    taxa_confianca_geo_baixa: float = Field(description="Fração das demandas com localização incerta")
    tempo_medio_inicio_s: float | None = Field(
        description="Da recepção ao primeiro ato do conselheiro; nulo sem iniciadas"
    )
    tempo_medio_conclusao_s: float | None = Field(description="Da recepção à conclusão; nulo sem concluídas")
    conselheiros_ativos: int = Field(description="Conselheiros que acompanham alguma destas demandas")
    agenda: Agenda | None = Field(description="Nula antes da primeira agenda")


class DemandaDoRanking(BaseModel):
    """Uma demanda na sua posição, com os fatores do score."""

    posicao: int
    demanda_id: UUID
    titulo: str | None
    categoria_id: str | None
    categoria_nome: str | None
    nivel_precedencia: int | None
    score_final: float
    peso_nacional: float
    peso_situacional: float
    score_horizontal: float
    versao_parametros: str


class Ranking(Pagina[DemandaDoRanking]):
    """Uma página do ranking de uma unidade cívica."""

    unidade: UnidadeCivica
    total_demandas: int
    nivel_corrente: int | None = Field(description="Nulo antes do primeiro resumo do ranking")
    distribuicao: list[float] | None = Field(description="Fatia da capacidade por nível, do 1 ao 5")
    versao_parametros: str | None
    calculado_em: datetime | None


class DemandaMaisAntiga(BaseModel):
    """A demanda que há mais tempo espera."""

    demanda_id: UUID
    titulo: str | None
    recebida_em: datetime


class CategoriaDoRelatorio(BaseModel):
    """As demandas de uma categoria."""

    categoria_id: str | None = Field(description="Nula: ainda sem categoria")
    nome: str | None
    area: str | None
    total: int
    por_status: list[ContagemPorStatus]
    mais_antiga: DemandaMaisAntiga
    responsaveis: Responsaveis | None


class RelatorioDaUnidade(BaseModel):
    """As demandas de uma unidade cívica, por categoria."""

    unidade: UnidadeCivica
    total: int
    categorias: list[CategoriaDoRelatorio]


class DemandaConcluida(BaseModel):
    """Uma demanda resolvida."""

    demanda_id: UUID
    titulo: str | None
    categoria_id: str | None
    categoria_nome: str | None
    unidade_civica_id: UUID
    recebida_em: datetime
    data_conclusao: datetime


class Poligono(UnidadeCivica):
    """Uma unidade cívica e o seu desenho."""

    ativa: bool
    versao_limites: str
    geojson: dict[str, Any] | None = Field(description="Geometria GeoJSON; nula com incluir_geometria=false")
