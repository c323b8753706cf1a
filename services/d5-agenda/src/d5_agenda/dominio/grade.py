"""The grid under the territorial groups: cells so small that their points are always neighbours.

Two demands are neighbours when they are at most 500 m apart (Haversine). A cell is less than 500 m from corner to
corner, so what is in one cell is in one group, and groups are made of cells: as many as the places, however many the
demands.
"""

from math import asin, cos, floor, isfinite, pi, radians, sin
from typing import NamedTuple
from uuid import UUID

RAIO_M = 500.0
RAIO_DA_TERRA_M = 6_371_008.8
VIZINHOS = sin(RAIO_M / RAIO_DA_TERRA_M / 2) ** 2
"""The haversine of 500 m: what the distance of two neighbours does not exceed."""

LADO = 0.00317
"""Side of a cell, in degrees: 353 m by 353 m at most (narrower away from the equator)."""

_RAIO_GRAUS = RAIO_M / RAIO_DA_TERRA_M * 180 / pi
ALCANCE_Y = floor(_RAIO_GRAUS / LADO) + 1
_LATITUDE_MAXIMA = 89.0


class Celula(NamedTuple):
    """A cell of the demands of one category in one unit; cells are ordered from south to north, then west to east."""

    unidade_civica_id: UUID
    categoria_id: str
    y: int
    x: int


class Ponto(NamedTuple):
    """A demand in its cell."""

    celula: Celula
    demanda_id: UUID
    lat: float
    lng: float


def situar(lat: float, lng: float) -> tuple[int, int]:
    """The (y, x) of the cell of a point. Zero is a coordinate as any other."""
    if not (isfinite(lat) and isfinite(lng) and abs(lat) <= 90 and abs(lng) <= 180):
        raise ValueError(f"coordenadas inválidas: {lat}, {lng}")
    return floor(lat / LADO), floor(lng / LADO)


def alcance_x(y: int) -> int:
    """How many columns away, in a row of cells, a neighbour may be: more of them towards the poles."""
    latitude = min(max(abs(y), abs(y + 1)) * LADO + _RAIO_GRAUS, _LATITUDE_MAXIMA)
    graus = 2 * asin(min(1.0, sin(radians(_RAIO_GRAUS) / 2) / cos(radians(latitude)))) * 180 / pi
    return floor(graus / LADO) + 1
