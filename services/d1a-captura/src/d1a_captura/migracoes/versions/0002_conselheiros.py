"""Which ids belong to accounts, and what is known of units, counsellors and their demands."""

from alembic import op

revision = "0002"
down_revision = "0001"

TABELAS = (
    "identidade", "unidade", "candidatura", "conselheiro", "atribuicao", "encerramento", "recusa", "atualizacao",
)  # fmt: skip


def upgrade() -> None:
    op.execute("""
CREATE TABLE identidade (cidadao_id uuid PRIMARY KEY, conta_id uuid NOT NULL, vinculada_em timestamptz)""")
    op.execute("CREATE INDEX identidade_da_conta ON identidade (conta_id)")
    op.execute("CREATE TABLE unidade (unidade_civica_id uuid PRIMARY KEY, ativa boolean NOT NULL)")
    op.execute("""
CREATE TABLE candidatura (
    cidadao_id uuid PRIMARY KEY,
    unidade_civica_id uuid NOT NULL,
    capacitacao_concluida boolean NOT NULL,
    registrada_em timestamptz NOT NULL
)""")
    op.execute("CREATE TABLE conselheiro (conselheiro_id uuid PRIMARY KEY, cidadao_id uuid NOT NULL)")
    op.execute("""
CREATE TABLE atribuicao (
    sorteio_id uuid PRIMARY KEY,
    demanda_id uuid NOT NULL,
    conselheiro_id uuid NOT NULL,
    atribuida_em timestamptz NOT NULL
)""")
    op.execute("CREATE INDEX atribuicao_da_demanda ON atribuicao (demanda_id, atribuida_em, sorteio_id)")
    op.execute("""
CREATE TABLE encerramento (
    demanda_id uuid NOT NULL,
    conselheiro_id uuid NOT NULL,
    iniciado_em timestamptz NOT NULL,
    PRIMARY KEY (demanda_id, conselheiro_id, iniciado_em)
)""")
    op.execute("""
CREATE TABLE recusa (sorteio_id uuid PRIMARY KEY, motivo varchar NOT NULL, recusada_em timestamptz NOT NULL)""")
    op.execute("""
CREATE TABLE atualizacao (
    atualizacao_id uuid PRIMARY KEY,
    sorteio_id uuid NOT NULL,
    impressao bytea NOT NULL,
    conclui boolean NOT NULL,
    registrada_em timestamptz NOT NULL,
    CONSTRAINT atualizacao_uma_vez UNIQUE (sorteio_id, impressao)
)""")
    op.execute("CREATE UNIQUE INDEX atualizacao_que_conclui ON atualizacao (sorteio_id) WHERE conclui")


def downgrade() -> None:
    for tabela in TABELAS:
        op.drop_table(tabela)
