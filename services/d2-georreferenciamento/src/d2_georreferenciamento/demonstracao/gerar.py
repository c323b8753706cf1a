"""Draws the demonstration territory, always the same: `python -m d2_georreferenciamento.demonstracao.gerar`.

Cells of a Voronoi diagram with crooked edges are the atoms; every larger unit is a union of whole atoms, so levels
nest exactly and neighbours share every vertex. Some atoms are lakes that belong to no unit at all, and coverage
thins out with distance from the towns, as it does in reality.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray

from d2_georreferenciamento.demonstracao import TERRITORIO
from d2_georreferenciamento.demonstracao.nomes import ESTADOS, MUNICIPIOS, PAIS, REGIOES, bairros, distritos

_CENTRO = np.array([-37.0, -28.0])  # longitude, latitude: open sea, so it never meets an official mesh
_RAIO = 1.05
_GRAO = 1e-5  # degrees, about a metre
_RAIO_URBANO = 0.055
_LAGOS = 9

Pontos = NDArray[np.float64]


@dataclass
class Atomo:
    """One cell, and the unit of each level that it belongs to (levels that do not cover it are absent)."""

    centro: Pontos
    forma: shapely.Geometry
    lago: bool = False
    unidades: dict[str, str] = field(default_factory=dict)


@dataclass
class Unidade:
    """A unit in the making."""

    codigo: str
    nome: str
    uf: str | None
    pai: str | None


def gerar(pasta: Path = TERRITORIO) -> None:
    """Write one GeoJSON a level."""
    acaso = np.random.default_rng(1500)
    sedes = _sedes(acaso)
    atomos = _atomos(acaso, sedes)
    unidades = _repartir(acaso, atomos, sedes)
    pasta.mkdir(exist_ok=True)
    for camada, da_camada in unidades.items():
        (pasta / f"{camada}.geojson").write_text(_geojson(camada, da_camada, atomos), encoding="utf-8")


def _sedes(acaso: np.random.Generator) -> Pontos:
    """Seats of the municipalities: a spiral of sunflower seeds, shaken."""
    n = np.arange(len(MUNICIPIOS)) + 0.6
    raio, angulo = _RAIO * 0.84 * np.sqrt(n / len(MUNICIPIOS)), n * 2.399963
    espiral = np.column_stack([raio * np.cos(angulo), raio * np.sin(angulo)])
    return np.asarray(_CENTRO + espiral + acaso.normal(0, 0.03, espiral.shape))


def _atomos(acaso: np.random.Generator, sedes: Pontos) -> list[Atomo]:
    contorno = _contorno(acaso)
    campo = _CENTRO + acaso.uniform(-1.2, 1.2, (260, 2)) * _RAIO
    ruas = np.concatenate([sede + acaso.normal(0, 0.03, (46, 2)) for sede in sedes])
    centros = np.concatenate([ruas, campo])
    centros = centros[shapely.contains_xy(contorno.buffer(-0.004), centros)]
    arestas = shapely.voronoi_polygons(shapely.multipoints(centros), extend_to=contorno, only_edges=True)
    tortas = [_entortar(acaso, *par) for par in _segmentos(shapely.get_parts(arestas))]
    malha = shapely.union_all([contorno.exterior, *tortas], grid_size=_GRAO)
    faces = shapely.get_parts(shapely.polygonize(list(shapely.get_parts(malha))))
    dentro = faces[shapely.contains_xy(contorno, shapely.get_coordinates(shapely.point_on_surface(faces)))]
    donas = shapely.STRtree(shapely.points(centros)).nearest(shapely.point_on_surface(dentro))
    atomos = [Atomo(centros[dona], shapely.coverage_union_all(dentro[donas == dona])) for dona in np.unique(donas)]
    for atomo in acaso.choice(np.array(atomos, dtype=object), _LAGOS - 1, replace=False):
        atomo.lago = True
    min(atomos, key=lambda a: float(np.hypot(*(a.centro - sedes[0])))).lago = True  # one in the middle of a town
    return atomos


def _contorno(acaso: np.random.Generator) -> shapely.Polygon:
    angulos = np.linspace(0, 2 * np.pi, 240, endpoint=False)
    ondas = sum(acaso.normal(0, 0.09 / k) * np.cos(k * angulos + acaso.uniform(0, 6.28)) for k in range(1, 30))
    raios = _RAIO * (1 + np.asarray(ondas))
    pontos = _CENTRO + np.column_stack([raios * np.cos(angulos), 0.85 * raios * np.sin(angulos)])
    return shapely.Polygon(np.round(pontos, 5))


def _segmentos(linhas: NDArray[np.object_]) -> Iterator[tuple[Pontos, Pontos]]:
    """Yield the two ends of every segment."""
    for linha in linhas:
        yield from pairwise(shapely.get_coordinates(linha))


def _entortar(acaso: np.random.Generator, a: Pontos, b: Pontos, vezes: int = 3) -> shapely.LineString:
    """Replace a segment by a crooked line between the same ends: midpoints moved sideways, again and again."""
    pontos = np.array([a, b])
    for _ in range(vezes):
        meios = (pontos[:-1] + pontos[1:]) / 2
        normais = (pontos[1:] - pontos[:-1])[:, ::-1] * [-1, 1]
        meios += normais * acaso.uniform(-0.13, 0.13, (len(meios), 1))
        pontos = np.insert(pontos, np.arange(1, len(pontos)), meios, axis=0)
    return shapely.LineString(np.round(pontos, 5))


def _repartir(acaso: np.random.Generator, atomos: list[Atomo], sedes: Pontos) -> dict[str, list[Unidade]]:
    """Give each atom its unit of every level, and return the units by layer."""
    unidades: dict[str, list[Unidade]] = defaultdict(list)
    unidades["pais"].append(Unidade("TF", PAIS, None, None))
    unidades["regioes"] = [Unidade(f"TF-{n}", nome, None, "TF") for n, nome in enumerate(REGIOES, 1)]
    unidades["estados"] = [Unidade(uf, nome, uf, f"TF-{regiao}") for uf, nome, regiao in ESTADOS]
    for numero, (sede, nome) in enumerate(zip(sedes, MUNICIPIOS, strict=True)):
        uf, regiao = _estado(sede)
        codigo = f"{uf}-{numero + 1:02d}"
        unidades["municipios"].append(Unidade(codigo, nome, uf, uf))
        seus = [a for a in atomos if not a.lago and _mais_perto(a.centro, sedes) == numero]
        for atomo in seus:
            atomo.unidades |= {"pais": "TF", "regioes": regiao, "estados": uf, "municipios": codigo}
        _repartir_municipio(acaso, unidades, seus, sede, codigo, nome, uf, com_setores=numero % 4 != 3)
    return unidades


def _repartir_municipio(
    acaso: np.random.Generator,
    unidades: dict[str, list[Unidade]],
    atomos: list[Atomo],
    sede: Pontos,
    municipio: str,
    nome: str,
    uf: str,
    *,
    com_setores: bool,
) -> None:
    """Districts everywhere; neighbourhoods near the seat; sectors in most towns, not in all."""
    nomes = distritos(acaso, nome)
    longe = [a for a in atomos if np.hypot(*(a.centro - sede)) > 3 * _RAIO_URBANO]
    escolhidos = acaso.choice(len(longe), len(nomes) - 1, replace=False)
    centros = np.array([sede, *(longe[i].centro for i in escolhidos)])
    for numero, do_distrito in enumerate(nomes, 1):
        unidades["distritos"].append(Unidade(f"{municipio}-D{numero}", do_distrito, uf, municipio))
    for atomo in atomos:
        urbano = np.hypot(*(atomo.centro - sede)) <= _RAIO_URBANO
        numero = 1 if urbano else _mais_perto(atomo.centro, centros) + 1
        atomo.unidades["distritos"] = f"{municipio}-D{numero}"
    urbanos = [a for a in atomos if np.hypot(*(a.centro - sede)) <= _RAIO_URBANO]
    dos_bairros = bairros(acaso, max(len(urbanos) // 4, 2))
    nucleos = np.array([urbanos[i].centro for i in acaso.choice(len(urbanos), len(dos_bairros), replace=False)])
    for numero, do_bairro in enumerate(dos_bairros, 1):
        codigo = f"{municipio}-B{numero:02d}"
        unidades["bairros"].append(Unidade(codigo, do_bairro, uf, f"{municipio}-D1"))
        seus = [a for a in urbanos if _mais_perto(a.centro, nucleos) == numero - 1]
        for ordem, atomo in enumerate(seus, 1):
            atomo.unidades["bairros"] = codigo
            if com_setores:
                atomo.unidades["setores"] = f"{codigo}-S{ordem:02d}"
                setor = Unidade(f"{codigo}-S{ordem:02d}", f"Setor {ordem} de {do_bairro}", uf, codigo)
                unidades["setores"].append(setor)


def _estado(sede: Pontos) -> tuple[str, str]:
    """Three states as slices of the country, by the angle of the seat."""
    fatia = int((np.arctan2(*(sede - _CENTRO)[::-1]) + np.pi) / (2 * np.pi) * len(ESTADOS)) % len(ESTADOS)
    uf, _, regiao = ESTADOS[fatia]
    return uf, f"TF-{regiao}"


def _mais_perto(ponto: Pontos, centros: Pontos) -> int:
    return int(np.argmin(np.hypot(*(centros - ponto).T)))


def _geojson(camada: str, unidades: list[Unidade], atomos: list[Atomo]) -> str:
    por_unidade: dict[str, list[shapely.Geometry]] = defaultdict(list)
    for atomo in atomos:
        if camada in atomo.unidades:
            por_unidade[atomo.unidades[camada]].append(atomo.forma)
    feicoes = [
        {
            "type": "Feature",
            "properties": {"codigo": u.codigo, "nome": u.nome, "uf": u.uf, "pai": u.pai},
            "geometry": json.loads(shapely.to_geojson(shapely.coverage_union_all(por_unidade[u.codigo]).normalize())),
        }
        for u in unidades
    ]
    linhas = ",\n".join(json.dumps(f, ensure_ascii=False, separators=(",", ":")) for f in feicoes)
    return f'{{"type":"FeatureCollection","features":[\n{linhas}\n]}}\n'


if __name__ == "__main__":
    gerar()
