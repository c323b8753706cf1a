"""Outbox, inbox, cursor and dead letters."""

from alembic import op

revision = "0001"
down_revision = None

TABELAS = """
CREATE TABLE saida (
    ordem bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id uuid NOT NULL,
    topico varchar NOT NULL,
    particao_de bytea NOT NULL,
    chave bytea NOT NULL,
    esquema varchar,
    corpo bytea,
    cabecalhos varchar NOT NULL,
    criado_em timestamptz NOT NULL DEFAULT now(),
    publicado_em timestamptz
);
CREATE INDEX saida_pendente ON saida (ordem) WHERE publicado_em IS NULL;
CREATE INDEX saida_publicada ON saida USING brin (publicado_em);
CREATE TABLE entrada (
    event_id uuid PRIMARY KEY,
    recebido_em timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX entrada_idade ON entrada USING brin (recebido_em);
CREATE TABLE cursor (
    topico varchar NOT NULL,
    particao integer NOT NULL,
    proximo bigint NOT NULL,
    PRIMARY KEY (topico, particao)
);
CREATE TABLE carta_morta (
    id uuid PRIMARY KEY,
    topico varchar NOT NULL,
    particao integer NOT NULL,
    deslocamento bigint NOT NULL,
    chave bytea,
    valor bytea,
    cabecalhos jsonb NOT NULL,
    event_id uuid,
    erro varchar NOT NULL,
    situacao varchar NOT NULL,
    criado_em timestamptz NOT NULL DEFAULT now(),
    resolvido_em timestamptz,
    UNIQUE (topico, particao, deslocamento)
);
"""


def upgrade() -> None:
    for comando in TABELAS.split(";"):
        if comando.strip():
            op.execute(comando)


def downgrade() -> None:
    for tabela in ("carta_morta", "cursor", "entrada", "saida"):
        op.drop_table(tabela)
