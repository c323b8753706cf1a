"""Reading: plain SQL over the facts, rows as mappings."""

from typing import Any, TypeAlias
from uuid import UUID

from sqlalchemy import text
from sqlmodel.ext.asyncio.session import AsyncSession

Linha: TypeAlias = dict[str, Any]
"""A row, by column name."""


async def todas(banco: AsyncSession, comando: str, **parametros: Any) -> list[Linha]:
    """Run a query with named parameters and return its rows."""
    ligacao = await banco.connection()
    resultado = await ligacao.execute(text(comando), parametros)
    return [dict(linha) for linha in resultado.mappings()]


async def uma(banco: AsyncSession, comando: str, **parametros: Any) -> Linha | None:
    """Run a query and return its first row, if any."""
    linhas = await todas(banco, comando, **parametros)
    return linhas[0] if linhas else None


DEPOIS_DE_TODAS = UUID(int=(1 << 128) - 1)
"""Greater than any demand id: where a descending page without a cursor begins."""

STATUS = """
CASE WHEN conclusoes.demanda_id IS NOT NULL THEN 'concluida'
     WHEN agregacoes.demanda_id IS NOT NULL THEN 'agregada'
     WHEN ranqueamentos.demanda_id IS NOT NULL THEN 'ranqueada'
     WHEN categorizacoes.demanda_id IS NOT NULL THEN 'categorizada'
     WHEN localizacoes.demanda_id IS NOT NULL THEN 'georreferenciada'
     WHEN textos.demanda_id IS NOT NULL THEN 'normalizada'
     ELSE 'recebida' END"""
"""The farthest fact known of a demand (`dominio.status`), over the joins of `FICHA`."""

VISIVEL = "retencoes.demanda_id IS NULL"
"""What the citizen wrote may be shown, and searched."""

FICHA = f"""
SELECT demandas.demanda_id, demandas.recebida_em, demandas.canal, demandas.tipo_midia, demandas.lat, demandas.lng,
    CASE WHEN {VISIVEL} THEN textos.titulo END AS titulo,
    CASE WHEN {VISIVEL} THEN textos.descricao END AS descricao,
    NOT ({VISIVEL}) AS conteudo_retido,
    {STATUS} AS status,
    categorizacoes.categoria_id, categorizacoes.nivel_precedencia, categorizacoes.metodo,
    categorizacoes.confianca AS confianca_categorizacao, categorizacoes.versao_taxonomia,
    categorizacoes.versao_classificador,
    COALESCE(categorizacoes.subcategoria_id, demandas.subcategoria_id) AS subcategoria_id,
    localizacoes.unidade_civica_id, localizacoes.municipio_id, localizacoes.confianca_geo,
    ranqueamentos.score_final, ranqueamentos.peso_nacional, ranqueamentos.peso_situacional,
    ranqueamentos.score_horizontal, ranqueamentos.versao_parametros,
    ranqueamentos.unidade_civica_id AS unidade_do_ranking,
    agregacoes.representante_id AS agregado_representante_id, conclusoes.concluida_em
FROM demandas
LEFT JOIN textos USING (demanda_id)
LEFT JOIN retencoes USING (demanda_id)
LEFT JOIN localizacoes USING (demanda_id)
LEFT JOIN categorizacoes USING (demanda_id)
LEFT JOIN ranqueamentos USING (demanda_id)
LEFT JOIN agregacoes USING (demanda_id)
LEFT JOIN conclusoes USING (demanda_id)
WHERE demandas.recebida_em IS NOT NULL"""
"""Everything public about a demand, in one row; the only place that decides whether its text is shown."""

DENTRO = """
dentro AS (
    SELECT CAST(:uc AS uuid) AS unidade_civica_id
    UNION SELECT unidades.unidade_civica_id FROM unidades JOIN dentro ON unidades.pai_id = dentro.unidade_civica_id
)"""
"""Recursive term: a civic unit and every smaller one inside it."""
