"""From bytes of unknown quality to valid polygons in WGS 84, each with its area; what was wrong is told by feature."""

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import CRS, Transformer
from pyproj.exceptions import CRSError

from d2_georreferenciamento.importador.relatorio import ArquivoInvalido

WGS84 = CRS.from_epsg(4326)
_AREA_IGUAL = Transformer.from_crs(WGS84, CRS.from_epsg(6933), always_xy=True)  # cylindrical, equal area, metres

_POLIGONO, _COLECAO = 3, 7
_MOTIVOS = {
    "Self-intersection": "contorno que cruza a si mesmo",
    "Ring Self-intersection": "anel que toca a si mesmo",
    "Hole lies outside shell": "buraco fora do contorno",
    "Holes are nested": "buraco dentro de buraco",
    "Nested shells": "contorno dentro de contorno",
    "Interior is disconnected": "interior partido por um buraco",
    "Duplicate Rings": "anel repetido",
    "Too few points in geometry component": "anel com menos de três pontos",
    "Ring is not closed": "anel aberto",
}

Objetos = NDArray[np.object_]
Textos = NDArray[np.object_]


@dataclass(slots=True)
class Geometrias:
    """One polygon a feature, with what was repaired, or why it was refused (empty when neither)."""

    poligonos: NDArray[np.object_]
    areas_m2: NDArray[np.float64]
    corrigidas: Textos
    recusadas: Textos


def para_wgs84(crs: str | None) -> Transformer | None:
    """Return the change of coordinates that a layer needs; None when it needs none.

    Raises:
        ArquivoInvalido: the reference system is unknown.
    """
    try:
        origem = WGS84 if crs is None else CRS.from_user_input(crs)
        return None if origem == WGS84 else Transformer.from_crs(origem, WGS84, always_xy=True)
    except CRSError as erro:
        raise ArquivoInvalido(f"sistema de referência desconhecido: {crs}.") from erro


@np.errstate(invalid="ignore", over="ignore")  # what is not a finite number is refused by name, not by a warning
def preparar(wkb: Objetos, transformador: Transformer | None) -> Geometrias:
    """Read, reproject, check and repair a block of geometries."""
    lidas: Objetos = shapely.from_wkb(wkb, on_invalid="fix")
    recusadas = np.full(len(lidas), "", dtype=object)
    corrigidas = np.full(len(lidas), "", dtype=object)

    _marcar(recusadas, shapely.is_missing(lidas) | shapely.is_empty(lidas), "sem geometria legível.")
    _marcar(recusadas, ~_coordenadas_finitas(lidas), "coordenada que não é um número finito.")
    _marcar(recusadas, shapely.get_dimensions(lidas) < 2, "a geometria não é um polígono.")
    lidas = _so_poligonos(_boas(lidas, recusadas))
    if transformador is not None:
        lidas = shapely.transform(lidas, transformador.transform, interleaved=False)
    _marcar(recusadas, ~_no_globo(lidas), "coordenadas fora do globo: confira o sistema de referência (--crs).")
    lidas = _boas(lidas, recusadas)

    invalidas = ~shapely.is_missing(lidas) & ~shapely.is_valid(lidas)
    for posicao in np.flatnonzero(invalidas):
        corrigidas[posicao] = f"corrigida: {_motivo(shapely.is_valid_reason(lidas[posicao]))}."
        lidas[posicao] = _parte_poligonal(shapely.make_valid(lidas[posicao], method="structure"))
    areas = shapely.area(shapely.transform(lidas, _AREA_IGUAL.transform, interleaved=False))
    sem_area = ~shapely.is_missing(lidas) & ~(areas > 0)
    _marcar(recusadas, sem_area, "polígono sem área.")
    corrigidas[recusadas != ""] = ""
    return Geometrias(_boas(lidas, recusadas), areas, corrigidas, recusadas)


def _boas(geometrias: Objetos, recusadas: Textos) -> Objetos:
    boas = geometrias.copy()
    boas[recusadas != ""] = None
    return boas


def _marcar(recusadas: Textos, quais: NDArray[np.bool_], motivo: str) -> None:
    recusadas[quais & (recusadas == "")] = motivo


def _coordenadas_finitas(geometrias: Objetos) -> NDArray[np.bool_]:
    coordenadas, donas = shapely.get_coordinates(geometrias, return_index=True)
    finitas = np.ones(len(geometrias), dtype=bool)
    finitas[donas[~np.isfinite(coordenadas).all(axis=1)]] = False
    return finitas


def _no_globo(geometrias: Objetos) -> NDArray[np.bool_]:
    xmin, ymin, xmax, ymax = shapely.bounds(geometrias).T
    dentro: NDArray[np.bool_] = (xmin >= -180) & (xmax <= 180) & (ymin >= -90) & (ymax <= 90)
    return np.asarray(dentro | shapely.is_missing(geometrias))


def _so_poligonos(geometrias: Objetos) -> Objetos:
    """Keep the polygonal parts of collections (a repair may leave lines and points behind)."""
    for posicao in np.flatnonzero(shapely.get_type_id(geometrias) == _COLECAO):
        geometrias[posicao] = _parte_poligonal(geometrias[posicao])
    return geometrias


def _parte_poligonal(geometria: shapely.Geometry) -> shapely.Geometry:
    if shapely.get_type_id(geometria) != _COLECAO:
        return geometria
    poligonos = [
        p
        for parte in shapely.get_parts(geometria)
        for p in shapely.get_parts(_parte_poligonal(parte))
        if shapely.get_type_id(p) == _POLIGONO
    ]
    return poligonos[0] if len(poligonos) == 1 else shapely.MultiPolygon(poligonos)


def _motivo(ingles: str) -> str:
    nome, _, lugar = ingles.partition("[")
    return _MOTIVOS.get(nome.strip(), nome.strip()) + (f" em [{lugar}" if lugar else "")
