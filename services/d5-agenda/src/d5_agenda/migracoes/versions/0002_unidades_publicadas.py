"""Which units exist, ranked in or not."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.execute("CREATE TABLE unidades_publicadas (unidade_civica_id uuid PRIMARY KEY)")


def downgrade() -> None:
    op.drop_table("unidades_publicadas")
