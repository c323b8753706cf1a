"""Demands, categorisations, reviews, contestations and the taxonomies published."""

from alembic import op

revision = "0001"
down_revision = None

COMANDOS = (
    """
CREATE TABLE demandas (
    demanda_id uuid PRIMARY KEY,
    texto varchar,
    legendas varchar,
    normalizada_id uuid,
    correlacao_id uuid,
    unidade_civica_id uuid,
    nivel_minimo_resolvido smallint,
    versao integer
)""",
    """
CREATE TABLE categorizacoes (
    demanda_id uuid NOT NULL,
    versao integer NOT NULL,
    categoria_id varchar,
    subcategoria_id varchar,
    nivel_precedencia smallint,
    score_horizontal float,
    confianca float NOT NULL,
    metodo varchar NOT NULL,
    candidatas jsonb NOT NULL,
    evidencias jsonb NOT NULL,
    versao_taxonomia varchar NOT NULL,
    versao_classificador varchar NOT NULL,
    moderador varchar,
    justificativa varchar,
    nova_categoria varchar,
    criada_em timestamptz NOT NULL,
    PRIMARY KEY (demanda_id, versao),
    CHECK (versao = 0 OR categoria_id IS NOT NULL)
)""",
    """
CREATE FUNCTION recusar_reescrita() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'categorizacoes só recebe versões novas';
END $$""",
    """
CREATE TRIGGER so_acrescenta BEFORE UPDATE OR DELETE ON categorizacoes
FOR EACH STATEMENT EXECUTE FUNCTION recusar_reescrita()""",
    """
CREATE TABLE revisoes (
    demanda_id uuid PRIMARY KEY,
    motivo varchar NOT NULL CHECK (motivo IN ('obrigatoria', 'contestada', 'amostragem')),
    ordem smallint NOT NULL,
    confianca float NOT NULL,
    situacao varchar NOT NULL CHECK (situacao IN ('pendente', 'decidida')),
    aberta_em timestamptz NOT NULL,
    decidida_em timestamptz
)""",
    "CREATE INDEX revisoes_fila ON revisoes (situacao, ordem, confianca, demanda_id)",
    """
CREATE TABLE contestacoes (
    demanda_id uuid NOT NULL,
    cidadao_id uuid NOT NULL,
    versao integer NOT NULL,
    categoria_sugerida varchar,
    criada_em timestamptz NOT NULL,
    PRIMARY KEY (demanda_id, cidadao_id)
)""",
    """
CREATE TABLE taxonomias_publicadas (
    versao varchar NOT NULL,
    impressao varchar NOT NULL,
    PRIMARY KEY (versao, impressao)
)""",
)


def upgrade() -> None:
    for comando in COMANDOS:
        op.execute(comando)


def downgrade() -> None:
    for tabela in ("taxonomias_publicadas", "contestacoes", "revisoes", "categorizacoes", "demandas"):
        op.drop_table(tabela)
    op.execute("DROP FUNCTION recusar_reescrita()")
