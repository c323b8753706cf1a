"""Reading: plain SQL over the facts, rows as mappings."""

from typing import Any, TypeAlias
from uuid import UUID

from sqlalchemy import text
from sqlmodel.ext.asyncio.session import AsyncSession

from d7_transparencia.estado.andamento import FATOS_NA_UNIDADE, STATUS, juntar

Linha: TypeAlias = dict[str, Any]
"""A row, by column name."""


async def todas(banco: AsyncSession, comando: str, **parametros: Any) -> list[Linha]:
    """Run a query with named parameters and return its rows."""
    ligacao = await banco.connection()
    resultado = await ligacao.execute(text(comando), parametros)
    return [dict(linha) for linha in resultado.mappings()]


async def preparar(banco: AsyncSession) -> None:
    """Set how PostgreSQL plans the queries of this transaction."""
    ligacao = await banco.connection()
    await ligacao.execute(text(_PREPARAR))


async def uma(banco: AsyncSession, comando: str, **parametros: Any) -> Linha | None:
    """Run a query and return its first row, if any."""
    linhas = await todas(banco, comando, **parametros)
    return linhas[0] if linhas else None


DEPOIS_DE_TODAS = UUID(int=(1 << 128) - 1)
"""Greater than any demand id: where a descending page without a cursor begins."""

VISIVEL = "retencoes.demanda_id IS NULL"
"""What the citizen wrote may be shown, and searched."""

_FICHA = f"""
SELECT demandas.demanda_id, demandas.recebida_em, demandas.criada_em, demandas.canal, demandas.tipo_midia,
    demandas.lat, demandas.lng,
    CASE WHEN {VISIVEL} THEN textos.titulo END AS titulo,
    CASE WHEN {VISIVEL} THEN textos.descricao END AS descricao,
    NOT ({VISIVEL}) AS conteudo_retido,
    {STATUS} AS status,
    categorizacoes.categoria_id, categorizacoes.nivel_precedencia, categorizacoes.metodo,
    categorizacoes.confianca AS confianca_categorizacao, categorizacoes.versao_categorizacao,
    categorizacoes.versao_taxonomia,
    categorizacoes.versao_classificador,
    COALESCE(categorizacoes.subcategoria_id, demandas.subcategoria_id) AS subcategoria_id,
    localizacoes.unidade_civica_id, localizacoes.municipio_id, localizacoes.confianca_geo,
    ranqueamentos.score_final, ranqueamentos.peso_nacional, ranqueamentos.peso_situacional,
    ranqueamentos.score_horizontal, ranqueamentos.versao_parametros,
    ranqueamentos.unidade_civica_id AS unidade_do_ranking,
    disponiveis.ocorrido_em AS disponivel_em, atribuicoes.atribuida_em, inicios.primeiro_em AS iniciada_em,
    agregacoes.representante_id AS agregado_representante_id, conclusoes.concluida_em
FROM {{origem}}
{juntar("textos", "retencoes", "localizacoes")}
{FATOS_NA_UNIDADE}
WHERE demandas.recebida_em IS NOT NULL"""


def ficha(origem: str = "demandas") -> str:
    """Return the query of everything public about demands, a row each, from `origem` (a table or subquery so named).

    This is the only place that decides whether what the citizen wrote is shown.
    """
    return _FICHA.format(origem=origem)


# After five runs PostgreSQL may keep one plan for all, and none is good both for a street and for a country;
# facts of neighbouring demands lie together, so reaching them by index costs little; big units are hashed in memory.
_PREPARAR = """
SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('random_page_cost', '1.1', true),
    set_config('work_mem', '64MB', true)
"""
