"""How far the pulses have told the archive."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.execute("""
        CREATE TABLE pulso (
            unico boolean PRIMARY KEY CHECK (unico),
            ate bigint NOT NULL,
            publicado_em timestamptz NOT NULL
        )
    """)


def downgrade() -> None:
    op.drop_table("pulso")
