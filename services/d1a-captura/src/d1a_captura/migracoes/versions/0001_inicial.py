"""The demands received, as they came."""

from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.execute("""
CREATE TABLE demanda (
    demanda_id uuid PRIMARY KEY,
    cidadao_id uuid NOT NULL,
    impressao bytea NOT NULL,
    situacao varchar NOT NULL,
    canal varchar NOT NULL,
    relato jsonb NOT NULL,
    recebida_em timestamptz NOT NULL,
    CONSTRAINT demanda_uma_vez UNIQUE (cidadao_id, impressao)
)""")


def downgrade() -> None:
    op.drop_table("demanda")
