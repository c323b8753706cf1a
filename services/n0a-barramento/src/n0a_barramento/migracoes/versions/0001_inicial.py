"""The archive: append-only by a trigger, numbered by one locked row."""

from alembic import op

revision = "0001"
down_revision = None

FICHA = """
    event_id uuid NOT NULL {chave},
    tipo varchar NOT NULL,
    versao_schema varchar NOT NULL,
    timestamp timestamptz NOT NULL,
    origem varchar NOT NULL,
    correlacao_id uuid NOT NULL,
    causacao_id uuid {causa},
    demanda_id uuid,
    topico varchar NOT NULL,
    particao integer NOT NULL,
    deslocamento bigint NOT NULL,
    valor bytea NOT NULL
"""


def upgrade() -> None:
    op.execute("CREATE TABLE contador (unico boolean PRIMARY KEY CHECK (unico), ultimo bigint NOT NULL)")
    op.execute(f"""
        CREATE TABLE evento (
            sequence_number bigint PRIMARY KEY,
            {FICHA.format(chave="UNIQUE", causa="")},
            criado_em timestamptz NOT NULL
        )
    """)
    op.execute("CREATE INDEX evento_da_demanda ON evento (demanda_id, sequence_number)")
    op.execute("CREATE INDEX evento_da_correlacao ON evento (correlacao_id, sequence_number)")
    op.execute("CREATE INDEX evento_do_tipo ON evento (tipo, sequence_number)")
    op.execute(f"""
        CREATE TABLE retido (
            {FICHA.format(chave="PRIMARY KEY", causa="NOT NULL")},
            chegou_em timestamptz NOT NULL
        )
    """)
    op.execute("CREATE INDEX retido_da_causa ON retido (causacao_id)")
    op.execute("""
        CREATE TABLE ilegivel (
            topico varchar NOT NULL,
            particao integer NOT NULL,
            deslocamento bigint NOT NULL,
            esquema_id integer,
            erro varchar NOT NULL,
            chave bytea,
            valor bytea NOT NULL,
            criado_em timestamptz NOT NULL,
            PRIMARY KEY (topico, particao, deslocamento)
        )
    """)
    op.execute("""
        CREATE FUNCTION recusar_mudanca() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'o arquivo de eventos é somente de acréscimo'; END $$
    """)
    op.execute("""
        CREATE TRIGGER somente_acrescimo BEFORE UPDATE OR DELETE ON evento
        FOR EACH ROW EXECUTE FUNCTION recusar_mudanca()
    """)


def downgrade() -> None:
    for tabela in ("ilegivel", "retido", "evento", "contador"):
        op.drop_table(tabela)
    op.execute("DROP FUNCTION recusar_mudanca")
