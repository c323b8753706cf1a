"""What the API shows and takes."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, Field, StringConstraints, model_validator

from d3_categorizacao.dominio.decisao import Metodo, Motivo
from d3_categorizacao.dominio.taxonomia import Nivel, Subcategoria

Situacao = Literal["publicada", "em_revisao", "aguardando_localizacao"]
SituacaoDaRevisao = Literal["pendente", "decidida"]


def _sem_nulo(texto: str) -> str:
    if "\0" in texto:
        raise ValueError("O texto tem caracteres inválidos.")
    return texto


Texto = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=3, max_length=1000), AfterValidator(_sem_nulo)
]


class Responsavel(BaseModel):
    """Quem responde pela categoria numa esfera da federação."""

    orgao: str
    atribuicao: str
    fonte: str = Field(description="norma e dispositivo que dão a atribuição")


class Responsaveis(BaseModel):
    """Quem responde pela categoria nas três esferas."""

    municipal: Responsavel
    estadual: Responsavel
    federal: Responsavel


class Categoria(BaseModel):
    """Uma categoria da taxonomia."""

    id: str
    nome: str
    area: str
    nivel: int = Field(description="nível de precedência material, de 1 (sobrevivência básica) a 5")
    mvp: bool = Field(description="se aparece entre as opções diretas do cidadão")
    score_horizontal: float
    descricao: str
    subcategorias: list[Subcategoria]
    responsaveis: Responsaveis


class Taxonomia(BaseModel):
    """A taxonomia inteira, em vigor."""

    versao: str
    vigente_desde: str
    notas: list[str]
    niveis: list[Nivel]
    categorias: list[Categoria]


class Parametros(BaseModel):
    """Os parâmetros públicos da categorização."""

    limiar_automatico: float = Field(description="a partir daqui publica sem revisão")
    limiar_minimo: float = Field(description="abaixo daqui espera um moderador")
    amostragem_revisao: float = Field(description="fração revista entre os dois limiares")
    versao_taxonomia: str
    versao_classificador: str
    calibracao: dict[str, Any] = Field(description="curva que transforma a fração da evidência em confiança")


class Candidata(BaseModel):
    """Uma categoria possível e quanto se confia nela."""

    categoria_id: str
    nome: str
    subcategoria_id: str | None
    pontos: float = Field(description="soma dos termos encontrados")
    indice: float = Field(description="pontos² ÷ (4 + soma dos quadrados de todas); a calibração o torna confiança")
    confianca: float


class Evidencia(BaseModel):
    """Um termo do dicionário encontrado no texto (`@x`: qualquer palavra do grupo x); `fora` pesa contra todas."""

    termo: str
    categoria_id: str
    subcategoria_id: str | None
    pontos: float
    negado: bool


class Versao(BaseModel):
    """Uma versão da categorização; a de número 0 é proposta que ninguém confirmou e não foi publicada."""

    versao: int
    categoria_id: str | None
    nome: str | None
    subcategoria_id: str | None
    nivel_precedencia: int | None
    score_horizontal: float | None
    confianca: float
    metodo: Metodo
    versao_taxonomia: str
    versao_classificador: str
    criada_em: datetime
    candidatas: list[Candidata]
    evidencias: list[Evidencia] = Field(description="vazio quando a decisão foi de uma pessoa")


class Demanda(BaseModel):
    """Como uma demanda foi categorizada e por quê, sem o texto de ninguém."""

    demanda_id: UUID
    situacao: Situacao
    contestacoes: int
    em_revisao: Motivo | None = Field(description="por que um moderador vai olhar; nulo quando não vai")
    versoes: list[Versao] = Field(description="da mais nova para a mais antiga")


class Contestacao(BaseModel):
    """Categoria errada? Diga qual seria a certa, se souber."""

    categoria_sugerida: str | None = Field(default=None, max_length=10, examples=["3.4"])


class ContestacaoRecebida(BaseModel):
    """A contestação foi registrada e a demanda voltou à fila de revisão."""

    demanda_id: UUID
    versao_contestada: int


class Sugerida(BaseModel):
    """O que cidadãos sugeriram ao contestar."""

    categoria_id: str | None
    vezes: int


class Revisao(BaseModel):
    """Uma demanda na fila, com o texto, as sugestões do classificador e por que as fez."""

    demanda_id: UUID
    motivo: Motivo
    situacao: SituacaoDaRevisao
    aberta_em: datetime
    decidida_em: datetime | None
    texto: str | None = Field(description="nulo quando foi apagado")
    legendas: str | None
    unidade_civica_id: UUID | None
    versao: int
    categoria_id: str | None
    subcategoria_id: str | None
    metodo: Metodo
    confianca: float
    candidatas: list[Candidata]
    evidencias: list[Evidencia]
    contestacoes: list[Sugerida]


class Revisoes(BaseModel):
    """Uma página da fila."""

    revisoes: list[Revisao]
    proximo: str | None = Field(description="cursor da página seguinte; nulo na última")


class Decisao(BaseModel):
    """Confirma a categoria (a mesma) ou escolhe outra; pode propor aos comitês uma que ainda não existe."""

    categoria_id: str = Field(max_length=10, examples=["3.1"])
    subcategoria_id: str | None = Field(default=None, max_length=10, examples=["3.1.1"])
    justificativa: Texto | None = None
    nova_categoria: Texto | None = Field(default=None, description="nome da categoria proposta; exige justificativa")

    @model_validator(mode="after")
    def _proposta_justificada(self) -> "Decisao":
        if self.nova_categoria and not self.justificativa:
            raise ValueError("Propor uma categoria nova exige justificativa.")
        return self


class Decidida(BaseModel):
    """A decisão virou uma nova versão."""

    demanda_id: UUID
    versao: int
    categoria_id: str
    publicada: bool = Field(description="falso enquanto a demanda não tem unidade cívica")
