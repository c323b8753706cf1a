"""Schemas, versions of subjects, references and settings."""

from alembic import op

revision = "0001"
down_revision = None

TABELAS = """
CREATE TABLE esquema (
    id integer PRIMARY KEY,
    texto varchar NOT NULL,
    identidade varchar NOT NULL UNIQUE,
    identidade_resolvida varchar NOT NULL
);
CREATE INDEX ix_esquema_identidade_resolvida ON esquema (identidade_resolvida);
CREATE TABLE referencia (
    esquema_id integer NOT NULL REFERENCES esquema (id),
    ordem integer NOT NULL,
    nome varchar NOT NULL,
    assunto varchar NOT NULL,
    versao integer NOT NULL,
    PRIMARY KEY (esquema_id, ordem)
);
CREATE INDEX referencia_alvo ON referencia (assunto, versao);
CREATE TABLE versao (
    assunto varchar NOT NULL,
    numero integer NOT NULL,
    esquema_id integer NOT NULL REFERENCES esquema (id),
    apagada boolean NOT NULL,
    PRIMARY KEY (assunto, numero)
);
CREATE INDEX ix_versao_esquema_id ON versao (esquema_id);
CREATE TABLE ajuste (
    assunto varchar PRIMARY KEY,
    nivel varchar,
    normalizar boolean,
    modo varchar,
    protegido boolean NOT NULL
);
"""


def upgrade() -> None:
    for comando in TABELAS.split(";"):
        if comando.strip():
            op.execute(comando)


def downgrade() -> None:
    for tabela in ("ajuste", "versao", "referencia", "esquema"):
        op.drop_table(tabela)
