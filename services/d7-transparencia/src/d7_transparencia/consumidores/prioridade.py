"""Priority: category, score and ranking (demanda.categorizada, demanda.ranqueada, ranking.atualizado)."""

from collections.abc import Sequence

from d7_transparencia.consumidores import envelope
from d7_transparencia.estado.lote import entrada, linhas, mais_novo
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import DemandaCategorizada, DemandaRanqueada, RankingAtualizado

_CATEGORIA = {
    "categoria_id": "text",
    "subcategoria_id": "text",
    "nivel_precedencia": "smallint",
    "confianca": "float8",
    "metodo": "text",
    "versao_categorizacao": "int",
    "versao_taxonomia": "text",
    "versao_classificador": "text",
}
_ENTRADA_DA_CATEGORIA = entrada(
    "demanda.categorizada",
    "jsonb_build_object('variante', metodo, 'categoria_id', categoria_id, 'nivel', nivel_precedencia,"
    " 'confianca', confianca, 'versao_classificador', versao_classificador)",
)
_ORDEM_DA_CATEGORIA = ("versao_categorizacao", "ocorrido_em", "event_id")
_CATEGORIZAR = f"""
WITH lote AS (SELECT * FROM {linhas(envelope.COLUNAS | _CATEGORIA)}),
contada AS ({_ENTRADA_DA_CATEGORIA})
{mais_novo("categorizacoes", "demanda_id", list(_CATEGORIA), ordem=_ORDEM_DA_CATEGORIA)}
"""


async def categorizar(eventos: Sequence[Evento[DemandaCategorizada]], uow: UnidadeDeTrabalho) -> None:
    """Tell how the category was found; the highest version of it is the one that counts."""
    dados = [e.payload for e in eventos]
    await uow.sql(
        _CATEGORIZAR,
        **envelope.colunas(eventos),
        categoria_id=[p.categoria_id for p in dados],
        subcategoria_id=[p.subcategoria_id for p in dados],
        nivel_precedencia=[p.nivel_precedencia for p in dados],
        confianca=[p.confianca_categorizacao for p in dados],
        metodo=[p.metodo for p in dados],
        versao_categorizacao=[p.versao_categorizacao for p in dados],
        versao_taxonomia=[p.versao_taxonomia for p in dados],
        versao_classificador=[p.versao_classificador for p in dados],
    )


_SCORE = {
    "unidade_civica_id": "uuid",
    "score_final": "float8",
    "peso_nacional": "float8",
    "peso_situacional": "float8",
    "score_horizontal": "float8",
    "versao_parametros": "text",
    "calculado_em": "timestamptz",
}
_ENTRADA_DO_SCORE = entrada(
    "demanda.ranqueada",
    "jsonb_build_object('unidade_civica_id', unidade_civica_id, 'posicao', posicao, 'total', total,"
    " 'score', score_final, 'versao_parametros', versao_parametros)",
)
_ORDEM_DO_CALCULO = ("calculado_em", "event_id")
_RANQUEAR = f"""
WITH lote AS (SELECT * FROM {linhas(envelope.COLUNAS | _SCORE | {"posicao": "int", "total": "int"})}),
contada AS ({_ENTRADA_DO_SCORE})
{mais_novo("ranqueamentos", "demanda_id", list(_SCORE), ordem=_ORDEM_DO_CALCULO)}
"""


async def ranquear(eventos: Sequence[Evento[DemandaRanqueada]], uow: UnidadeDeTrabalho) -> None:
    """Keep the score and its factors. The position told is that of the moment; the current one is counted when read."""
    dados = [e.payload for e in eventos]
    await uow.sql(
        _RANQUEAR,
        **envelope.colunas(eventos),
        unidade_civica_id=[p.unidade_civica_id for p in dados],
        score_final=[p.score_final for p in dados],
        peso_nacional=[p.breakdown.peso_nacional for p in dados],
        peso_situacional=[p.breakdown.peso_situacional for p in dados],
        score_horizontal=[p.breakdown.score_horizontal for p in dados],
        versao_parametros=[p.versao_parametros for p in dados],
        calculado_em=[e.payload.timestamp_calculo or e.timestamp for e in eventos],
        posicao=[p.posicao_no_ranking for p in dados],
        total=[p.total_demandas_na_uc for p in dados],
    )


_RESUMO = {
    "unidade_civica_id": "uuid",
    "ocorrido_em": "timestamptz",
    "event_id": "uuid",
    "nivel_corrente": "smallint",
    "partes": "text",
    "versao_parametros": "text",
    "calculado_em": "timestamptz",
}
_GUARDADAS = ["nivel_corrente", "distribuicao", "versao_parametros", "calculado_em"]
_ATUALIZAR = f"""
WITH lote AS (SELECT *, CAST(partes AS float8[]) AS distribuicao FROM {linhas(_RESUMO)})
{mais_novo("rankings", "unidade_civica_id", _GUARDADAS, ordem=_ORDEM_DO_CALCULO)}
"""


async def atualizar_ranking(eventos: Sequence[Evento[RankingAtualizado]], uow: UnidadeDeTrabalho) -> None:
    """Keep the level a unit is at and how its attention is shared. The order comes from the scores themselves."""
    dados = [e.payload for e in eventos]
    await uow.sql(
        _ATUALIZAR,
        unidade_civica_id=[p.unidade_civica_id for p in dados],
        ocorrido_em=[e.timestamp for e in eventos],
        event_id=[e.event_id for e in eventos],
        nivel_corrente=[p.nivel_corrente for p in dados],
        partes=["{" + ",".join(map(repr, p.distribuicao)) + "}" for p in dados],
        versao_parametros=[p.versao_parametros for p in dados],
        calculado_em=[p.timestamp_calculo for p in dados],
    )
