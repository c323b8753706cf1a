"""What the API reads of units and reviews."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import RowMapping, text
from sqlalchemy.ext.asyncio import AsyncSession

from d2_georreferenciamento.dominio.unidades import normalizar_nome


async def unidade(banco: AsyncSession, identidade: UUID) -> RowMapping | None:
    """Return the newest version of a unit, in force or not."""
    return next(iter(await _ler(banco, _UNIDADE, id=identidade)), None)


async def cadeia(banco: AsyncSession, identidade: UUID) -> Sequence[RowMapping]:
    """Return a unit and its parents, smallest first."""
    return await _ler(banco, _CADEIA, id=identidade)


async def nomes(banco: AsyncSession, ids: Sequence[UUID]) -> Sequence[RowMapping]:
    """Return these units, smallest first."""
    return await _ler(banco, _NOMES, ids=ids)


async def unidades(
    banco: AsyncSession,
    *,
    nivel: int | None,
    nome: str | None,
    pai_id: UUID | None,
    cursor: UUID | None,
    quantas: int,
) -> Sequence[RowMapping]:
    """Return units in force by level and name, after the one that `cursor` names."""
    return await _ler(
        banco,
        _UNIDADES,
        nivel=nivel,
        nome=f"%{normalizar_nome(nome)}%" if nome else None,
        pai=pai_id,
        cursor=cursor,
        quantas=quantas,
    )


async def revisoes(banco: AsyncSession, situacao: str, cursor: UUID | None, quantas: int) -> Sequence[RowMapping]:
    """Return reviews in a state, in the order in which the demands were received."""
    return await _ler(banco, _REVISOES, situacao=situacao, cursor=cursor, quantas=quantas)


async def _ler(banco: AsyncSession, comando: str, **parametros: Any) -> Sequence[RowMapping]:
    ligacao = await banco.connection()
    return (await ligacao.execute(text(comando), parametros)).mappings().all()


_COLUNAS = (
    "u.unidade_civica_id, u.nivel, u.nome, u.uf, u.pai_id, u.codigo_origem, u.fonte, u.area_m2, u.ate IS NULL AS ativa"
)
_UNIDADE = f"""
SELECT {_COLUNAS}, v.nome AS versao_limites, u.geometria FROM unidades u
JOIN versoes_limites v ON v.sequencia = coalesce(u.ate, u.desde)
WHERE u.unidade_civica_id = :id ORDER BY u.desde DESC LIMIT 1
"""
_CADEIA = """
WITH RECURSIVE cadeia AS (
    (SELECT * FROM unidades WHERE unidade_civica_id = :id ORDER BY desde DESC LIMIT 1)
    UNION ALL
    SELECT p.* FROM cadeia c JOIN unidades p ON p.unidade_civica_id = c.pai_id AND p.ate IS NULL AND p.nivel > c.nivel
)
SELECT unidade_civica_id, nivel, nome, uf FROM cadeia ORDER BY nivel
"""
_NOMES = """
SELECT DISTINCT ON (nivel, unidade_civica_id) unidade_civica_id, nivel, nome, uf FROM unidades
WHERE unidade_civica_id = ANY(CAST(:ids AS uuid[])) ORDER BY nivel, unidade_civica_id, desde DESC
"""
_UNIDADES = f"""
SELECT {_COLUNAS}, v.nome AS versao_limites FROM unidades u JOIN versoes_limites v ON v.sequencia = u.desde
WHERE u.ate IS NULL
  AND (CAST(:nivel AS int) IS NULL OR u.nivel = CAST(:nivel AS int))
  AND (CAST(:nome AS text) IS NULL OR u.nome_busca LIKE CAST(:nome AS text))
  AND (CAST(:pai AS uuid) IS NULL OR u.pai_id = CAST(:pai AS uuid))
  AND (CAST(:cursor AS uuid) IS NULL OR (u.nivel, u.nome_busca, u.unidade_civica_id) >
       (SELECT c.nivel, c.nome_busca, c.unidade_civica_id FROM unidades c
        WHERE c.unidade_civica_id = CAST(:cursor AS uuid) ORDER BY c.desde DESC LIMIT 1))
ORDER BY u.nivel, u.nome_busca, u.unidade_civica_id LIMIT :quantas
"""
_REVISOES = """
SELECT * FROM revisoes_geo_pendentes
WHERE situacao = :situacao AND (CAST(:cursor AS uuid) IS NULL OR demanda_id > CAST(:cursor AS uuid))
ORDER BY demanda_id LIMIT :quantas
"""
