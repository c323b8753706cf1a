"""Boundary versions, units, resolutions and pending reviews."""

from alembic import op

revision = "0001"
down_revision = None

COMANDOS = (
    """
CREATE TABLE versoes_limites (
    sequencia integer PRIMARY KEY,
    nome varchar NOT NULL UNIQUE,
    fonte varchar NOT NULL,
    criada_em timestamptz NOT NULL,
    resumo jsonb NOT NULL
)""",
    """
CREATE TABLE unidades (
    unidade_civica_id uuid NOT NULL,
    desde integer NOT NULL,
    ate integer,
    nivel smallint NOT NULL CHECK (nivel BETWEEN 1 AND 7),
    nome varchar NOT NULL,
    nome_busca varchar NOT NULL,
    uf varchar,
    pai_id uuid,
    codigos_dos_pais varchar[] NOT NULL,
    codigo_origem varchar NOT NULL,
    fonte varchar NOT NULL,
    area_m2 float NOT NULL,
    geometria bytea NOT NULL,
    impressao bytea NOT NULL,
    publicada boolean NOT NULL,
    PRIMARY KEY (unidade_civica_id, desde)
)""",
    # Coordinates hardly compress; trying would cost more than all the rest of an import.
    "ALTER TABLE unidades ALTER COLUMN geometria SET STORAGE EXTERNAL",
    "CREATE INDEX unidades_por_nome ON unidades (nivel, nome_busca, unidade_civica_id) WHERE ate IS NULL",
    "CREATE INDEX unidades_por_codigo ON unidades (nivel, codigo_origem) WHERE ate IS NULL",
    "CREATE INDEX unidades_a_publicar ON unidades (desde) WHERE NOT publicada",
    """
CREATE TABLE resolucoes (
    demanda_id uuid PRIMARY KEY,
    unidade_civica_id uuid NOT NULL,
    nivel smallint NOT NULL,
    cadeia uuid[] NOT NULL,
    municipio_id uuid,
    metodo varchar NOT NULL,
    confianca varchar NOT NULL,
    coordenadas_lat float NOT NULL,
    coordenadas_lng float NOT NULL,
    versao_limites varchar NOT NULL,
    resolvida_em timestamptz NOT NULL
)""",
    """
CREATE TABLE revisoes_geo_pendentes (
    demanda_id uuid PRIMARY KEY,
    coordenadas_lat float NOT NULL,
    coordenadas_lng float NOT NULL,
    situacao varchar NOT NULL,
    sequencia_tentada integer NOT NULL,
    evento_id uuid NOT NULL,
    correlacao_id uuid NOT NULL,
    criada_em timestamptz NOT NULL,
    decidida_em timestamptz,
    operador varchar,
    motivo varchar
)""",
    "CREATE INDEX revisoes_por_situacao ON revisoes_geo_pendentes (situacao, demanda_id)",
    "CREATE INDEX revisoes_a_reavaliar ON revisoes_geo_pendentes (sequencia_tentada) WHERE situacao = 'pendente'",
)


def upgrade() -> None:
    for comando in COMANDOS:
        op.execute(comando)


def downgrade() -> None:
    for tabela in ("revisoes_geo_pendentes", "resolucoes", "unidades", "versoes_limites"):
        op.drop_table(tabela)
