"""To which account each device belongs."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.execute("""
CREATE TABLE vinculos (
    cidadao_id_anonimo uuid PRIMARY KEY,
    cidadao_id uuid NOT NULL,
    vinculado_em timestamptz NOT NULL
)""")


def downgrade() -> None:
    op.drop_table("vinculos")
