"""Facts of demands, cases, profiles, and what was published of them."""

from alembic import op

revision = "0001"
down_revision = None

FATO = "demanda_id uuid PRIMARY KEY, ocorrido_em timestamptz NOT NULL, event_id uuid NOT NULL"
TABELAS = f"""
CREATE TABLE localizacoes (
    {FATO},
    municipio_id uuid
);
CREATE TABLE categorizacoes (
    {FATO},
    versao_categorizacao integer NOT NULL,
    categoria_id varchar NOT NULL,
    subcategoria_id varchar
);
CREATE TABLE agregacoes (
    {FATO},
    representante_id uuid NOT NULL
);
CREATE TABLE atualizacoes (
    demanda_id uuid NOT NULL,
    atualizacao_id uuid NOT NULL,
    passos jsonb NOT NULL,
    PRIMARY KEY (demanda_id, atualizacao_id)
);
CREATE TABLE fechos (
    demanda_id uuid NOT NULL,
    event_id uuid NOT NULL,
    concluida boolean NOT NULL,
    inicio timestamptz,
    fim timestamptz NOT NULL,
    total_atualizacoes integer NOT NULL,
    resumo varchar NOT NULL,
    PRIMARY KEY (demanda_id, event_id)
);
CREATE TABLE casos (
    demanda_id uuid PRIMARY KEY,
    municipio_id uuid NOT NULL,
    categoria_id varchar NOT NULL,
    subcategoria_id varchar,
    desfecho varchar NOT NULL,
    encerrado_em timestamptz NOT NULL,
    prazo_dias integer,
    total_atualizacoes integer NOT NULL,
    resumo varchar NOT NULL,
    caminho jsonb NOT NULL
);
CREATE TABLE perfis (
    perfil_id uuid PRIMARY KEY,
    municipio_id uuid NOT NULL,
    categoria_id varchar NOT NULL,
    subcategoria_id varchar
);
CREATE TABLE referencias (
    perfil_id uuid NOT NULL,
    encerrado_em timestamptz NOT NULL,
    demanda_id uuid NOT NULL,
    PRIMARY KEY (perfil_id, encerrado_em, demanda_id)
);
CREATE TABLE contagens (
    perfil_id uuid NOT NULL,
    tipo varchar NOT NULL,
    nome varchar COLLATE "C" NOT NULL,
    total integer NOT NULL,
    PRIMARY KEY (perfil_id, tipo, nome)
);
CREATE INDEX contagens_frequentes ON contagens (perfil_id, tipo, total DESC, nome);
CREATE TABLE pendentes (
    perfil_id uuid PRIMARY KEY,
    desde timestamptz NOT NULL
);
CREATE TABLE IF NOT EXISTS public.publicacoes (
    perfil_id uuid PRIMARY KEY,
    conteudo jsonb NOT NULL,
    publicado_em timestamptz NOT NULL
)
"""


def upgrade() -> None:
    for comando in TABELAS.split(";"):
        op.execute(comando)


def downgrade() -> None:
    for tabela in (
        "public.publicacoes",
        "pendentes",
        "contagens",
        "referencias",
        "perfis",
        "casos",
        "fechos",
        "atualizacoes",
        "agregacoes",
        "categorizacoes",
        "localizacoes",
    ):
        op.execute(f"DROP TABLE {tabela}")
