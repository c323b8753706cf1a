"""The payload of every event type; written by `python -m nucleo.contratos gerar`."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from nucleo.payload import Payload


@dataclass(slots=True, kw_only=True)
class Sugestao:
    """Uma categoria possível."""

    categoria_id: str
    """Categoria da taxonomia."""

    score_confianca: float
    """Confiança da sugestão, de 0 a 1."""


@dataclass(slots=True, kw_only=True)
class DemandaCategorizada(Payload):
    """Uma demanda recebeu categoria e nível de precedência."""

    TIPO: ClassVar[str] = "demanda.categorizada"
    VERSAO: ClassVar[str] = "1.1.0"

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    categoria_id: str
    """Categoria da taxonomia, por exemplo 1.1."""

    nivel_precedencia: int
    """Nível da categoria, de 1 (mais urgente) a 5."""

    score_horizontal: float
    """Peso da categoria dentro do seu nível."""

    confianca_categorizacao: float
    """Confiança da categoria escolhida, de 0 a 1."""

    metodo: str
    """Como foi escolhida: automatico, manual ou revisao_pendente."""

    sugestoes_alternativas: list[Sugestao]
    """Outras categorias possíveis, da mais à menos provável."""

    unidade_civica_id: UUID | None = None
    """Menor unidade cívica da demanda."""

    nivel_minimo_resolvido: int | None = None
    """Nível dessa unidade, de 1 a 7."""

    subcategoria_id: str | None = None
    """Subcategoria da taxonomia, por exemplo 1.1.2."""

    versao_categorizacao: int = 1
    """Quantas vezes a demanda foi categorizada, contando esta."""

    versao_taxonomia: str = "1"
    """Versão da taxonomia usada."""

    versao_classificador: str = "1"
    """Versão das regras do classificador."""


@dataclass(slots=True, kw_only=True)
class DemandaGeorreferenciada(Payload):
    """Uma demanda foi situada em suas unidades cívicas."""

    TIPO: ClassVar[str] = "demanda.georreferenciada"
    VERSAO: ClassVar[str] = "1.0.0"

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    unidade_civica_id: UUID
    """Menor unidade cívica que contém o ponto."""

    nivel_minimo_resolvido: int
    """Nível dessa unidade, de 1 (menor) a 7 (país)."""

    cadeia_ucs: list[UUID]
    """Unidades cívicas da menor para a maior; a primeira é a própria."""

    municipio_id: UUID | None = None
    """Unidade cívica do município, quando a cadeia o alcança."""

    metodo_resolucao: str
    """Como o ponto foi resolvido, por exemplo poligono ou manual."""

    confianca_geo: str
    """Confiança da localização: alta, media ou baixa."""

    coordenadas_lat: float | None = None
    """Latitude do ponto, em graus decimais, WGS 84."""

    coordenadas_lng: float | None = None
    """Longitude do ponto, em graus decimais, WGS 84."""

    versao_limites: str
    """Versão da malha de limites usada."""


@dataclass(slots=True, kw_only=True)
class Entidades:
    """Entidades de endereço reconhecidas no texto."""

    ceps: list[str] = field(default_factory=list)
    """CEPs, no formato 00000-000."""

    logradouros: list[str] = field(default_factory=list)
    """Nomes de ruas, avenidas e praças."""

    numeros: list[str] = field(default_factory=list)
    """Números de imóvel ou de poste."""


@dataclass(slots=True, kw_only=True)
class MidiaDescrita:
    """Descrição automática de uma mídia."""

    object_key_temp: str
    """Chave do objeto na área temporária."""

    descricao: str
    """Descrição em português."""

    descricao_original: str | None = None
    """Descrição na língua do modelo, quando traduzida."""

    descricao_idioma: str = "pt"
    """Língua da descrição."""


@dataclass(slots=True, kw_only=True)
class DemandaNormalizada(Payload):
    """Uma demanda foi limpa e estruturada."""

    TIPO: ClassVar[str] = "demanda.normalizada"
    VERSAO: ClassVar[str] = "1.4.0"

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    titulo: str
    """Título do cidadão, ou derivado da primeira frase ou legenda."""

    descricao_limpa: str
    """Texto exclusivamente do cidadão, limpo."""

    tipo_midia: str
    """Forma do relato processada: texto, foto ou audio."""

    coordenadas_lat: float
    """Latitude do ponto, em graus decimais, WGS 84."""

    coordenadas_lng: float
    """Longitude do ponto, em graus decimais, WGS 84."""

    confianca_normalizacao: float
    """Confiança da normalização, de 0 a 1."""

    origem_processamento: str = "automatico"
    """Quem processou; automatico quando nenhuma pessoa interveio."""

    entidades: Entidades = field(default_factory=Entidades)
    """Entidades de endereço reconhecidas no texto."""

    versao_normalizador: str = "1"
    """Versão das regras de normalização."""

    processamento_detalhes: str | None = None
    """Detalhes do processamento, em JSON."""

    conteudo_suspeito: bool = False
    """Se o texto contém termos da lista de restrição."""

    termos_suspeitos: list[str] = field(default_factory=list)
    """Termos da lista de restrição encontrados."""

    midias_descritas: list[MidiaDescrita] = field(default_factory=list)
    """Descrições das mídias, na ordem do cidadão."""


@dataclass(slots=True, kw_only=True)
class Breakdown:
    """Fatores do score: o produto deles é o score final."""

    peso_nacional: float
    """Peso do nível de precedência."""

    peso_situacional: float
    """1 − cobertura atingida ÷ cobertura meta, na unidade e no nível."""

    score_horizontal: float
    """Peso da categoria dentro do seu nível."""


@dataclass(slots=True, kw_only=True)
class DemandaRanqueada(Payload):
    """Uma demanda recebeu score e posição na sua unidade cívica."""

    TIPO: ClassVar[str] = "demanda.ranqueada"
    VERSAO: ClassVar[str] = "1.1.0"

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    unidade_civica_id: UUID
    """Unidade cívica cujo ranking contém a demanda."""

    categoria_id: str
    """Categoria da taxonomia, por exemplo 1.1."""

    nivel_precedencia: int
    """Nível da categoria, de 1 (mais urgente) a 5."""

    score_final: float
    """Produto dos três fatores do breakdown."""

    breakdown: Breakdown
    """Fatores do score."""

    posicao_no_ranking: int
    """Posição na unidade no instante do cálculo, a partir de 1."""

    total_demandas_na_uc: int
    """Demandas ativas na unidade no instante do cálculo."""

    versao_parametros: str = "1.0.0"
    """Versão dos parâmetros públicos usados."""

    timestamp_calculo: datetime | None = None
    """Instante do cálculo, em UTC."""


@dataclass(slots=True, kw_only=True)
class Localizacao:
    """Ponto em graus decimais, WGS 84."""

    lat: float
    """Latitude, positiva ao norte."""

    lng: float
    """Longitude, positiva a leste."""


@dataclass(slots=True, kw_only=True)
class Assistencia:
    """Uso da assistência de escrita, para auditoria."""

    usada: bool
    """Se a assistência foi chamada."""

    motor: str | None = None
    """Motor que fez a sugestão, com versão."""

    aceita: bool | None = None
    """Se o cidadão aceitou a sugestão; nulo quando não respondeu."""


@dataclass(slots=True, kw_only=True)
class Consentimento:
    """Uma resposta a um pedido de consentimento."""

    tipo: str
    """Finalidade do consentimento."""

    aceito: bool
    """Se foi concedido."""

    timestamp: datetime
    """Instante da resposta, em UTC."""


@dataclass(slots=True, kw_only=True)
class DemandaRecebida(Payload):
    """Uma demanda foi recebida de um cidadão por um dos canais de entrada."""

    TIPO: ClassVar[str] = "demanda.recebida"
    VERSAO: ClassVar[str] = "1.2.0"

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    texto_bruto: str
    """Texto do cidadão sem alteração; vazio quando a captura só tem mídia."""

    tipo_midia: str
    """Forma do relato: texto, foto ou audio."""

    localizacao_bruta: Localizacao
    """Ponto informado pelo cidadão, sem correção."""

    cidadao_id: UUID
    """Identidade de quem relatou (UUIDv4); nunca sai dos tópicos internos."""

    canal: str
    """Canal de entrada, por exemplo web, app, sms ou 156."""

    timestamp_criacao: datetime
    """Instante em que o relato foi criado, em UTC; pode anteceder o envio."""

    categoria_id: str | None = None
    """Categoria sugerida pelo cidadão, por exemplo 1.1."""

    subcategoria_id: str | None = None
    """Subcategoria sugerida pelo cidadão, por exemplo 1.1.2."""

    midia_urls: list[str] = field(default_factory=list)
    """Endereços das mídias enviadas, na ordem do cidadão."""

    assistencia: Assistencia | None = None
    """Registro da assistência de escrita; nulo quando não oferecida."""

    termos_versao: str | None = None
    """Versão dos termos de uso aceita no envio."""

    consentimentos: list[Consentimento] = field(default_factory=list)
    """Consentimentos respondidos no envio."""


@dataclass(slots=True, kw_only=True)
class DuplicidadeAgregada(Payload):
    """Demandas que relatam o mesmo problema foram agregadas."""

    TIPO: ClassVar[str] = "duplicidade.agregada"
    VERSAO: ClassVar[str] = "1.0.0"

    representante: UUID
    """Demanda que representa o agregado."""

    membros: list[UUID]
    """Demandas representadas, que saem do ranking; não inclui a representante."""

    unidade_civica_id: UUID
    """Unidade cívica do agregado."""

    categoria_id: str
    """Categoria comum, por exemplo 1.1."""

    mecanismo: str
    """Como se decidiu agregar, por exemplo confirmacao_coletiva."""


@dataclass(slots=True, kw_only=True)
class PosicaoNoTopo:
    """Uma posição do ranking."""

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    posicao: int
    """Posição, a partir de 1."""

    score_final: float
    """Score da demanda."""


@dataclass(slots=True, kw_only=True)
class RankingAtualizado(Payload):
    """O ranking de uma unidade cívica mudou de forma significativa."""

    TIPO: ClassVar[str] = "ranking.atualizado"
    VERSAO: ClassVar[str] = "1.0.0"

    unidade_civica_id: UUID
    """Unidade cívica do ranking."""

    total_demandas: int
    """Demandas ativas na unidade."""

    topo: list[PosicaoNoTopo]
    """As primeiras 50 posições, em ordem."""

    nivel_corrente: int
    """Nível de precedência que a unidade enfrenta agora, de 1 a 5."""

    distribuicao: list[float]
    """Parte da atenção que cabe a cada nível, do 1 ao 5; soma 1."""

    versao_parametros: str
    """Versão dos parâmetros públicos usados."""

    motivo: str
    """O que mudou o ranking."""

    ate_event_id: UUID
    """Último demanda.ranqueada incluído neste resumo."""

    timestamp_calculo: datetime
    """Instante do resumo, em UTC."""


@dataclass(slots=True, kw_only=True)
class PesoNacional:
    """Peso de um nível de precedência."""

    nivel: int
    """Nível, de 1 a 5."""

    peso: float
    """Peso do nível."""


@dataclass(slots=True, kw_only=True)
class Cobertura:
    """Cobertura de um nível em uma unidade cívica."""

    unidade_civica_id: UUID
    """Unidade cívica."""

    nivel: int
    """Nível, de 1 a 5."""

    atingida: float
    """Cobertura atingida."""

    meta: float
    """Cobertura meta, maior que zero."""


@dataclass(slots=True, kw_only=True)
class RankingParametrosPublicados(Payload):
    """Uma versão dos parâmetros de priorização foi publicada."""

    TIPO: ClassVar[str] = "ranking.parametros_publicados"
    VERSAO: ClassVar[str] = "1.0.0"

    versao: str
    """Versão semântica dos parâmetros."""

    pesos_nacionais: list[PesoNacional]
    """Peso de cada nível de precedência."""

    fator_decaimento: float
    """Razão entre a atenção de um nível e a do anterior."""

    limiar_nivel_vencido: float
    """Cobertura relativa a partir da qual um nível está vencido, de 0 a 1."""

    coberturas: list[Cobertura]
    """Coberturas conhecidas; onde falta, o peso situacional é 1."""

    vigente_desde: datetime
    """Instante a partir do qual a versão vale, em UTC."""


@dataclass(slots=True, kw_only=True)
class Responsaveis:
    """Quem responde pela categoria em cada esfera da federação."""

    municipal: str
    """Órgão responsável no município."""

    estadual: str
    """Órgão responsável no estado."""

    federal: str
    """Órgão responsável na União."""


@dataclass(slots=True, kw_only=True)
class Subcategoria:
    """Uma divisão da categoria."""

    subcategoria_id: str
    """Identidade da subcategoria, por exemplo 1.1.2."""

    nome: str
    """Nome da subcategoria."""

    descricao_formal: str
    """Descrição formal da subcategoria."""


@dataclass(slots=True, kw_only=True)
class Categoria:
    """Uma categoria de demanda."""

    categoria_id: str
    """Identidade da categoria, por exemplo 1.1."""

    nome: str
    """Nome da categoria."""

    area: str
    """Área a que a categoria pertence."""

    nivel_precedencia: int
    """Nível de precedência material, de 1 (sobrevivência) a 5."""

    score_horizontal: float
    """Posição relativa da categoria dentro do nível, de 0 a 100."""

    descricao_formal: str
    """Descrição formal da categoria."""

    mvp: bool
    """Se a categoria aparece entre as opções diretas do cidadão."""

    responsaveis: Responsaveis
    """Órgãos responsáveis nas três esferas."""

    subcategorias: list[Subcategoria]
    """Divisões da categoria; vazio quando não há."""


@dataclass(slots=True, kw_only=True)
class TaxonomiaPublicada(Payload):
    """Uma versão da taxonomia de categorias foi publicada."""

    TIPO: ClassVar[str] = "taxonomia.publicada"
    VERSAO: ClassVar[str] = "1.0.0"

    versao: str
    """Versão da taxonomia."""

    categorias: list[Categoria]
    """Todas as categorias da versão."""


@dataclass(slots=True, kw_only=True)
class TerritorioUnidadePublicada(Payload):
    """Uma unidade cívica foi publicada, alterada ou desativada."""

    TIPO: ClassVar[str] = "território.unidade_publicada"
    VERSAO: ClassVar[str] = "1.0.0"

    unidade_civica_id: UUID
    """Identidade estável da unidade entre versões da malha."""

    nivel: int
    """Nível territorial, de 1 (menor) a 7 (país)."""

    nome: str
    """Nome da unidade."""

    uf: str | None = None
    """Sigla da unidade da federação, quando pertence a uma só."""

    pai_id: UUID | None = None
    """Unidade imediatamente maior; nula no país."""

    codigo_origem: str
    """Código da unidade na fonte, por exemplo o geocódigo do IBGE."""

    fonte: str
    """De onde vieram os limites."""

    versao_limites: str
    """Versão da malha de limites."""

    ativa: bool
    """Falso quando a unidade deixou de existir."""

    area_m2: float
    """Área em metros quadrados."""

    geometria_wkb: bytes
    """Polígono ou multipolígono em WKB, WGS 84, longitude antes de latitude."""

    simplificada: bool
    """Se a geometria foi simplificada para caber na mensagem."""


POR_TIPO: dict[str, type[Payload]] = {
    "demanda.categorizada": DemandaCategorizada,
    "demanda.georreferenciada": DemandaGeorreferenciada,
    "demanda.normalizada": DemandaNormalizada,
    "demanda.ranqueada": DemandaRanqueada,
    "demanda.recebida": DemandaRecebida,
    "duplicidade.agregada": DuplicidadeAgregada,
    "ranking.atualizado": RankingAtualizado,
    "ranking.parametros_publicados": RankingParametrosPublicados,
    "taxonomia.publicada": TaxonomiaPublicada,
    "território.unidade_publicada": TerritorioUnidadePublicada,
}
