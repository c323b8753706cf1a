"""The territorial index: from points to chains of civic units, in memory, exact, always the same answer.

Per level one `STRtree` of whole, prepared polygons: GEOS answers point-in-polygon through an interval tree over
the edges and with exact predicates, so large polygons need no subdivision and no internal lines exist to fall on.
Edges belong (`covers`); where several units of a level claim a point, the smallest area wins, then the smallest
id.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
import shapely
from numpy.typing import NDArray

from d2_georreferenciamento.dominio.niveis import Nivel

NIVEIS = len(Nivel)
AUSENTE = -1
_PRONTAS_MAXIMAS = 100_000  # chains kept ready; points of one place share one object

Posicoes = NDArray[np.int32]
Reais = NDArray[np.float64]


@dataclass(slots=True)
class Malha:
    """Every active unit of one boundary version, in columns of the same length."""

    versao: str
    ids: list[UUID]
    niveis: list[int]
    pais: list[UUID | None]
    areas: list[float]
    geometrias: NDArray[np.object_]


@dataclass(frozen=True, slots=True)
class Cadeia:
    """The civic units of one place, smallest first."""

    unidades: tuple[UUID, ...]
    nivel_minimo: int
    municipio_id: UUID | None


class IndiceTerritorial:
    """Answers which units cover a point. Built once per boundary version and never changed.

    Lookups belong to one thread at a time: GEOS completes prepared polygons on their first use.
    """

    def __init__(self, malha: Malha) -> None:
        """Build the index of a mesh (seconds for a whole country: do it off the event loop)."""
        ordem = sorted(range(len(malha.ids)), key=lambda i: (malha.areas[i], malha.ids[i].bytes))
        self.versao = malha.versao
        self.ids = [malha.ids[i] for i in ordem]
        self.niveis = np.array([malha.niveis[i] for i in ordem], dtype=np.int8)
        self._posicao = {identidade: i for i, identidade in enumerate(self.ids)}
        self._prontas: dict[bytes, Cadeia | None] = {}
        self._cadeias = self._encadear([malha.pais[i] for i in ordem])
        geometrias = malha.geometrias[ordem]
        self._camadas = {
            nivel: _Camada(np.flatnonzero(self.niveis == nivel).astype(np.int32), geometrias)
            for nivel in Nivel
            if (self.niveis == nivel).any()
        }

    @classmethod
    def vazio(cls) -> "IndiceTerritorial":
        """Return the index of a colony that imported no territory yet."""
        return cls(Malha("", [], [], [], [], np.empty(0, dtype=object)))

    def __len__(self) -> int:
        return len(self.ids)

    def resolver(self, lat: float, lng: float) -> Cadeia | None:
        """Return the chain of one point; None outside every polygon."""
        return next(self.resolver_lote([lat], [lng]))

    def resolver_lote(self, lats: Sequence[float], lngs: Sequence[float]) -> Iterator[Cadeia | None]:
        """Yield, in order, the chain of each point; None outside every polygon."""
        linhas = self.localizar(np.asarray(lats, dtype=float), np.asarray(lngs, dtype=float))
        octetos, tamanho = linhas.tobytes(), linhas.itemsize * NIVEIS
        for numero, inicio in enumerate(range(0, len(octetos), tamanho)):
            chave = octetos[inicio : inicio + tamanho]
            if chave not in self._prontas:
                if len(self._prontas) >= _PRONTAS_MAXIMAS:
                    self._prontas.clear()
                self._prontas[chave] = self._como_cadeia(linhas[numero])
            yield self._prontas[chave]

    def cadeia_de(self, unidade: UUID) -> Cadeia | None:
        """Return the chain that begins at a unit, by its parents; None when this version has no such unit."""
        posicao = self._posicao.get(unidade)
        return None if posicao is None else self._como_cadeia(self._cadeias[posicao])

    def unidades_acima(self, lats: Reais, lngs: Reais, niveis: Sequence[int]) -> list[UUID | None]:
        """Return, for each point, the smallest unit around it of a level above the one given."""
        linhas = self.localizar(lats, lngs)
        acima = (
            next((p for p in linha[nivel:] if p != AUSENTE), None) for linha, nivel in zip(linhas, niveis, strict=True)
        )
        return [None if posicao is None else self.ids[posicao] for posicao in acima]

    def localizar(self, lats: Reais, lngs: Reais) -> Posicoes:
        """Return a row a point and a column a level: the position of the unit in `ids`, or `AUSENTE`.

        The smallest unit decides and brings its parents (city layers and the municipal mesh differ by tens of
        metres at borders); geometry fills only the levels that parents left open, and only when it agrees.
        """
        cadeias = np.full((len(lats), NIVEIS), AUSENTE, dtype=np.int32)
        finitos = np.isfinite(lats) & np.isfinite(lngs)
        for nivel, camada in self._camadas.items():
            abertos = np.flatnonzero(finitos & (cadeias[:, nivel - 1] == AUSENTE))
            achadas = camada.procurar(lngs[abertos], lats[abertos])
            abertos, achadas = abertos[achadas != AUSENTE], achadas[achadas != AUSENTE]
            novas, atuais = self._cadeias[achadas], cadeias[abertos]
            concordam = ((novas == atuais) | (novas == AUSENTE) | (atuais == AUSENTE)).all(axis=1)
            cadeias[abertos[concordam]] = np.maximum(novas, atuais)[concordam]
        return cadeias

    def _encadear(self, pais: list[UUID | None]) -> Posicoes:
        """Give each unit its row of ancestors; a parent must be of a larger level."""
        cadeias = np.full((len(pais), NIVEIS), AUSENTE, dtype=np.int32)
        pai = np.array([AUSENTE if p is None else self._posicao.get(p, AUSENTE) for p in pais], dtype=np.int32)
        pai[(pai != AUSENTE) & (self.niveis[pai] <= self.niveis)] = AUSENTE
        for nivel in reversed(Nivel):
            unidades = np.flatnonzero(self.niveis == nivel)
            filhas = unidades[pai[unidades] != AUSENTE]
            cadeias[filhas] = cadeias[pai[filhas]]
            cadeias[unidades, nivel - 1] = unidades
        return cadeias

    def _como_cadeia(self, linha: Posicoes) -> Cadeia | None:
        presentes = [int(p) for p in linha if p != AUSENTE]
        if not presentes:
            return None
        municipio = int(linha[Nivel.MUNICIPIO - 1])
        return Cadeia(
            tuple(self.ids[p] for p in presentes),
            int(self.niveis[presentes[0]]),
            None if municipio == AUSENTE else self.ids[municipio],
        )


class _Camada:
    """The polygons of one level, in order of precedence."""

    def __init__(self, posicoes: Posicoes, geometrias: NDArray[np.object_]) -> None:
        self._posicoes = posicoes
        self._geometrias = geometrias[posicoes]
        self._arvore = shapely.STRtree(self._geometrias)
        shapely.prepare(self._geometrias)

    def procurar(self, x: Reais, y: Reais) -> Posicoes:
        """Return, for each point, the position of the unit that covers it, or `AUSENTE`."""
        pontos, candidatas = self._arvore.query(shapely.points(x, y))
        dentro = shapely.intersects_xy(self._geometrias[candidatas], x[pontos], y[pontos])
        primeira = np.full(len(x), len(self._posicoes), dtype=np.intp)
        np.minimum.at(primeira, pontos[dentro], candidatas[dentro])
        return np.append(self._posicoes, np.int32(AUSENTE))[primeira]
