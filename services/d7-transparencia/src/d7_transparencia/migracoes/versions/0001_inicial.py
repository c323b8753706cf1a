"""Timeline, facts of each demand, rankings of units, and the copies of territory and taxonomy."""

from alembic import op

revision = "0001"
down_revision = None

FATO = "demanda_id uuid PRIMARY KEY, ocorrido_em timestamptz NOT NULL, event_id uuid NOT NULL"
TABELAS = f"""
CREATE TABLE timeline (
    demanda_id uuid NOT NULL,
    ocorrido_em timestamptz NOT NULL,
    event_id uuid NOT NULL,
    tipo varchar NOT NULL,
    publica boolean NOT NULL,
    dados jsonb NOT NULL,
    PRIMARY KEY (demanda_id, ocorrido_em, event_id)
);
CREATE TABLE demandas (
    demanda_id uuid PRIMARY KEY,
    recebida_em timestamptz,
    criada_em timestamptz,
    canal varchar,
    tipo_midia varchar,
    subcategoria_id varchar,
    lat double precision,
    lng double precision
);
CREATE INDEX demandas_ponto ON demandas (lat, lng);
CREATE TABLE textos (
    {FATO},
    titulo varchar NOT NULL,
    descricao varchar NOT NULL,
    titulo_busca varchar NOT NULL,
    confianca double precision NOT NULL,
    descricoes_midia jsonb
);
CREATE TABLE retencoes (
    demanda_id uuid PRIMARY KEY
);
CREATE TABLE localizacoes (
    {FATO},
    unidade_civica_id uuid NOT NULL,
    municipio_id uuid,
    confianca_geo varchar NOT NULL
);
CREATE INDEX localizacoes_unidade ON localizacoes (unidade_civica_id, demanda_id);
CREATE TABLE categorizacoes (
    {FATO},
    categoria_id varchar NOT NULL,
    subcategoria_id varchar,
    nivel_precedencia smallint NOT NULL,
    confianca double precision NOT NULL,
    metodo varchar NOT NULL,
    versao_categorizacao integer NOT NULL,
    versao_taxonomia varchar NOT NULL,
    versao_classificador varchar NOT NULL
);
CREATE TABLE ranqueamentos (
    {FATO},
    unidade_civica_id uuid NOT NULL,
    score_final double precision NOT NULL,
    peso_nacional double precision NOT NULL,
    peso_situacional double precision NOT NULL,
    score_horizontal double precision NOT NULL,
    versao_parametros varchar NOT NULL,
    calculado_em timestamptz NOT NULL
);
CREATE INDEX ranqueamentos_ordem ON ranqueamentos (unidade_civica_id, (-score_final), demanda_id);
CREATE TABLE agregacoes (
    {FATO},
    representante_id uuid NOT NULL
);
CREATE INDEX agregacoes_representante ON agregacoes (representante_id);
CREATE TABLE conclusoes (
    {FATO},
    concluida_em timestamptz NOT NULL
);
CREATE INDEX conclusoes_data ON conclusoes (concluida_em, demanda_id);
CREATE TABLE rankings (
    unidade_civica_id uuid PRIMARY KEY,
    ocorrido_em timestamptz NOT NULL,
    event_id uuid NOT NULL,
    nivel_corrente smallint NOT NULL,
    distribuicao double precision[] NOT NULL,
    versao_parametros varchar NOT NULL,
    calculado_em timestamptz NOT NULL
);
CREATE TABLE unidades (
    unidade_civica_id uuid PRIMARY KEY,
    ocorrido_em timestamptz NOT NULL,
    event_id uuid NOT NULL,
    nivel smallint NOT NULL,
    nome varchar NOT NULL,
    nome_busca varchar NOT NULL,
    uf varchar,
    pai_id uuid,
    versao_limites varchar NOT NULL,
    ativa boolean NOT NULL,
    geometria_wkb bytea NOT NULL
);
CREATE INDEX unidades_pai ON unidades (pai_id);
CREATE INDEX unidades_nome ON unidades (nome_busca, unidade_civica_id);
CREATE TABLE categorias (
    categoria_id varchar PRIMARY KEY,
    ocorrido_em timestamptz NOT NULL,
    event_id uuid NOT NULL,
    nome varchar NOT NULL,
    area varchar NOT NULL,
    nivel_precedencia smallint NOT NULL,
    descricao_formal varchar NOT NULL,
    responsaveis jsonb NOT NULL
);
CREATE TABLE subcategorias (
    subcategoria_id varchar PRIMARY KEY,
    ocorrido_em timestamptz NOT NULL,
    event_id uuid NOT NULL,
    nome varchar NOT NULL,
    descricao_formal varchar NOT NULL
);
"""


def upgrade() -> None:
    for comando in TABELAS.split(";"):
        if comando.strip():
            op.execute(comando)


def downgrade() -> None:
    for tabela in (
        "subcategorias",
        "categorias",
        "unidades",
        "rankings",
        "conclusoes",
        "agregacoes",
        "ranqueamentos",
        "categorizacoes",
        "localizacoes",
        "retencoes",
        "textos",
        "demandas",
        "timeline",
    ):
        op.drop_table(tabela)
