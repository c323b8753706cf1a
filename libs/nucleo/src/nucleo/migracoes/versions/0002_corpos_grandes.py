"""Large bodies in the outbox are stored as they are: trying to compress ids costs more than all the rest of a batch."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.execute("ALTER TABLE saida ALTER COLUMN corpo SET STORAGE EXTERNAL")


def downgrade() -> None:
    op.execute("ALTER TABLE saida ALTER COLUMN corpo SET STORAGE EXTENDED")
