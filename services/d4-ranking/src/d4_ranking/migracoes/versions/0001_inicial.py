"""Demands, history, units and the counts that give positions."""

from alembic import op

revision = "0001"
down_revision = None

CALCULO = """
    demanda_id uuid NOT NULL,
    unidade_civica_id uuid NOT NULL,
    categoria_id varchar NOT NULL,
    nivel_precedencia integer NOT NULL,
    versao_categorizacao integer NOT NULL,
    peso_nacional float NOT NULL,
    peso_situacional float NOT NULL,
    score_horizontal float NOT NULL,
    score_final float NOT NULL,
    versao_parametros varchar NOT NULL,
    ativo boolean NOT NULL,
    calculado_em timestamptz NOT NULL"""

COMANDOS = (
    f"CREATE TABLE demandas ({CALCULO}, PRIMARY KEY (demanda_id))",
    "CREATE INDEX demandas_ranking ON demandas (unidade_civica_id, score_final DESC, demanda_id) WHERE ativo",
    "CREATE INDEX demandas_por_parametros ON demandas (versao_parametros) WHERE ativo",
    f"CREATE TABLE historico ({CALCULO}, posicao_no_ranking integer, total_demandas_na_uc integer, "
    "PRIMARY KEY (demanda_id, versao_categorizacao, versao_parametros, ativo))",
    "CREATE TABLE agregadas (demanda_id uuid PRIMARY KEY)",
    """
CREATE TABLE unidades (
    unidade_civica_id uuid PRIMARY KEY,
    total integer NOT NULL,
    relogio timestamptz NOT NULL,
    ate_event_id uuid,
    motivo varchar,
    deve_anuncio boolean NOT NULL,
    anunciado_em timestamptz
) WITH (fillfactor = 50)""",
    "CREATE INDEX unidades_a_anunciar ON unidades (anunciado_em) WHERE deve_anuncio",
    """
CREATE TABLE contagem (
    unidade_civica_id uuid NOT NULL,
    grao smallint NOT NULL,
    score_final float NOT NULL,
    balde bigint NOT NULL,
    ativas integer NOT NULL,
    PRIMARY KEY (unidade_civica_id, grao, score_final, balde)
) WITH (fillfactor = 80)""",
    "CREATE TABLE parametros_publicados (versao varchar PRIMARY KEY)",
)


def upgrade() -> None:
    for comando in COMANDOS:
        op.execute(comando)


def downgrade() -> None:
    for tabela in ("parametros_publicados", "contagem", "unidades", "agregadas", "historico", "demandas"):
        op.drop_table(tabela)
