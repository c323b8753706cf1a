"""Normalised versions."""

from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.execute("""
        CREATE TABLE normalizacao (
            demanda_id uuid NOT NULL,
            versao_normalizador varchar NOT NULL,
            recebida_event_id uuid NOT NULL,
            texto_bruto varchar NOT NULL,
            titulo varchar NOT NULL,
            descricao_limpa varchar NOT NULL,
            confianca double precision NOT NULL,
            termos_suspeitos varchar[] NOT NULL,
            detalhes jsonb NOT NULL,
            criado_em timestamptz NOT NULL,
            PRIMARY KEY (demanda_id, versao_normalizador)
        )
    """)


def downgrade() -> None:
    op.drop_table("normalizacao")
