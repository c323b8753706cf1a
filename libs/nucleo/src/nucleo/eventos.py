"""The payload of every event type; written by `python -m nucleo.contratos gerar`."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from nucleo.payload import Payload


@dataclass(slots=True, kw_only=True)
class ItemDaAgenda:
    """Um item do backlog."""

    demanda_id: UUID
    """Demanda do item."""

    posicao: int
    """Lugar no backlog, a partir de 1."""

    nivel_precedencia: int
    """Nível da categoria, de 1 a 5."""

    score_final: float
    """Pontuação dada pelo ranking."""

    chave: float
    """Chave de ordem: índice do item em seu nível dividido pela parcela do nível."""

    status: str
    """disponivel, atribuido ou em_progresso."""

    grupo_id: UUID | None = None
    """Grupo territorial sugerido, quando há."""


@dataclass(slots=True, kw_only=True)
class AgendaGerada(Payload):
    """O backlog de uma unidade cívica mudou."""

    TIPO: ClassVar[str] = "agenda.gerada"
    VERSAO: ClassVar[str] = "1.0.0"

    unidade_civica_id: UUID
    """Unidade do backlog."""

    total_itens: int
    """Itens na ordem: disponíveis, atribuídos e em progresso."""

    total_disponiveis: int
    """Itens disponíveis."""

    total_atribuidos: int
    """Itens atribuídos."""

    total_em_progresso: int
    """Itens em progresso."""

    nivel_corrente: int
    """Nível corrente da unidade, segundo o ranking."""

    distribuicao: list[float]
    """Parcela de atenção de cada nível, de 1 a 5."""

    topo: list[ItemDaAgenda]
    """Os primeiros 50 itens."""

    motivo: str
    """O que mudou."""

    timestamp_geracao: datetime
    """Instante do retrato, em UTC."""


@dataclass(slots=True, kw_only=True)
class AgendaItemDisponivel(Payload):
    """Uma demanda chegou ao topo do backlog e espera um conselheiro."""

    TIPO: ClassVar[str] = "agenda.item_disponível"
    VERSAO: ClassVar[str] = "1.0.0"

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    unidade_civica_id: UUID
    """Unidade cívica da demanda."""

    cadeia_ucs: list[UUID]
    """Unidades da menor para a maior; a primeira é a da demanda. É a escada do sorteio."""

    categoria_id: str
    """Categoria da taxonomia."""

    nivel_precedencia: int
    """Nível da categoria, de 1 a 5."""

    score_final: float
    """Pontuação dada pelo ranking."""

    posicao: int
    """Lugar no backlog."""

    grupo_id: UUID | None = None
    """Grupo territorial sugerido, quando há."""

    timestamp_disponivel: datetime
    """Instante em que chegou ao topo, em UTC."""


@dataclass(slots=True, kw_only=True)
class BarramentoPulso(Payload):
    """O índice público do log: os eventos que o barramento acabou de arquivar."""

    TIPO: ClassVar[str] = "barramento.pulso"
    VERSAO: ClassVar[str] = "1.0.0"

    primeiro_sequence_number: int
    """Primeiro número arquivado neste pulso."""

    ultimo_sequence_number: int
    """Último número arquivado neste pulso."""

    event_ids: list[UUID]
    """Todos os event_id arquivados nesse intervalo, em ordem; no máximo 5.000."""

    timestamp: datetime
    """Instante do pulso, em UTC."""


@dataclass(slots=True, kw_only=True)
class Frequencia:
    """Quantos casos citaram um nome."""

    nome: str
    """Nome citado, sanitizado."""

    total: int
    """Casos que o citaram."""


@dataclass(slots=True, kw_only=True)
class CaminhoAtualizado(Payload):
    """O caminho de resolução conhecido para um município e uma subcategoria mudou."""

    TIPO: ClassVar[str] = "caminho.atualizado"
    VERSAO: ClassVar[str] = "1.0.0"

    perfil_id: UUID
    """Identidade do par (município, subcategoria), ou (município, categoria) quando o perfil é da
    categoria.
        """

    municipio_id: UUID
    """Unidade cívica do município."""

    categoria_id: str
    """Categoria da taxonomia."""

    subcategoria_id: str | None = None
    """Subcategoria; nula quando o perfil é da categoria."""

    total_casos: int
    """Casos encerrados; 0 quando o perfil deixou de os ter: o dossiê é vazio e nada há a mostrar."""

    prazo_mediano_dias: float | None = None
    """Mediana dos dias até a conclusão."""

    taxa_resolucao: float
    """Fração dos casos que terminou em conclusão."""

    canais: list[Frequencia]
    """Os 20 canais mais usados, do mais ao menos frequente."""

    orgaos: list[Frequencia]
    """Os 20 mais acionados."""

    gargalos: list[Frequencia]
    """Os 20 mais recorrentes."""

    documentos: list[Frequencia]
    """Os 20 mais usados."""

    dossie: str
    """Dossiê em texto, no máximo 4.000 caracteres."""

    referencias: list[UUID]
    """demanda_id dos casos que o dossiê mostra, até 20, do mais recente ao mais antigo."""

    versao_metodo: str
    """caminho_v1."""

    gerado_em: datetime
    """Instante da geração, em UTC."""


@dataclass(slots=True, kw_only=True)
class CidadaoCadastrado(Payload):
    """Uma conta de cidadão foi criada."""

    TIPO: ClassVar[str] = "cidadão.cadastrado"
    VERSAO: ClassVar[str] = "1.0.0"

    cidadao_id: UUID
    """Identidade do cidadão na conta."""

    auth_provider: str
    """Emissor que autenticou a pessoa, por exemplo google."""

    timestamp_cadastro: datetime
    """Instante da criação, em UTC."""


@dataclass(slots=True, kw_only=True)
class CidadaoPapelAlterado(Payload):
    """Um papel foi concedido a uma conta ou retirado dela."""

    TIPO: ClassVar[str] = "cidadão.papel_alterado"
    VERSAO: ClassVar[str] = "1.0.0"

    cidadao_id: UUID
    """Identidade do cidadão na conta."""

    papel: str
    """moderador, operador ou conselheiro."""

    concedido: bool
    """Verdadeiro quando foi concedido, falso quando foi retirado."""

    concedido_por: str
    """Sujeito do operador que decidiu."""

    timestamp_decisao: datetime
    """Instante da decisão, em UTC."""


@dataclass(slots=True, kw_only=True)
class CidadaoPerfilAtualizado(Payload):
    """Um cidadão mudou o que declara sobre si."""

    TIPO: ClassVar[str] = "cidadão.perfil_atualizado"
    VERSAO: ClassVar[str] = "1.0.0"

    cidadao_id: UUID
    """Identidade do cidadão na conta."""

    campos: list[str]
    """Campos do perfil que mudaram."""

    unidade_civica_id: UUID | None = None
    """Unidade cívica de residência declarada, depois da mudança."""

    timestamp_atualizacao: datetime
    """Instante da mudança, em UTC."""


@dataclass(slots=True, kw_only=True)
class CidadaoVinculado(Payload):
    """Um identificador anônimo passou a pertencer a uma conta."""

    TIPO: ClassVar[str] = "cidadão.vinculado"
    VERSAO: ClassVar[str] = "1.0.0"

    cidadao_id: UUID
    """Identidade do cidadão na conta."""

    cidadao_id_anonimo: UUID
    """Identificador anônimo do dispositivo (UUID v4)."""

    auth_provider: str
    """Emissor que autenticou a pessoa."""

    timestamp_vinculo: datetime
    """Instante do vínculo, em UTC."""


@dataclass(slots=True, kw_only=True)
class ConselheiroAtribuicaoRecusada(Payload):
    """Um conselheiro recusou a demanda que lhe foi atribuída."""

    TIPO: ClassVar[str] = "conselheiro.atribuicao_recusada"
    VERSAO: ClassVar[str] = "1.1.0"

    cidadao_id: UUID
    """Identidade do cidadão na conta."""

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    timestamp_recusa: datetime
    """Instante da recusa, em UTC."""

    motivo: str = "recusa_explicita"
    """recusa_explicita, que conta, ou risco_pessoal, que não conta."""


@dataclass(slots=True, kw_only=True)
class CamposDaAtualizacao:
    """Campos estruturados de uma atualização; só os do seu tipo são preenchidos."""

    com_quem: str | None = None
    """contato_realizado: com quem foi o contato."""

    canal: str | None = None
    """contato_realizado: por qual canal."""

    resultado: str | None = None
    """contato_realizado: o que resultou."""

    numero: str | None = None
    """protocolo_aberto: número do protocolo."""

    orgao: str | None = None
    """protocolo_aberto e entrave_registrado: órgão envolvido."""

    data: str | None = None
    """protocolo_aberto: dia da abertura, AAAA-MM-DD."""

    tipo_documento: str | None = None
    """documento_anexado: tipo do documento."""

    descricao: str | None = None
    """documento_anexado e entrave_registrado: descrição."""

    referencia: str | None = None
    """documento_anexado: referência ao anexo."""

    status: str | None = None
    """status_atualizado: pendente, em_andamento, aguardando, concluido ou bloqueado."""

    data_estimada: str | None = None
    """prazo_registrado: dia estimado da resolução, AAAA-MM-DD."""

    fonte: str | None = None
    """prazo_registrado: fonte da estimativa."""


@dataclass(slots=True, kw_only=True)
class ConselheiroAtualizacaoPublicada(Payload):
    """Uma atualização do conselheiro foi aceita."""

    TIPO: ClassVar[str] = "conselheiro.atualização_publicada"
    VERSAO: ClassVar[str] = "1.2.0"

    atualizacao_id: UUID
    """Identidade da atualização."""

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    conselheiro_id: UUID
    """Identificador do conselheiro, próprio da D-6a: não é o do cidadão."""

    tipo: str
    """contato_realizado, protocolo_aberto, documento_anexado, entrave_registrado, status_atualizado ou
    prazo_registrado.
        """

    texto: str
    """Relato do conselheiro, com os dados pessoais reconhecidos já cobertos."""

    campos: CamposDaAtualizacao
    """Campos estruturados, com os dados pessoais reconhecidos já cobertos."""

    origem_estruturacao: str
    """manual, sugestao_aceita ou sugestao_editada."""

    descricao_sanitizada: str
    """Uma frase que diz a atualização, feita dos campos."""

    numero_sequencial: int
    """Lugar entre as atualizações do acompanhamento, a partir de 1."""

    data_atualizacao: datetime
    """Instante do registro, em UTC."""

    transcricao_automatica: bool = False
    """O relato veio de transcrição automática."""

    conteudo_suspeito: bool = False
    """A lista de termos encontrou algo: nasce interno até a moderação."""

    termos_suspeitos: list[str] = field(default_factory=list)
    """Termos encontrados."""


@dataclass(slots=True, kw_only=True)
class ConselheiroAtualizacaoRegistrada(Payload):
    """Um conselheiro confirmou uma atualização da demanda que acompanha."""

    TIPO: ClassVar[str] = "conselheiro.atualização_registrada"
    VERSAO: ClassVar[str] = "1.0.0"

    atualizacao_id: UUID
    """Identidade da atualização."""

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    cidadao_id: UUID
    """Identidade do cidadão na conta."""

    tipo: str
    """contato_realizado, protocolo_aberto, documento_anexado, entrave_registrado, status_atualizado ou
    prazo_registrado.
        """

    texto: str
    """Relato do conselheiro."""

    campos: CamposDaAtualizacao
    """Campos estruturados."""

    origem_estruturacao: str
    """manual, sugestao_aceita ou sugestao_editada."""

    sugestao_original: str | None = None
    """O que a sugestão automática propunha, em JSON, para auditoria."""

    transcricao_automatica: bool = False
    """O relato veio de transcrição automática."""

    timestamp_registro: datetime
    """Instante da confirmação, em UTC."""


@dataclass(slots=True, kw_only=True)
class ConselheiroCadastrado(Payload):
    """Um cidadão manifestou interesse em ser conselheiro."""

    TIPO: ClassVar[str] = "conselheiro.cadastrado"
    VERSAO: ClassVar[str] = "1.1.0"

    cidadao_id: UUID
    """Identidade do cidadão na conta."""

    unidade_civica_id: UUID
    """Unidade em que quer atuar; cobre ela mesma e as menores dentro dela."""

    timestamp_cadastro: datetime
    """Instante da manifestação, em UTC."""

    capacitacao_concluida: bool = False
    """Concluiu a capacitação básica."""


@dataclass(slots=True, kw_only=True)
class ConselheiroCicloConcluido(Payload):
    """O ciclo de um conselheiro com uma demanda acabou."""

    TIPO: ClassVar[str] = "conselheiro.ciclo_concluído"
    VERSAO: ClassVar[str] = "1.0.0"

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    conselheiro_id: UUID
    """Identificador do conselheiro, próprio da D-6a: não é o do cidadão."""

    unidade_civica_id: UUID
    """Unidade cívica da demanda."""

    motivo_encerramento: str
    """demanda_concluida, fim_mandato ou desistencia."""

    total_atualizacoes: int
    """Atualizações publicadas no ciclo."""

    data_inicio: datetime
    """Instante da atribuição, em UTC."""

    data_fim: datetime
    """Instante do fim, em UTC."""

    resumo: str
    """Resumo do ciclo por contagens e datas, sem texto livre."""


@dataclass(slots=True, kw_only=True)
class ConselheiroDemandaIniciada(Payload):
    """O conselheiro fez o primeiro ato formal da demanda."""

    TIPO: ClassVar[str] = "conselheiro.demanda_iniciada"
    VERSAO: ClassVar[str] = "1.0.0"

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    conselheiro_id: UUID
    """Identificador do conselheiro, próprio da D-6a: não é o do cidadão."""

    unidade_civica_id: UUID
    """Unidade cívica da demanda."""

    atualizacao_id: UUID
    """A atualização que iniciou."""

    tipo_atualizacao: str
    """Tipo dessa atualização."""

    data_inicio: datetime
    """Instante do início, em UTC."""


@dataclass(slots=True, kw_only=True)
class ConselheiroIdentificado(Payload):
    """A D-6a deu a um cidadão o seu identificador de conselheiro."""

    TIPO: ClassVar[str] = "conselheiro.identificado"
    VERSAO: ClassVar[str] = "1.0.0"

    conselheiro_id: UUID
    """Identificador do conselheiro, próprio da D-6a: não é o do cidadão."""

    cidadao_id: UUID
    """Identidade do cidadão na conta."""

    unidade_civica_id: UUID
    """Unidade em que atua."""

    capacitacao_concluida: bool
    """Concluiu a capacitação básica."""

    timestamp_cadastro: datetime
    """Instante do registro, em UTC."""


@dataclass(slots=True, kw_only=True)
class ConselheiroPrazoProximo(Payload):
    """O prazo que o conselheiro registrou está perto."""

    TIPO: ClassVar[str] = "conselheiro.prazo_próximo"
    VERSAO: ClassVar[str] = "1.0.0"

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    conselheiro_id: UUID
    """Identificador do conselheiro, próprio da D-6a: não é o do cidadão."""

    atualizacao_id: UUID
    """A atualização que registrou o prazo."""

    data_estimada: str
    """Dia estimado da resolução, AAAA-MM-DD."""

    dias_restantes: int
    """Dias até lá; negativo quando já passou."""

    timestamp: datetime
    """Instante do alerta, em UTC."""


@dataclass(slots=True, kw_only=True)
class ConselheiroSorteado(Payload):
    """Um conselheiro foi sorteado para uma demanda."""

    TIPO: ClassVar[str] = "conselheiro.sorteado"
    VERSAO: ClassVar[str] = "1.0.0"

    conselheiro_id: UUID
    """Identificador do conselheiro, próprio da D-6a: não é o do cidadão."""

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    unidade_civica_id: UUID
    """Unidade cívica da demanda."""

    metodo_sorteio: str
    """Nome e versão do método."""

    timestamp: datetime
    """Instante da atribuição, em UTC."""

    seed_publico: str
    """HMAC-SHA256, em hexadecimal: chave, o último event_id do pulso que contém o compromisso; mensagem,
    o timestamp do pulso.
        """

    sorteio_id: UUID
    """Identidade do sorteio."""

    comprometido_event_id: UUID
    """event_id do sorteio.comprometido."""

    pulso_event_id: UUID
    """event_id do barramento.pulso que o contém."""

    degrau_uc_id: UUID
    """Unidade da escada cujos conselheiros concorrem: a primeira, de baixo para cima, com elegíveis."""

    total_elegiveis: int
    """Quantos concorreram."""

    ordem: list[str]
    """A lista embaralhada; o primeiro é o sorteado, os outros são a ordem de substituição."""


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
class DemandaConcluida(Payload):
    """Uma demanda foi resolvida."""

    TIPO: ClassVar[str] = "demanda.concluída"
    VERSAO: ClassVar[str] = "1.0.0"

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    unidade_civica_id: UUID
    """Unidade cívica da demanda."""

    conselheiro_id: UUID | None = None
    """Conselheiro que acompanhava, quando havia."""

    via: str
    """conselheiro, ratificacao, ou confirmacao_coletiva, quando quem acompanhava saiu sem ratificar."""

    data_conclusao: datetime
    """Instante da conclusão, em UTC."""


@dataclass(slots=True, kw_only=True)
class DemandaConclusaoConfirmada(Payload):
    """Cidadãos confirmaram que a demanda foi resolvida."""

    TIPO: ClassVar[str] = "demanda.conclusao_confirmada"
    VERSAO: ClassVar[str] = "1.0.0"

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    unidade_civica_id: UUID
    """Unidade cívica da demanda."""

    conclusao_id: UUID
    """Identidade da conclusão que cruzou o limiar."""

    total_conclusoes: int
    """Quantos cidadãos confirmaram."""

    data_conclusao: datetime
    """Instante da conclusão, em UTC."""

    mecanismo: str
    """confirmacao_coletiva."""

    ratificacao_necessaria: bool
    """Há conselheiro: ele precisa ratificar."""


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
class DemandaResumoCicloAtualizado(Payload):
    """O resumo público do ciclo de uma demanda mudou."""

    TIPO: ClassVar[str] = "demanda.resumo_ciclo_atualizado"
    VERSAO: ClassVar[str] = "1.0.0"

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    resumo: str
    """Resumo público, sanitizado."""

    total_atualizacoes: int
    """Atualizações resumidas."""

    data_inicio: datetime
    """Instante da atribuição, em UTC."""

    data_fim: datetime | None = None
    """Instante do fim do ciclo, quando acabou."""

    versao_metodo: str
    """Nome e versão do método."""

    gerado_em: datetime
    """Instante do resumo, em UTC."""

    fontes: list[UUID]
    """atualizacao_id das atualizações resumidas: das últimas 50, quando são mais."""


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
class SorteioCancelado(Payload):
    """Um sorteio comprometido acabou sem sorteado."""

    TIPO: ClassVar[str] = "sorteio.cancelado"
    VERSAO: ClassVar[str] = "1.0.0"

    sorteio_id: UUID
    """Identidade do sorteio."""

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    unidade_civica_id: UUID
    """Unidade cívica da demanda."""

    motivo: str
    """Por que foi cancelado."""

    timestamp: datetime
    """Instante do cancelamento, em UTC."""


@dataclass(slots=True, kw_only=True)
class SorteioComprometido(Payload):
    """A lista de quem concorre foi fixada antes do sorteio."""

    TIPO: ClassVar[str] = "sorteio.comprometido"
    VERSAO: ClassVar[str] = "1.0.0"

    sorteio_id: UUID
    """Identidade do sorteio."""

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    unidade_civica_id: UUID
    """Unidade cívica da demanda."""

    degrau_uc_id: UUID
    """Unidade da escada cujos conselheiros concorrem: a primeira, de baixo para cima, com elegíveis."""

    elegiveis: list[str]
    """conselheiro_id dos elegíveis, em minúsculas, em ordem crescente."""

    hash_lista: str
    """SHA-256, em hexadecimal, dos elegíveis unidos por quebra de linha."""

    timestamp: datetime
    """Instante em que a elegibilidade foi julgada, em UTC."""


@dataclass(slots=True, kw_only=True)
class SorteioSemCandidatos(Payload):
    """Há demanda disponível e nenhum conselheiro elegível em nenhum degrau."""

    TIPO: ClassVar[str] = "sorteio.sem_candidatos"
    VERSAO: ClassVar[str] = "1.0.0"

    demanda_id: UUID
    """Identidade da demanda (UUIDv7: a ordem é a da recepção)."""

    unidade_civica_id: UUID
    """Unidade cívica da demanda."""

    degraus: list[UUID]
    """Unidades procuradas, da menor para a maior."""

    timestamp: datetime
    """Instante da procura, em UTC."""


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
    "agenda.gerada": AgendaGerada,
    "agenda.item_disponível": AgendaItemDisponivel,
    "barramento.pulso": BarramentoPulso,
    "caminho.atualizado": CaminhoAtualizado,
    "cidadão.cadastrado": CidadaoCadastrado,
    "cidadão.papel_alterado": CidadaoPapelAlterado,
    "cidadão.perfil_atualizado": CidadaoPerfilAtualizado,
    "cidadão.vinculado": CidadaoVinculado,
    "conselheiro.atribuicao_recusada": ConselheiroAtribuicaoRecusada,
    "conselheiro.atualização_publicada": ConselheiroAtualizacaoPublicada,
    "conselheiro.atualização_registrada": ConselheiroAtualizacaoRegistrada,
    "conselheiro.cadastrado": ConselheiroCadastrado,
    "conselheiro.ciclo_concluído": ConselheiroCicloConcluido,
    "conselheiro.demanda_iniciada": ConselheiroDemandaIniciada,
    "conselheiro.identificado": ConselheiroIdentificado,
    "conselheiro.prazo_próximo": ConselheiroPrazoProximo,
    "conselheiro.sorteado": ConselheiroSorteado,
    "demanda.categorizada": DemandaCategorizada,
    "demanda.concluída": DemandaConcluida,
    "demanda.conclusao_confirmada": DemandaConclusaoConfirmada,
    "demanda.georreferenciada": DemandaGeorreferenciada,
    "demanda.normalizada": DemandaNormalizada,
    "demanda.ranqueada": DemandaRanqueada,
    "demanda.recebida": DemandaRecebida,
    "demanda.resumo_ciclo_atualizado": DemandaResumoCicloAtualizado,
    "duplicidade.agregada": DuplicidadeAgregada,
    "ranking.atualizado": RankingAtualizado,
    "ranking.parametros_publicados": RankingParametrosPublicados,
    "sorteio.cancelado": SorteioCancelado,
    "sorteio.comprometido": SorteioComprometido,
    "sorteio.sem_candidatos": SorteioSemCandidatos,
    "taxonomia.publicada": TaxonomiaPublicada,
    "território.unidade_publicada": TerritorioUnidadePublicada,
}
