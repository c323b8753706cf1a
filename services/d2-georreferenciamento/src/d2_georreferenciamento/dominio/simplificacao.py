"""Polygons made small enough for a message of the log."""

import shapely

_TOLERANCIA_INICIAL = 0.0002  # degrees, some 20 m


def caber(wkb: bytes, limite: int) -> tuple[bytes, bool]:
    """Return a polygon of at most `limite` bytes of WKB, and whether it had to be simplified for that.

    Parts too small to be seen at the tolerance go first, then vertices; the tolerance doubles until it fits.
    """
    if len(wkb) <= limite:
        return wkb, False
    original, tolerancia, menor = shapely.from_wkb(wkb), _TOLERANCIA_INICIAL, wkb
    while len(menor) > limite:
        partes = shapely.get_parts(original)
        visiveis = partes[shapely.area(partes) >= min(tolerancia**2, shapely.area(partes).max())]
        simples = shapely.simplify(shapely.multipolygons(visiveis), tolerancia, preserve_topology=True)
        menor = bytes(shapely.to_wkb(simples, byte_order=1))
        tolerancia *= 2
    return menor, True
