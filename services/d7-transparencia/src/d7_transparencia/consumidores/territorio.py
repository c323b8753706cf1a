"""Territory: where each demand is, and this colony's copy of the civic units."""

from collections.abc import Sequence
from uuid import UUID

from d7_transparencia.consumidores import envelope
from d7_transparencia.dominio import busca
from d7_transparencia.estado.lote import entrada, linhas, mais_novo
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import DemandaGeorreferenciada, TerritorioUnidadePublicada

_ELO_DO_MUNICIPIO = 3  # the fourth link of the chain, Spec D-7, "Snapshot por demanda_id"

_COLUNAS_DA_LOCALIZACAO = {
    **envelope.COLUNAS,
    "unidade_civica_id": "uuid",
    "municipio_id": "uuid",
    "confianca_geo": "text",
    "nivel": "smallint",
    "lat": "float8",
    "lng": "float8",
}
_ENTRADA = entrada(
    "demanda.georreferenciada", "jsonb_build_object('unidade_civica_id', unidade_civica_id, 'nivel', nivel)"
)
_LOCALIZACAO = mais_novo("localizacoes", "demanda_id", ["unidade_civica_id", "municipio_id", "confianca_geo"])
# Only the newest georeferencing moves the point, and only when it differs: an untouched row costs an index nothing.
_GEORREFERENCIAR = f"""
WITH lote AS (SELECT * FROM {linhas(_COLUNAS_DA_LOCALIZACAO)}),
contada AS ({_ENTRADA}),
nova AS ({_LOCALIZACAO} RETURNING demanda_id, event_id)
INSERT INTO demandas AS atual (demanda_id, lat, lng)
SELECT DISTINCT ON (demanda_id) demanda_id, lat, lng FROM lote JOIN nova USING (demanda_id, event_id)
WHERE lat IS NOT NULL AND lng IS NOT NULL
ON CONFLICT (demanda_id) DO UPDATE SET lat = excluded.lat, lng = excluded.lng
WHERE (atual.lat, atual.lng) IS DISTINCT FROM (excluded.lat, excluded.lng)
"""


async def georreferenciar(eventos: Sequence[Evento[DemandaGeorreferenciada]], uow: UnidadeDeTrabalho) -> None:
    """Place the demand in its civic unit; the georeferenced point takes the place of the captured one."""
    dados = [e.payload for e in eventos]
    await uow.sql(
        _GEORREFERENCIAR,
        **envelope.colunas(eventos),
        unidade_civica_id=[p.unidade_civica_id for p in dados],
        municipio_id=[_municipio(p) for p in dados],
        confianca_geo=[p.confianca_geo for p in dados],
        nivel=[p.nivel_minimo_resolvido for p in dados],
        lat=[p.coordenadas_lat for p in dados],
        lng=[p.coordenadas_lng for p in dados],
    )


def _municipio(dados: DemandaGeorreferenciada) -> UUID | None:
    if dados.municipio_id is not None or len(dados.cadeia_ucs) <= _ELO_DO_MUNICIPIO:
        return dados.municipio_id
    return dados.cadeia_ucs[_ELO_DO_MUNICIPIO]


_COLUNAS_DA_UNIDADE = {
    "unidade_civica_id": "uuid",
    "ocorrido_em": "timestamptz",
    "event_id": "uuid",
    "nivel": "smallint",
    "nome": "text",
    "nome_busca": "text",
    "uf": "text",
    "pai_id": "uuid",
    "versao_limites": "text",
    "ativa": "bool",
    "geometria_wkb": "bytea",
}
_UNIDADE = mais_novo("unidades", "unidade_civica_id", list(_COLUNAS_DA_UNIDADE)[3:])
_COPIAR_UNIDADES = f"WITH lote AS (SELECT * FROM {linhas(_COLUNAS_DA_UNIDADE)}) {_UNIDADE}"


async def copiar_unidades(eventos: Sequence[Evento[TerritorioUnidadePublicada]], uow: UnidadeDeTrabalho) -> None:
    """Keep the newest boundary and name of each unit; those that ceased to exist stay, for old demands."""
    dados = [e.payload for e in eventos]
    await uow.sql(
        _COPIAR_UNIDADES,
        unidade_civica_id=[p.unidade_civica_id for p in dados],
        ocorrido_em=[e.timestamp for e in eventos],
        event_id=[e.event_id for e in eventos],
        nivel=[p.nivel for p in dados],
        nome=[p.nome for p in dados],
        nome_busca=[busca.chave(p.nome) for p in dados],
        uf=[p.uf for p in dados],
        pai_id=[p.pai_id for p in dados],
        versao_limites=[p.versao_limites for p in dados],
        ativa=[p.ativa for p in dados],
        geometria_wkb=[p.geometria_wkb for p in dados],
    )
