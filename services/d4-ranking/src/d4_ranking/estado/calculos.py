"""The last calculation of each demand and the history of all of them."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import Row

from d4_ranking.dominio.calculo import Calculo
from d4_ranking.dominio.formula import Fatores
from nucleo import UnidadeDeTrabalho

_PRESENTE = {
    "demanda_id": "uuid",
    "unidade_civica_id": "uuid",
    "categoria_id": "text",
    "nivel_precedencia": "int",
    "versao_categorizacao": "int",
    "peso_nacional": "float8",
    "peso_situacional": "float8",
    "score_horizontal": "float8",
    "score_final": "float8",
    "versao_parametros": "text",
    "ativo": "bool",
    "calculado_em": "timestamptz",
}
_COMPLETO = _PRESENTE | {"posicao_no_ranking": "int", "total_demandas_na_uc": "int"}


async def ultimos(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> dict[UUID, Calculo]:
    """The last calculation of each of these demands that has one."""
    linhas = await uow.sql(
        "SELECT * FROM demandas WHERE demanda_id = ANY(CAST(:demandas AS uuid[]))", demandas=list(demandas)
    )
    return {linha.demanda_id: _calculo(linha) for linha in linhas}


async def calculados_com(uow: UnidadeDeTrabalho, versoes: Collection[str], limite: int) -> dict[UUID, Calculo]:
    """Active demands whose last calculation used one of these versions of the parameters."""
    linhas = await uow.sql(
        "SELECT * FROM demandas WHERE ativo AND versao_parametros = ANY(CAST(:versoes AS text[])) LIMIT :limite",
        versoes=list(versoes),
        limite=limite,
    )
    return {linha.demanda_id: _calculo(linha) for linha in linhas}


async def agregadas(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> set[UUID]:
    """Which of these demands are members of an aggregate."""
    linhas = await uow.sql(
        "SELECT demanda_id FROM agregadas WHERE demanda_id = ANY(CAST(:demandas AS uuid[]))",
        demandas=list(demandas),
    )
    return set(linhas.scalars())


async def agregar(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> None:
    """Remember that these demands are members of an aggregate, whether or not they were ranked."""
    await uow.sql(
        "INSERT INTO agregadas (demanda_id) SELECT unnest(CAST(:demandas AS uuid[])) ON CONFLICT DO NOTHING",
        demandas=list(demandas),
    )


async def gravar(uow: UnidadeDeTrabalho, calculos: Sequence[Calculo]) -> None:
    """Append these calculations to the history; the last of each demand becomes its present one."""
    linhas = [_linha(calculo) for calculo in calculos]
    await uow.sql(
        _GRAVAR, **{nome: list(valores) for nome, valores in zip(_COMPLETO, zip(*linhas, strict=True), strict=True)}
    )


def _linha(c: Calculo) -> tuple[Any, ...]:
    return (
        c.demanda_id,
        c.unidade_civica_id,
        c.categoria_id,
        c.nivel_precedencia,
        c.versao_categorizacao,
        c.fatores.peso_nacional,
        c.fatores.peso_situacional,
        c.fatores.score_horizontal,
        c.fatores.score_final,
        c.versao_parametros,
        c.ativo,
        c.calculado_em,
        c.posicao,
        c.total,
    )


def _calculo(linha: Row[Any]) -> Calculo:
    return Calculo(
        demanda_id=linha.demanda_id,
        unidade_civica_id=linha.unidade_civica_id,
        categoria_id=linha.categoria_id,
        nivel_precedencia=linha.nivel_precedencia,
        versao_categorizacao=linha.versao_categorizacao,
        fatores=Fatores(linha.peso_nacional, linha.peso_situacional, linha.score_horizontal),
        versao_parametros=linha.versao_parametros,
        ativo=linha.ativo,
    )


_HISTORICO = ", ".join(_COMPLETO)
_DEMANDAS = ", ".join(_PRESENTE)
_GRAVAR = f"""
WITH novos AS (
    SELECT * FROM unnest({", ".join(f"CAST(:{nome} AS {tipo}[])" for nome, tipo in _COMPLETO.items())})
        WITH ORDINALITY AS n({_HISTORICO}, ordem)
), historia AS (
    INSERT INTO historico ({_HISTORICO}) SELECT {_HISTORICO} FROM novos ON CONFLICT DO NOTHING
)
INSERT INTO demandas ({_DEMANDAS})
SELECT DISTINCT ON (demanda_id) {_DEMANDAS} FROM novos ORDER BY demanda_id, ordem DESC
ON CONFLICT (demanda_id) DO UPDATE SET ({_DEMANDAS}) = ROW({", ".join(f"EXCLUDED.{nome}" for nome in _PRESENTE)})"""
