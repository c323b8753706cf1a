"""What follows the ranking: agenda, counsellor, conclusion, what was learned. New tables only."""

from alembic import op

revision = "0002"
down_revision = "0001"

FATO = "demanda_id uuid PRIMARY KEY, ocorrido_em timestamptz NOT NULL, event_id uuid NOT NULL"
TABELAS = f"""
CREATE TABLE disponiveis (
    {FATO}
);
CREATE TABLE atribuicoes (
    {FATO},
    conselheiro_id uuid NOT NULL,
    atribuida_em timestamptz NOT NULL
);
CREATE TABLE inicios (
    demanda_id uuid PRIMARY KEY,
    primeiro_em timestamptz NOT NULL,
    ultimo_em timestamptz NOT NULL
);
CREATE TABLE vagas (
    {FATO},
    conselheiro_id uuid
);
CREATE TABLE resumos_ciclo (
    {FATO},
    resumo varchar NOT NULL,
    versao_metodo varchar NOT NULL,
    gerado_em timestamptz NOT NULL
);
CREATE TABLE caminhos (
    perfil_id uuid PRIMARY KEY,
    ocorrido_em timestamptz NOT NULL,
    event_id uuid NOT NULL,
    municipio_id uuid NOT NULL,
    categoria_id varchar NOT NULL,
    subcategoria_id varchar,
    total_casos integer NOT NULL,
    prazo_mediano_dias double precision,
    taxa_resolucao double precision NOT NULL,
    canais jsonb NOT NULL,
    orgaos jsonb NOT NULL,
    gargalos jsonb NOT NULL,
    documentos jsonb NOT NULL,
    dossie varchar NOT NULL,
    versao_metodo varchar NOT NULL,
    gerado_em timestamptz NOT NULL
);
CREATE INDEX caminhos_chave ON caminhos (municipio_id, categoria_id, subcategoria_id);
CREATE TABLE agendas (
    unidade_civica_id uuid PRIMARY KEY,
    ocorrido_em timestamptz NOT NULL,
    event_id uuid NOT NULL,
    total_itens integer NOT NULL,
    total_disponiveis integer NOT NULL,
    total_atribuidos integer NOT NULL,
    total_em_progresso integer NOT NULL,
    gerada_em timestamptz NOT NULL
);
"""


def upgrade() -> None:
    for comando in TABELAS.split(";"):
        if comando.strip():
            op.execute(comando)


def downgrade() -> None:
    for tabela in ("agendas", "caminhos", "resumos_ciclo", "vagas", "inicios", "atribuicoes", "disponiveis"):
        op.drop_table(tabela)
