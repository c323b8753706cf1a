"""What events said of demands, kept whatever came first; and who is writing."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from uuid import UUID

from d24_caminhos.dominio.caminho import Passos
from d24_caminhos.dominio.caso import Fecho, Par
from d24_caminhos.estado.lote import Tabela
from nucleo import UnidadeDeTrabalho

_FATO = {"demanda_id": "uuid", "ocorrido_em": "timestamptz", "event_id": "uuid"}
_RECENCIA = ("ocorrido_em", "event_id")

LOCALIZACOES = Tabela("localizacoes", _FATO | {"municipio_id": "uuid"}, ordem=_RECENCIA)
CATEGORIZACOES = Tabela(
    "categorizacoes",
    _FATO | {"versao_categorizacao": "int", "categoria_id": "text", "subcategoria_id": "text"},
    ordem=("versao_categorizacao", *_RECENCIA),
)
AGREGACOES = Tabela("agregacoes", _FATO | {"representante_id": "uuid"}, ordem=_RECENCIA)
ATUALIZACOES = Tabela(
    "atualizacoes",
    {"demanda_id": "uuid", "atualizacao_id": "uuid", "passos": "jsonb"},
    chave=("demanda_id", "atualizacao_id"),
)
FECHOS = Tabela(
    "fechos",
    {
        "demanda_id": "uuid",
        "event_id": "uuid",
        "concluida": "bool",
        "inicio": "timestamptz",
        "fim": "timestamptz",
        "total_atualizacoes": "int",
        "resumo": "text",
    },
    chave=("demanda_id", "event_id"),
)


async def reservar(uow: UnidadeDeTrabalho) -> None:
    """Keep the batches of other replicas out until the commit.

    Facts of one demand come from six topics, so from any replica, and two batches that did not see each other's would
    leave the case unmade. Batches are short. A rebuild works in a schema of its own, and keeps nobody out.
    """
    await uow.sql("SELECT pg_advisory_xact_lock(hashtextextended(current_schema(), 24))")


async def fechos(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> dict[UUID, list[Fecho]]:
    """Return the ends of cycles of those of these demands that have any."""
    achados: dict[UUID, list[Fecho]] = defaultdict(list)
    for linha in await uow.sql(_FECHOS, demandas=list(demandas)):
        achados[linha.demanda_id].append(
            Fecho(
                event_id=linha.event_id,
                concluida=linha.concluida,
                inicio=linha.inicio,
                fim=linha.fim,
                total_atualizacoes=linha.total_atualizacoes,
                resumo=linha.resumo,
            )
        )
    return achados


async def pares(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> dict[UUID, Par]:
    """Return where and about what these demands are; those unknown, and members of aggregates, are absent."""
    linhas = await uow.sql(_PARES, demandas=list(demandas))
    return {demanda_id: Par(*par) for demanda_id, *par in linhas}


async def atualizacoes(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> dict[UUID, Sequence[Passos]]:
    """Return what the updates of these demands said of the path."""
    linhas = await uow.sql(_ATUALIZACOES, demandas=list(demandas))
    return {linha.demanda_id: linha.passos for linha in linhas}


_FECHOS = """
SELECT demanda_id, event_id, concluida, inicio, fim, total_atualizacoes, resumo
FROM fechos WHERE demanda_id = ANY(CAST(:demandas AS uuid[]))"""
_PARES = """
SELECT demanda_id, municipio_id, categoria_id, subcategoria_id
FROM localizacoes JOIN categorizacoes USING (demanda_id)
WHERE demanda_id = ANY(CAST(:demandas AS uuid[])) AND municipio_id IS NOT NULL
AND NOT EXISTS (SELECT FROM agregacoes WHERE agregacoes.demanda_id = localizacoes.demanda_id)"""
_ATUALIZACOES = """
SELECT demanda_id, json_agg(passos) AS passos FROM atualizacoes
WHERE demanda_id = ANY(CAST(:demandas AS uuid[])) GROUP BY demanda_id"""
