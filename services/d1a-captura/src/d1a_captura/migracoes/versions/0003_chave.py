"""With which `Idempotency-Key` each update came, so that another one cannot come with the same."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.execute("ALTER TABLE atualizacao ADD COLUMN chave varchar")
    op.execute("""
CREATE UNIQUE INDEX atualizacao_da_chave ON atualizacao (sorteio_id, chave) WHERE chave IS NOT NULL""")


def downgrade() -> None:
    op.drop_column("atualizacao", "chave")
