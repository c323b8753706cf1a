"""From the binary geometry of a civic unit to the GeoJSON that a map reads."""

import json
from typing import Any

import shapely

_CASAS = 6  # decimal places of a degree: about 11 cm


def geojson(wkb: bytes) -> dict[str, Any]:
    """Turn WKB (longitude before latitude) into a GeoJSON geometry with the ring order of RFC 7946."""
    geometria = shapely.transform(shapely.from_wkb(wkb), lambda pontos: pontos.round(_CASAS))
    objeto: dict[str, Any] = json.loads(shapely.to_geojson(shapely.orient_polygons(geometria)))
    return objeto
