"""The cells of the groups: which are connected, and under which root."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from d5_agenda.dominio.grade import ALCANCE_Y, VIZINHOS, Celula, Ponto, alcance_x
from d5_agenda.estado.tabelas import NA_ORDEM
from nucleo import UnidadeDeTrabalho
from nucleo.fontes import derivar_id


async def contar(uow: UnidadeDeTrabalho, variacoes: Mapping[Celula, int]) -> set[Celula]:
    """Add points to cells, and take them away; a new cell is its own root. Remove the empty ones, and return them."""
    linhas = await uow.sql(_CONTAR, **_colunas(variacoes), variacoes=list(variacoes.values()))
    vazias = {Celula(*celula) for *celula, pontos in linhas if pontos == 0}
    if vazias:
        await uow.sql(_ESVAZIAR, **_colunas(vazias))
    return vazias


async def perdidas(uow: UnidadeDeTrabalho, saidas: Sequence[Ponto]) -> list[tuple[Celula, Celula, Celula]]:
    """The connections that only these points make, each as its two cells and their root. Asked before they leave."""
    linhas = await uow.sql(_PERDIDAS, **_pontos(saidas), saidas=[ponto.demanda_id for ponto in saidas])
    return [(Celula(u, c, y, x), Celula(u, c, vy, vx), Celula(u, c, ry, rx)) for u, c, y, x, vy, vx, ry, rx in linhas]


async def encontros(uow: UnidadeDeTrabalho, entradas: Sequence[Ponto]) -> list[tuple[Celula, Celula]]:
    """The pairs of roots that these points bring together."""
    linhas = await uow.sql(_ENCONTROS, **_pontos(entradas))
    return [(Celula(u, c, y, x), Celula(u, c, vy, vx)) for u, c, y, x, vy, vx in linhas]


async def ligadas(uow: UnidadeDeTrabalho, celulas: Collection[Celula]) -> list[tuple[Celula, Celula]]:
    """Each of these cells with each of the others that it is connected to."""
    linhas = await uow.sql(_LIGADAS, **_colunas(celulas), alcances=[alcance_x(celula.y) for celula in celulas])
    return [(Celula(u, c, y, x), Celula(u, c, vy, vx)) for u, c, y, x, vy, vx in linhas]


async def enraizar(uow: UnidadeDeTrabalho, raizes: Mapping[Celula, Celula]) -> None:
    """Give each of these cells its root."""
    await uow.sql(_ENRAIZAR, **_colunas(raizes), **_novas(raizes.values()))


async def trocar_raizes(uow: UnidadeDeTrabalho, raizes: Mapping[Celula, Celula]) -> None:
    """Give every cell of each of these roots another one."""
    await uow.sql(_TROCAR, **_colunas(raizes), **_novas(raizes.values()))


async def suceder(uow: UnidadeDeTrabalho, raizes: Collection[Celula], separadas: Collection[Celula]) -> None:
    """Roots that went away, or are among the cells cut off, give way to the first of the cells left with their name."""
    fora = {f"fora_{nome}": valores for nome, valores in _colunas(separadas).items()}
    await uow.sql(_SUCEDER, **_colunas(raizes), **fora)


def grupo_id(unidade: UUID, categoria: str, raiz_y: int | None, raiz_x: int | None) -> UUID | None:
    """The id of the group of a root; None for a demand that has no group."""
    return None if raiz_y is None else derivar_id(unidade, "grupo territorial", categoria, raiz_y, raiz_x)


def _colunas(celulas: Iterable[Celula]) -> dict[str, list[Any]]:
    lista = list(celulas)
    return {
        "unidades": [c.unidade_civica_id for c in lista],
        "categorias": [c.categoria_id for c in lista],
        "ys": [c.y for c in lista],
        "xs": [c.x for c in lista],
    }


def _novas(raizes: Collection[Celula]) -> dict[str, list[int]]:
    return {"raizes_y": [raiz.y for raiz in raizes], "raizes_x": [raiz.x for raiz in raizes]}


def _pontos(pontos: Sequence[Ponto]) -> dict[str, list[Any]]:
    return {
        **_colunas(ponto.celula for ponto in pontos),
        "alcances": [alcance_x(ponto.celula.y) for ponto in pontos],
        "lats": [ponto.lat for ponto in pontos],
        "lngs": [ponto.lng for ponto in pontos],
    }


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

_CELULAS = """
    CAST(:unidades AS uuid[]), CAST(:categorias AS text[]), CAST(:ys AS int[]), CAST(:xs AS int[])"""
_PONTOS = f"""
    unnest({_CELULAS}, CAST(:alcances AS int[]), CAST(:lats AS float8[]), CAST(:lngs AS float8[]))
        AS p(unidade, categoria, y, x, alcance, lat, lng)"""
_AO_ALCANCE = f"""
    celulas v ON v.unidade_civica_id = p.unidade AND v.categoria_id = p.categoria
        AND v.y = ANY(ARRAY[{", ".join(f"p.y + {dy}" for dy in range(-ALCANCE_Y, ALCANCE_Y + 1))}])
        AND v.x BETWEEN p.x - p.alcance AND p.x + p.alcance AND (v.y, v.x) <> (p.y, p.x)"""


def _na_celula(ponto: str, unidade: str, categoria: str, y: str, x: str) -> str:
    return f"""
    {ponto}.{NA_ORDEM} AND {ponto}.celula_y IS NOT NULL AND {ponto}.unidade_civica_id = {unidade}
        AND {ponto}.categoria_id = {categoria} AND {ponto}.celula_y = {y} AND {ponto}.celula_x = {x}"""


def _perto(a: str, b: str) -> str:
    return f"""
    sin(radians({a}.lat - {b}.lat) / 2) ^ 2
        + cos(radians({a}.lat)) * cos(radians({b}.lat)) * sin(radians({a}.lng - {b}.lng) / 2) ^ 2 <= {VIZINHOS!r}"""


_UM_PAR = f"""
    SELECT FROM demandas a, demandas b
    WHERE {_na_celula("a", "p.unidade", "p.categoria", "p.y", "p.x")}
      AND {_na_celula("b", "p.unidade", "p.categoria", "v.y", "v.x")} AND {_perto("a", "b")}"""

# First the connections that the exits make, a point against a cell; only for those are two cells compared.
_PERDIDAS = f"""
WITH feitas AS MATERIALIZED (
    SELECT DISTINCT p.unidade, p.categoria, p.y, p.x, v.y AS vy, v.x AS vx, v.raiz_y, v.raiz_x
    FROM {_PONTOS} JOIN {_AO_ALCANCE}
    WHERE EXISTS (SELECT FROM demandas b WHERE {_na_celula("b", "p.unidade", "p.categoria", "v.y", "v.x")}
                                           AND {_perto("p", "b")}))
SELECT p.* FROM feitas p CROSS JOIN LATERAL (SELECT p.vy, p.vx) AS v(y, x)
WHERE NOT EXISTS ({_UM_PAR} AND a.demanda_id <> ALL(CAST(:saidas AS uuid[]))
                        AND b.demanda_id <> ALL(CAST(:saidas AS uuid[])))"""

# Points are looked at only in the cells of other groups: where everything is one group already, there are none.
_ENCONTROS = f"""
WITH p AS MATERIALIZED (
    SELECT p.*, c.raiz_y, c.raiz_x FROM {_PONTOS}
    JOIN celulas c ON (c.unidade_civica_id, c.categoria_id, c.y, c.x) = (p.unidade, p.categoria, p.y, p.x)
), de_outros AS MATERIALIZED (
    SELECT p.*, v.y AS vy, v.x AS vx, v.raiz_y AS outra_y, v.raiz_x AS outra_x
    FROM p JOIN {_AO_ALCANCE} AND (v.raiz_y, v.raiz_x) <> (p.raiz_y, p.raiz_x))
SELECT DISTINCT v.unidade, v.categoria, v.raiz_y, v.raiz_x, v.outra_y, v.outra_x FROM de_outros v
WHERE EXISTS (SELECT FROM demandas b WHERE {_na_celula("b", "v.unidade", "v.categoria", "v.vy", "v.vx")}
                                       AND {_perto("v", "b")})"""

_LIGADAS = f"""
SELECT p.unidade, p.categoria, p.y, p.x, v.y AS vy, v.x AS vx
FROM unnest({_CELULAS}, CAST(:alcances AS int[])) AS p(unidade, categoria, y, x, alcance) JOIN {_AO_ALCANCE}
WHERE EXISTS ({_UM_PAR})"""

_CONTAR = f"""
INSERT INTO celulas AS c (unidade_civica_id, categoria_id, y, x, pontos, raiz_y, raiz_x)
SELECT unidade, categoria, y, x, variacao, y, x
FROM unnest({_CELULAS}, CAST(:variacoes AS int[])) AS n(unidade, categoria, y, x, variacao)
ON CONFLICT (unidade_civica_id, categoria_id, y, x) DO UPDATE SET pontos = c.pontos + EXCLUDED.pontos
RETURNING unidade_civica_id, categoria_id, y, x, pontos"""

_ESVAZIAR = f"""
DELETE FROM celulas WHERE (unidade_civica_id, categoria_id, y, x) IN (SELECT * FROM unnest({_CELULAS}))"""

_COM_NOVA = f"""
FROM unnest({_CELULAS}, CAST(:raizes_y AS int[]), CAST(:raizes_x AS int[])) AS n(unidade, categoria, y, x, ry, rx)
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
    SELECT n.*, primeira.y AS ry, primeira.x AS rx FROM unnest({_CELULAS}) AS n(unidade, categoria, y, x)
    CROSS JOIN LATERAL (SELECT c.y, c.x FROM celulas c WHERE {_DA_RAIZ} ORDER BY c.y, c.x LIMIT 1) primeira
)
UPDATE celulas c SET raiz_y = n.ry, raiz_x = n.rx FROM n WHERE {_DA_RAIZ}"""
