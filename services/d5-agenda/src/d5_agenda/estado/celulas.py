"""The cells of the groups, and the root under which the connected ones stand."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import UUID

from d5_agenda.dominio.grade import Celula
from d5_agenda.estado.tabelas import NA_ORDEM
from nucleo import UnidadeDeTrabalho
from nucleo.fontes import derivar_id


async def contar(uow: UnidadeDeTrabalho, variacoes: Mapping[Celula, int]) -> set[Celula]:
    """Add points to cells, and take them away; a new cell is its own root. Remove the empty ones, and return them."""
    linhas = await uow.sql(_CONTAR, **colunas(variacoes), variacoes=list(variacoes.values()))
    vazias = {Celula(*celula) for *celula, pontos in linhas if pontos == 0}
    if vazias:
        await uow.sql(_ESVAZIAR, **colunas(vazias))
    return vazias


async def enraizar(uow: UnidadeDeTrabalho, raizes: Mapping[Celula, Celula]) -> None:
    """Give each of these cells its root."""
    await uow.sql(_ENRAIZAR, **colunas(raizes), **_novas(raizes.values()))


async def trocar_raizes(uow: UnidadeDeTrabalho, raizes: Mapping[Celula, Celula]) -> None:
    """Give every cell of each of these roots another one."""
    await uow.sql(_TROCAR, **colunas(raizes), **_novas(raizes.values()))


async def suceder(uow: UnidadeDeTrabalho, raizes: Collection[Celula], separadas: Collection[Celula]) -> None:
    """Roots that went away, or are among the cells cut off, give way to the first of the cells left with their name."""
    fora = {f"fora_{nome}": valores for nome, valores in colunas(separadas).items()}
    await uow.sql(_SUCEDER, **colunas(raizes), **fora)


def grupo_id(unidade: UUID, categoria: str, raiz_y: int | None, raiz_x: int | None) -> UUID | None:
    """The id of the group of a root; None for a demand that has no group."""
    return None if raiz_y is None else derivar_id(unidade, "grupo territorial", categoria, raiz_y, raiz_x)


def colunas(celulas: Iterable[Celula]) -> dict[str, list[Any]]:
    """Cells as the parameters of `CELULAS`."""
    lista = list(celulas)
    return {
        "unidades": [c.unidade_civica_id for c in lista],
        "categorias": [c.categoria_id for c in lista],
        "ys": [c.y for c in lista],
        "xs": [c.x for c in lista],
    }


def _novas(raizes: Collection[Celula]) -> dict[str, list[int]]:
    return {"raizes_y": [raiz.y for raiz in raizes], "raizes_x": [raiz.x for raiz in raizes]}


RAIZ = f"""
    LEFT JOIN LATERAL (
        SELECT c.raiz_y, c.raiz_x FROM celulas c
        WHERE d.{NA_ORDEM} AND c.unidade_civica_id = d.unidade_civica_id AND c.categoria_id = d.categoria_id
          AND c.y = d.celula_y AND c.x = d.celula_x
          AND (c.pontos > 1 OR EXISTS (
              SELECT FROM celulas o WHERE o.unidade_civica_id = c.unidade_civica_id AND o.categoria_id = c.categoria_id
                AND o.raiz_y = c.raiz_y AND o.raiz_x = c.raiz_x AND (o.y, o.x) <> (c.y, c.x)))
    ) g ON true"""
"""SQL: joins to the item `d` the root of its group (`g.raiz_y`, `g.raiz_x`), null when it is alone: a group has two."""

CELULAS = "CAST(:unidades AS uuid[]), CAST(:categorias AS text[]), CAST(:ys AS int[]), CAST(:xs AS int[])"
"""SQL: what to `unnest` into cells."""
_CONTAR = f"""
INSERT INTO celulas AS c (unidade_civica_id, categoria_id, y, x, pontos, raiz_y, raiz_x)
SELECT unidade, categoria, y, x, variacao, y, x
FROM unnest({CELULAS}, CAST(:variacoes AS int[])) AS n(unidade, categoria, y, x, variacao)
ON CONFLICT (unidade_civica_id, categoria_id, y, x) DO UPDATE SET pontos = c.pontos + EXCLUDED.pontos
RETURNING unidade_civica_id, categoria_id, y, x, pontos"""

_ESVAZIAR = f"""
DELETE FROM celulas WHERE (unidade_civica_id, categoria_id, y, x) IN (SELECT * FROM unnest({CELULAS}))"""

_COM_NOVA = f"""
FROM unnest({CELULAS}, CAST(:raizes_y AS int[]), CAST(:raizes_x AS int[])) AS n(unidade, categoria, y, x, ry, rx)
WHERE c.unidade_civica_id = n.unidade AND c.categoria_id = n.categoria"""
_ENRAIZAR = f"UPDATE celulas c SET raiz_y = n.ry, raiz_x = n.rx {_COM_NOVA} AND c.y = n.y AND c.x = n.x"
_TROCAR = f"UPDATE celulas c SET raiz_y = n.ry, raiz_x = n.rx {_COM_NOVA} AND c.raiz_y = n.y AND c.raiz_x = n.x"

_DA_RAIZ = """
    c.unidade_civica_id = n.unidade AND c.categoria_id = n.categoria AND c.raiz_y = n.y AND c.raiz_x = n.x
        AND (c.unidade_civica_id, c.categoria_id, c.y, c.x) NOT IN (SELECT * FROM fora)"""
_SUCEDER = f"""
WITH fora AS (
    SELECT * FROM unnest(CAST(:fora_unidades AS uuid[]), CAST(:fora_categorias AS text[]),
                         CAST(:fora_ys AS int[]), CAST(:fora_xs AS int[]))
), n AS MATERIALIZED (
    SELECT n.*, primeira.y AS ry, primeira.x AS rx FROM unnest({CELULAS}) AS n(unidade, categoria, y, x)
    CROSS JOIN LATERAL (SELECT c.y, c.x FROM celulas c WHERE {_DA_RAIZ} ORDER BY c.y, c.x LIMIT 1) primeira
)
UPDATE celulas c SET raiz_y = n.ry, raiz_x = n.rx FROM n WHERE {_DA_RAIZ}"""
