"""Demands, follow-ups, updates, and what comes from other colonies in any order."""

from alembic import op

revision = "0001"
down_revision = None

A_JULGAR = "situacao IN ('aguardando', 'recusada')"
COMANDOS = (
    "CREATE TABLE demandas (demanda_id uuid PRIMARY KEY, concluida_em timestamptz) WITH (fillfactor = 90)",
    """
CREATE TABLE acompanhamentos (
    acompanhamento_id uuid PRIMARY KEY,
    demanda_id uuid NOT NULL,
    conselheiro_id uuid NOT NULL,
    unidade_civica_id uuid NOT NULL,
    inicio timestamptz NOT NULL,
    situacao varchar NOT NULL,
    fim timestamptz,
    iniciado_em timestamptz,
    status varchar NOT NULL,
    prazo date,
    prazo_atualizacao_id uuid,
    prazo_alertado boolean NOT NULL,
    ciclo jsonb NOT NULL,
    texto_resumo_ciclo varchar NOT NULL
) WITH (fillfactor = 60)""",
    "CREATE INDEX acompanhamentos_demanda ON acompanhamentos (demanda_id)",
    "CREATE INDEX acompanhamentos_conselheiro ON acompanhamentos (conselheiro_id)",
    "CREATE INDEX acompanhamentos_prazo ON acompanhamentos (prazo) WHERE situacao = 'ativo' AND NOT prazo_alertado",
    """
CREATE TABLE atualizacoes (
    atualizacao_id uuid PRIMARY KEY,
    ordem bigint GENERATED ALWAYS AS IDENTITY,
    demanda_id uuid NOT NULL,
    cidadao_id uuid NOT NULL,
    tipo varchar NOT NULL,
    texto varchar NOT NULL,
    campos jsonb NOT NULL,
    origem_estruturacao varchar NOT NULL,
    transcricao_automatica boolean NOT NULL,
    termos_suspeitos jsonb NOT NULL,
    registrada_em timestamptz NOT NULL,
    event_id uuid NOT NULL,
    correlacao_id uuid NOT NULL,
    situacao varchar NOT NULL,
    erros jsonb NOT NULL,
    acompanhamento_id uuid,
    numero_sequencial integer,
    UNIQUE (acompanhamento_id, numero_sequencial)
)""",
    "CREATE INDEX atualizacoes_demanda ON atualizacoes (demanda_id, cidadao_id, ordem)",
    f"CREATE INDEX atualizacoes_a_julgar ON atualizacoes (demanda_id) WHERE {A_JULGAR}",
    f"CREATE INDEX atualizacoes_a_julgar_de ON atualizacoes (cidadao_id) WHERE {A_JULGAR}",
    """
CREATE TABLE conclusoes (
    conclusao_id uuid PRIMARY KEY,
    demanda_id uuid NOT NULL,
    total_conclusoes integer NOT NULL,
    data timestamptz NOT NULL,
    ratificacao_necessaria boolean NOT NULL
)""",
    "CREATE INDEX conclusoes_demanda ON conclusoes (demanda_id)",
    """
CREATE TABLE recusas (
    demanda_id uuid NOT NULL,
    cidadao_id uuid NOT NULL,
    quando timestamptz NOT NULL,
    PRIMARY KEY (demanda_id, cidadao_id, quando)
)""",
    "CREATE INDEX recusas_cidadao ON recusas (cidadao_id)",
    "CREATE TABLE conselheiros (conselheiro_id uuid PRIMARY KEY, cidadao_id uuid)",
    "CREATE INDEX conselheiros_cidadao ON conselheiros (cidadao_id)",
    "CREATE TABLE vinculos (cidadao_id_anonimo uuid PRIMARY KEY, cidadao_id uuid NOT NULL)",
    "CREATE TABLE varreduras (nome varchar PRIMARY KEY, feita_em timestamptz NOT NULL)",
)


def upgrade() -> None:
    for comando in COMANDOS:
        op.execute(comando)


def downgrade() -> None:
    for tabela in (
        "varreduras",
        "vinculos",
        "conselheiros",
        "recusas",
        "conclusoes",
        "atualizacoes",
        "acompanhamentos",
        "demandas",
    ):
        op.drop_table(tabela)
