"""Which cells are connected: those with two points at most 500 m apart."""

from collections.abc import Collection, Sequence
from typing import Any

from d5_agenda.dominio.grade import ALCANCE_Y, VIZINHOS, Celula, Ponto, alcance_x
from d5_agenda.estado.celulas import CELULAS, colunas
from d5_agenda.estado.tabelas import NA_ORDEM
from nucleo import UnidadeDeTrabalho


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
    linhas = await uow.sql(_LIGADAS, **colunas(celulas), alcances=[alcance_x(celula.y) for celula in celulas])
    return [(Celula(u, c, y, x), Celula(u, c, vy, vx)) for u, c, y, x, vy, vx in linhas]


def _pontos(pontos: Sequence[Ponto]) -> dict[str, list[Any]]:
    return {
        **colunas(ponto.celula for ponto in pontos),
        "alcances": [alcance_x(ponto.celula.y) for ponto in pontos],
        "lats": [ponto.lat for ponto in pontos],
        "lngs": [ponto.lng for ponto in pontos],
    }


_PONTOS = f"""
    unnest({CELULAS}, CAST(:alcances AS int[]), CAST(:lats AS float8[]), CAST(:lngs AS float8[]))
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
FROM unnest({CELULAS}, CAST(:alcances AS int[])) AS p(unidade, categoria, y, x, alcance) JOIN {_AO_ALCANCE}
WHERE EXISTS ({_UM_PAR})"""
