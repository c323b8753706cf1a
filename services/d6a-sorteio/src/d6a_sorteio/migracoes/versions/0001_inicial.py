"""Counsellors, demands, the queue, commitments and attributions."""

from alembic import op

revision = "0001"
down_revision = None

COMANDOS = (
    """
CREATE TABLE conselheiros (
    conselheiro_id uuid PRIMARY KEY,
    cidadao_id uuid NOT NULL UNIQUE,
    unidade_civica_id uuid NOT NULL,
    degrau_uc_id uuid NOT NULL,
    capacitado boolean NOT NULL,
    cadastrado_em timestamptz NOT NULL,
    ocupado_com uuid UNIQUE,
    chamado_em timestamptz,
    recusas integer NOT NULL,
    suspenso_ate timestamptz,
    mandato_fim timestamptz
)""",
    """
CREATE INDEX conselheiros_do_degrau ON conselheiros (degrau_uc_id, chamado_em NULLS FIRST, conselheiro_id)
INCLUDE (suspenso_ate)
WHERE ocupado_com IS NULL AND capacitado AND (mandato_fim IS NULL OR mandato_fim < cadastrado_em)""",
    "CREATE INDEX conselheiros_de_mudanca ON conselheiros (degrau_uc_id) WHERE degrau_uc_id <> unidade_civica_id",
    "CREATE INDEX conselheiros_suspensos ON conselheiros (suspenso_ate) WHERE suspenso_ate IS NOT NULL",
    """
CREATE TABLE demandas (
    demanda_id uuid PRIMARY KEY,
    unidade_civica_id uuid NOT NULL,
    cadeia_ucs uuid[] NOT NULL,
    categoria_id varchar NOT NULL,
    nivel_precedencia integer NOT NULL,
    score_final float NOT NULL,
    grupo_id uuid,
    situacao varchar NOT NULL,
    rodada integer NOT NULL,
    avisada boolean NOT NULL,
    causa_id uuid NOT NULL,
    correlacao_id uuid NOT NULL,
    rastro varchar
) WITH (fillfactor = 80)""",
    "CREATE INDEX demandas_a_avisar ON demandas (demanda_id) WHERE situacao = 'esperando' AND NOT avisada",
    "CREATE TABLE encerradas (demanda_id uuid PRIMARY KEY)",
    """
CREATE TABLE fila (
    demanda_id uuid NOT NULL,
    degrau_uc_id uuid NOT NULL,
    retomada boolean NOT NULL,
    score_final float NOT NULL,
    PRIMARY KEY (demanda_id, degrau_uc_id)
)""",
    "CREATE INDEX fila_em_ordem ON fila (degrau_uc_id, retomada DESC, score_final DESC, demanda_id)",
    """
CREATE TABLE sorteios (
    sorteio_id uuid PRIMARY KEY,
    demanda_id uuid NOT NULL,
    unidade_civica_id uuid NOT NULL,
    degrau_uc_id uuid NOT NULL,
    lista varchar,
    comprometido_event_id uuid NOT NULL UNIQUE,
    comprometido_em timestamptz NOT NULL,
    situacao varchar NOT NULL,
    encerrado_em timestamptz
)""",
    "CREATE UNIQUE INDEX sorteios_da_demanda ON sorteios (demanda_id) WHERE situacao = 'aberto'",
    "CREATE UNIQUE INDEX sorteios_do_degrau ON sorteios (degrau_uc_id) WHERE situacao = 'aberto'",
    # Random hexadecimal digits: nothing to compress, and trying costs more than writing them.
    "ALTER TABLE sorteios ALTER COLUMN lista SET STORAGE EXTERNAL",
    """
CREATE TABLE atribuicoes (
    demanda_id uuid NOT NULL,
    conselheiro_id uuid NOT NULL,
    sorteio_id uuid NOT NULL UNIQUE,
    atribuida_em timestamptz NOT NULL,
    encerrada_em timestamptz,
    desfecho varchar,
    PRIMARY KEY (demanda_id, conselheiro_id)
)""",
    "CREATE INDEX atribuicoes_do_conselheiro ON atribuicoes (conselheiro_id, atribuida_em, sorteio_id)",
    "CREATE UNIQUE INDEX atribuicao_da_demanda ON atribuicoes (demanda_id) WHERE encerrada_em IS NULL",
    "CREATE UNIQUE INDEX atribuicao_do_conselheiro ON atribuicoes (conselheiro_id) WHERE encerrada_em IS NULL",
)


def upgrade() -> None:
    for comando in COMANDOS:
        op.execute(comando)


def downgrade() -> None:
    for tabela in ("atribuicoes", "sorteios", "fila", "encerradas", "demandas", "conselheiros"):
        op.drop_table(tabela)
