"""The SQL of an import: one transaction, set-based, only what changed becomes a new version."""

from collections.abc import AsyncIterator, Collection, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row, text

from d2_georreferenciamento.dominio.unidades import Unidade, normalizar_nome
from nucleo import UnidadeDeTrabalho

_TRAVA = 2_001
_BLOCO = 1000


async def proxima_sequencia(uow: UnidadeDeTrabalho) -> int:
    """Wait for any other import to end, and return the number of the version that this one may become."""
    await uow.sql("SELECT pg_advisory_xact_lock(:trava)", trava=_TRAVA)
    return int((await uow.sql("SELECT coalesce(max(sequencia), 0) + 1 FROM versoes_limites")).scalar_one())


async def impressoes(uow: UnidadeDeTrabalho, fonte: str, nivel: int) -> dict[UUID, bytes]:
    """Return the digest of each unit in force of a level of a source: what an import compares itself with."""
    linhas = await uow.sql(_IMPRESSOES, fonte=fonte, nivel=nivel)
    return {linha.unidade_civica_id: linha.impressao for linha in linhas}


async def gravar(uow: UnidadeDeTrabalho, unidades: Sequence[Unidade], fonte: str, sequencia: int) -> None:
    """Store units that are new or changed, closing what they replace."""
    ids = [u.id for u in unidades]
    await uow.sql(_FECHAR, ids=ids, sequencia=sequencia)
    await uow.sql(
        _GRAVAR,
        ids=ids,
        niveis=[int(u.nivel) for u in unidades],
        nomes=[u.nome for u in unidades],
        buscas=[normalizar_nome(u.nome) for u in unidades],
        ufs=[u.uf for u in unidades],
        pais=[_como_array(u.pais) for u in unidades],
        codigos=[u.codigo for u in unidades],
        areas=[u.area_m2 for u in unidades],
        geometrias=[u.wkb for u in unidades],
        impressoes=[u.impressao for u in unidades],
        fonte=fonte,
        sequencia=sequencia,
    )


async def desativar_ausentes(
    uow: UnidadeDeTrabalho, fonte: str, niveis: Collection[int], presentes: Collection[UUID], sequencia: int
) -> int:
    """Close the units of these levels of a source that the file no longer has; return how many."""
    fechadas = await uow.sql(
        _DESATIVAR, fonte=fonte, niveis=list(niveis), presentes=list(presentes), sequencia=sequencia
    )
    return fechadas.rowcount


async def procurar_pais_por_codigo(uow: UnidadeDeTrabalho) -> None:
    """Find, for every unit in force, the nearest parent that its codes name, its own source first."""
    # Nobody else has seen these rows yet, so only we can tell the planner how many they are.
    await uow.sql("ANALYZE unidades (unidade_civica_id, ate, nivel, codigo_origem, fonte, uf, pai_id)")
    await uow.sql(_PAIS_POR_CODIGO)
    await uow.sql("ANALYZE pais")


async def sem_pai_por_codigo(uow: UnidadeDeTrabalho) -> AsyncIterator[Sequence[Row[Any]]]:
    """Yield blocks of id, level and polygon of the units whose parent only geometry can tell."""
    ligacao = await uow.sessao.connection()
    resultado = await ligacao.stream(text(_SEM_PAI).execution_options(yield_per=_BLOCO))
    async for bloco in resultado.partitions(_BLOCO):
        yield bloco


async def dar_pais(uow: UnidadeDeTrabalho, ids: Sequence[UUID], pais: Sequence[UUID | None]) -> None:
    """Add to what was found the parents that geometry told."""
    await uow.sql(
        "INSERT INTO pais SELECT * FROM unnest(CAST(:ids AS uuid[]), CAST(:pais AS uuid[]))", ids=ids, pais=pais
    )


async def vincular(uow: UnidadeDeTrabalho) -> None:
    """Give units the parents found, and the state of their parent where their source tells none; top down."""
    for nivel in (6, 5, 4, 3, 2, 1):
        await uow.sql(_VINCULAR, nivel=nivel)


async def criar_versao(
    uow: UnidadeDeTrabalho, sequencia: int, nome: str, fonte: str, agora: datetime, resumo: str
) -> None:
    """Put the version in force (at the commit)."""
    await uow.sql(
        "INSERT INTO versoes_limites VALUES (:sequencia, :nome, :fonte, :agora, CAST(:resumo AS jsonb))",
        sequencia=sequencia,
        nome=nome,
        fonte=fonte,
        agora=agora,
        resumo=resumo,
    )


async def resumir(uow: UnidadeDeTrabalho) -> list[dict[str, Any]]:
    """Return the units in force, counted by source and level."""
    return [dict(linha) for linha in (await uow.sql(_RESUMIR)).mappings()]


def _como_array(textos: Sequence[str]) -> str:
    """Write a list as a PostgreSQL array literal: `unnest` cannot take lists of different lengths."""
    itens = (t.replace("\\", "\\\\").replace('"', '\\"') for t in textos)
    return "{" + ",".join(f'"{item}"' for item in itens) + "}"


_IMPRESSOES = """
SELECT unidade_civica_id, impressao FROM unidades WHERE fonte = :fonte AND nivel = :nivel AND ate IS NULL
"""
_FECHAR = """
UPDATE unidades SET ate = :sequencia, publicada = true
WHERE unidade_civica_id = ANY(CAST(:ids AS uuid[])) AND ate IS NULL
"""
_GRAVAR = """
INSERT INTO unidades (unidade_civica_id, desde, nivel, nome, nome_busca, uf, codigos_dos_pais, codigo_origem, fonte,
                      area_m2, geometria, impressao, publicada)
SELECT n.id, :sequencia, n.nivel, n.nome, n.busca, n.uf, CAST(n.pais AS varchar[]), n.codigo, :fonte,
       n.area, n.geometria, n.impressao, false
FROM unnest(CAST(:ids AS uuid[]), CAST(:niveis AS int[]), CAST(:nomes AS text[]), CAST(:buscas AS text[]),
            CAST(:ufs AS text[]), CAST(:pais AS text[]), CAST(:codigos AS text[]), CAST(:areas AS float8[]),
            CAST(:geometrias AS bytea[]), CAST(:impressoes AS bytea[]))
     AS n(id, nivel, nome, busca, uf, pais, codigo, area, geometria, impressao)
"""
_DESATIVAR = """
UPDATE unidades u SET ate = :sequencia, publicada = false
WHERE u.ate IS NULL AND u.fonte = :fonte AND u.nivel = ANY(CAST(:niveis AS int[]))
  AND NOT EXISTS (SELECT FROM unnest(CAST(:presentes AS uuid[])) AS p(id) WHERE p.id = u.unidade_civica_id)
"""
_PAIS_POR_CODIGO = """
CREATE TEMPORARY TABLE pais ON COMMIT DROP AS
SELECT DISTINCT ON (f.unidade_civica_id) f.unidade_civica_id AS id, p.unidade_civica_id AS pai
FROM unidades f
CROSS JOIN LATERAL unnest(f.codigos_dos_pais) WITH ORDINALITY AS d(chave, ordem)
JOIN unidades p ON p.ate IS NULL AND p.nivel > f.nivel AND p.nivel || ':' || p.codigo_origem = d.chave
WHERE f.ate IS NULL
ORDER BY f.unidade_civica_id, d.ordem, p.fonte <> f.fonte, p.fonte
"""
_SEM_PAI = """
SELECT u.unidade_civica_id, u.nivel, u.geometria FROM unidades u
WHERE u.ate IS NULL AND u.nivel < 7 AND NOT EXISTS (SELECT FROM pais c WHERE c.id = u.unidade_civica_id)
"""
_VINCULAR = """
UPDATE unidades u SET pai_id = c.pai, uf = coalesce(u.uf, p.uf), publicada = false
FROM pais c LEFT JOIN unidades p ON p.unidade_civica_id = c.pai AND p.ate IS NULL
WHERE u.unidade_civica_id = c.id AND u.ate IS NULL AND u.nivel = :nivel
  AND (u.pai_id IS DISTINCT FROM c.pai OR (u.uf IS NULL AND p.uf IS NOT NULL))
"""
_RESUMIR = """
SELECT u.fonte, u.nivel, count(*) AS unidades, max(v.nome) AS versao FROM unidades u
JOIN versoes_limites v ON v.sequencia = u.desde
WHERE u.ate IS NULL GROUP BY u.fonte, u.nivel ORDER BY u.fonte, u.nivel DESC
"""
