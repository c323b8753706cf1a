"""What is known of demands: the last calculation of each, and who is a member of an aggregate."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from sqlalchemy import Row

from d4_ranking.dominio.calculo import Calculo
from d4_ranking.dominio.formula import Fatores
from nucleo import UnidadeDeTrabalho


async def conhecidos(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> tuple[dict[UUID, Calculo], set[UUID]]:
    """The last calculation of each of these demands that has one, and which of them are members of an aggregate."""
    linhas = await uow.sql(
        """
        SELECT n.demanda_id AS pedida, a.demanda_id IS NOT NULL AS agregada, d.*
        FROM unnest(CAST(:demandas AS uuid[])) AS n(demanda_id)
        LEFT JOIN demandas d ON d.demanda_id = n.demanda_id LEFT JOIN agregadas a ON a.demanda_id = n.demanda_id""",
        demandas=list(demandas),
    )
    ultimos, agregadas = {}, set()
    for linha in linhas:
        if linha.agregada:
            agregadas.add(linha.pedida)
        if linha.demanda_id is not None:
            ultimos[linha.demanda_id] = _calculo(linha)
    return ultimos, agregadas


async def feitos_com(uow: UnidadeDeTrabalho, versoes: Collection[str], limite: int) -> list[UUID]:
    """Active demands whose last calculation used one of these versions of the parameters."""
    linhas = await uow.sql(
        """
        SELECT demanda_id FROM demandas WHERE ativo AND versao_parametros = ANY(CAST(:versoes AS text[]))
        LIMIT :limite""",
        versoes=list(versoes),
        limite=limite,
    )
    return list(linhas.scalars())


async def agregar(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> None:
    """Remember that these demands are members of an aggregate, whether or not they were ranked."""
    await uow.sql(
        "INSERT INTO agregadas (demanda_id) SELECT unnest(CAST(:demandas AS uuid[])) ON CONFLICT DO NOTHING",
        demandas=list(demandas),
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
