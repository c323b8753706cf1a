"""Demands, units, the counts that give indices and the cells of the groups."""

from alembic import op

revision = "0001"
down_revision = None

NA_ORDEM = "unidade_civica_id IS NOT NULL AND status IN ('disponivel', 'atribuido', 'em_progresso')"

COMANDOS = (
    """
CREATE TABLE demandas (
    demanda_id uuid PRIMARY KEY,
    sorteada_em timestamptz,
    sorteado_id uuid,
    iniciada_em timestamptz,
    iniciador_id uuid,
    encerrada_em timestamptz,
    encerrador_id uuid,
    vaga_em timestamptz,
    concluida_em timestamptz,
    confirmada_em timestamptz,
    agregada_em timestamptz,
    status varchar NOT NULL,
    data_conclusao timestamptz,
    anunciada boolean NOT NULL,
    aguardando boolean NOT NULL,
    unidade_civica_id uuid,
    categoria_id varchar,
    nivel_precedencia integer,
    score_final float,
    versao_parametros varchar,
    calculado_em timestamptz,
    correlacao_id uuid,
    lat float,
    lng float,
    celula_y integer,
    celula_x integer,
    situada_em timestamptz
) WITH (fillfactor = 80)""",
    "CREATE INDEX demandas_na_ordem ON demandas "
    f"(unidade_civica_id, nivel_precedencia, score_final DESC, demanda_id, categoria_id, status) "
    f"WHERE {NA_ORDEM}",
    "CREATE INDEX demandas_fora_da_ordem ON demandas "
    "(unidade_civica_id, status, nivel_precedencia, score_final DESC, demanda_id, categoria_id) "
    "WHERE unidade_civica_id IS NOT NULL AND status IN ('concluido', 'agregado')",
    "CREATE INDEX demandas_a_chamar ON demandas (unidade_civica_id, nivel_precedencia, score_final DESC, demanda_id) "
    "WHERE unidade_civica_id IS NOT NULL AND status = 'disponivel' AND NOT anunciada",
    "CREATE INDEX demandas_no_mapa ON demandas (unidade_civica_id, categoria_id, celula_y, celula_x) "
    f"WHERE celula_y IS NOT NULL AND {NA_ORDEM}",
    "CREATE INDEX demandas_aguardando ON demandas (unidade_civica_id) WHERE aguardando",
    """
CREATE TABLE unidades (
    unidade_civica_id uuid PRIMARY KEY,
    cadeia_ucs uuid[],
    cadeia_em timestamptz,
    nivel_corrente integer,
    distribuicao float[],
    ranking_em timestamptz,
    disponiveis integer NOT NULL,
    atribuidos integer NOT NULL,
    em_progresso integer NOT NULL,
    motivo varchar,
    deve_agenda boolean NOT NULL,
    gerada_em timestamptz
) WITH (fillfactor = 50)""",
    "CREATE INDEX unidades_a_gerar ON unidades (gerada_em) WHERE deve_agenda",
    """
CREATE TABLE contagem (
    unidade_civica_id uuid NOT NULL,
    nivel_precedencia smallint NOT NULL,
    grao smallint NOT NULL,
    score_final float NOT NULL,
    balde bigint NOT NULL,
    itens integer NOT NULL,
    PRIMARY KEY (unidade_civica_id, nivel_precedencia, grao, score_final, balde)
) WITH (fillfactor = 80)""",
    """
CREATE TABLE celulas (
    unidade_civica_id uuid NOT NULL,
    categoria_id varchar NOT NULL,
    y integer NOT NULL,
    x integer NOT NULL,
    pontos integer NOT NULL,
    raiz_y integer NOT NULL,
    raiz_x integer NOT NULL,
    PRIMARY KEY (unidade_civica_id, categoria_id, y, x)
) WITH (fillfactor = 80)""",
    "CREATE INDEX celulas_por_raiz ON celulas (raiz_y, raiz_x, unidade_civica_id, categoria_id)",
)


def upgrade() -> None:
    for comando in COMANDOS:
        op.execute(comando)


def downgrade() -> None:
    for tabela in ("celulas", "contagem", "unidades", "demandas"):
        op.drop_table(tabela)
