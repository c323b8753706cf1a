"""Accounts, devices, roles, sessions, logins under way, and the civic units that exist."""

from alembic import op

revision = "0001"
down_revision = None

COMANDOS = (
    """
CREATE TABLE contas (
    cidadao_id uuid PRIMARY KEY,
    emissor varchar NOT NULL,
    sub varchar NOT NULL,
    auth_provider varchar NOT NULL,
    criada_em timestamptz NOT NULL,
    nome varchar,
    email varchar,
    avatar_url varchar,
    endereco varchar,
    unidade_civica_id uuid,
    CONSTRAINT contas_emissor_sub UNIQUE (emissor, sub)
)""",
    """
CREATE TABLE vinculos (
    cidadao_id_anonimo uuid PRIMARY KEY,
    cidadao_id uuid NOT NULL REFERENCES contas,
    vinculado_em timestamptz NOT NULL
)""",
    """
CREATE TABLE papeis (
    cidadao_id uuid NOT NULL REFERENCES contas,
    papel varchar NOT NULL,
    concedido_por varchar NOT NULL,
    concedido_em timestamptz NOT NULL,
    PRIMARY KEY (cidadao_id, papel)
)""",
    """
CREATE TABLE sessoes (
    id uuid PRIMARY KEY,
    cidadao_id uuid NOT NULL REFERENCES contas,
    segredo bytea NOT NULL,
    expira_em timestamptz NOT NULL
)""",
    "CREATE INDEX ix_sessoes_expira_em ON sessoes (expira_em)",
    """
CREATE TABLE entradas (
    estado bytea PRIMARY KEY,
    navegador bytea NOT NULL,
    emissor varchar NOT NULL,
    nonce varchar NOT NULL,
    verificador varchar NOT NULL,
    retorno varchar,
    cidadao_id_anonimo uuid,
    expira_em timestamptz NOT NULL
)""",
    "CREATE INDEX ix_entradas_expira_em ON entradas (expira_em)",
    """
CREATE TABLE unidades (
    unidade_civica_id uuid PRIMARY KEY,
    ativa boolean NOT NULL,
    ocorrido_em timestamptz NOT NULL,
    event_id uuid NOT NULL
)""",
)


def upgrade() -> None:
    for comando in COMANDOS:
        op.execute(comando)


def downgrade() -> None:
    for tabela in ("unidades", "entradas", "sessoes", "papeis", "vinculos", "contas"):
        op.drop_table(tabela)
