"""Queries about the order of a civic unit: score descending, then reception (demand id) ascending."""

from uuid import UUID

from sqlmodel.ext.asyncio.session import AsyncSession

from d7_transparencia.estado.consulta import VISIVEL, Linha, todas, uma


async def pagina(
    banco: AsyncSession, uc: UUID, busca: str | None, depois_de: tuple[float, UUID] | None, limite: int
) -> list[Linha]:
    """Return ranked demands after a (score, demand), each with its current position in the whole ranking."""
    score, demanda_id = depois_de or (None, None)
    padrao = None if busca is None else f"%{busca}%"
    return await todas(banco, _PAGINA, uc=uc, score=score, demanda_id=demanda_id, padrao=padrao, limite=limite)


async def resumo(banco: AsyncSession, uc: UUID) -> Linha:
    """Return the latest summary of a unit's ranking, with how many demands are in it now."""
    linha = await uma(banco, _RESUMO, uc=uc)
    assert linha is not None
    return linha


async def posicao(banco: AsyncSession, uc: UUID, score: float, demanda_id: UUID) -> int:
    """Count the place of a demand in the order of its unit, now."""
    linha = await uma(banco, _POSICAO, uc=uc, score=score, demanda_id=demanda_id)
    assert linha is not None
    return int(linha["antes"]) + 1


_ATIVAS = """
FROM ranqueamentos
WHERE ranqueamentos.unidade_civica_id = :uc
AND NOT EXISTS (SELECT FROM agregacoes WHERE agregacoes.demanda_id = ranqueamentos.demanda_id)
AND NOT EXISTS (SELECT FROM conclusoes WHERE conclusoes.demanda_id = ranqueamentos.demanda_id)"""
# The order is that of the index (unidade_civica_id, -score_final, demanda_id): pages stream and stop early.
_PAGINA = f"""
WITH fila AS (
    SELECT *, row_number() OVER (ORDER BY -score_final, demanda_id) AS posicao {_ATIVAS}
)
SELECT fila.*, CASE WHEN {VISIVEL} THEN textos.titulo END AS titulo,
    categorizacoes.categoria_id, categorizacoes.nivel_precedencia, categorias.nome AS categoria_nome
FROM fila
LEFT JOIN textos USING (demanda_id)
LEFT JOIN retencoes USING (demanda_id)
LEFT JOIN categorizacoes USING (demanda_id)
LEFT JOIN categorias USING (categoria_id)
WHERE (CAST(:score AS float8) IS NULL
    OR (-score_final, demanda_id) > (-CAST(:score AS float8), CAST(:demanda_id AS uuid)))
AND (CAST(:padrao AS text) IS NULL OR ({VISIVEL} AND textos.titulo_busca LIKE :padrao))
ORDER BY -score_final, demanda_id LIMIT :limite
"""
_RESUMO = f"""
SELECT (SELECT count(*) {_ATIVAS}) AS total, nivel_corrente, distribuicao, rankings.versao_parametros, calculado_em
FROM (SELECT) AS sempre LEFT JOIN rankings ON rankings.unidade_civica_id = :uc
"""
_POSICAO = f"""
SELECT count(*) AS antes {_ATIVAS}
AND (-score_final, demanda_id) < (-CAST(:score AS float8), CAST(:demanda_id AS uuid))
"""
