"""Measures point → civic units on Brazil's mesh against PostgreSQL; writes rows for bench/resultados.json:
python services/d2-georreferenciamento/bench/medir.py [--postgres URL] [--saida arquivo.json]

The baseline is what a colony without an index of its own would run: built-in PostgreSQL types (there is no PostGIS in
the wheel), a GiST index on bounding boxes, then the exact test of the polygon, in sets of 500 points, on loopback. One
row a ring, holes ignored: that spares the baseline work. A second baseline is shapely without any preparation: tree of
boxes, then `covers`, on every level. The points are half all over Brazil, half in five cities with neighbourhoods.
"""

import argparse
import asyncio
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import numpy as np
import shapely
from numpy.typing import NDArray

from d2_georreferenciamento.dominio.indice import AUSENTE, IndiceTerritorial, Malha
from d2_georreferenciamento.dominio.unidades import Unidade
from d2_georreferenciamento.importador.campos import Escolhas, mapear
from d2_georreferenciamento.importador.fontes import abrir
from d2_georreferenciamento.importador.geometria import para_wgs84
from d2_georreferenciamento.importador.leitura import ler_blocos
from d2_georreferenciamento.importador.relatorio import Relatorio
from d2_georreferenciamento.importador.traducao import Tradutor

DADOS = Path(__file__).resolve().parents[4] / "shared" / "dados" / "territorio"
PONTOS, LOTE, RODADAS = 20_000, 500, 5
ALVO = 10.0

Reais = NDArray[np.float64]


def linhas(postgres: str) -> list[dict[str, Any]]:
    """Rows of bench/resultados.json; none where the data is absent."""
    if not DADOS.exists():
        return []
    unidades = ler()
    malha = montar(unidades)
    inicio = time.perf_counter()
    indice = IndiceTerritorial(malha)
    construcao = time.perf_counter() - inicio
    lats, lngs = sortear(malha)
    nosso = por_ponto(lambda la, lo: list(indice.resolver_lote(la, lo)), lats, lngs)
    bruto = por_ponto(ForcaBruta(malha).resolver, lats, lngs)
    gist, iguais = asyncio.run(no_postgres(postgres, malha, indice, lats, lngs))
    return [
        linha("D-2 ponto → cadeia, malha do Brasil ÷ GiST no PostgreSQL (caixas + polígono exato)", nosso, gist, ALVO),
        linha("D-2 ponto → cadeia, malha do Brasil ÷ shapely sem preparo (caixas + covers)", nosso, bruto, None),
        linha("D-2 pontos em que o PostgreSQL e o índice dizem o mesmo município", iguais, None, None, "fração"),
        linha("D-2 construção do índice da malha do Brasil", construcao, None, None, "s"),
    ]


def ler() -> list[Unidade]:
    """The units of the real files, as an import would store them."""
    relatorio = Relatorio()
    tradutor = Tradutor("ibge", relatorio)
    unidades: list[Unidade] = []
    with abrir(DADOS, relatorio) as camadas:
        for camada in (c for c in camadas if c.formato == "TopoJSON"):
            for bloco in ler_blocos(camada, relatorio):
                campos = mapear(camada.nome, bloco.atributos, None, Escolhas())
                unidades += tradutor.traduzir(camada.nome, bloco, campos, para_wgs84(camada.crs))
    return unidades


def montar(unidades: list[Unidade]) -> Malha:
    """The same units with their parents, in columns."""
    por_codigo = {f"{int(u.nivel)}:{u.codigo}": u.id for u in unidades}
    pais: list[UUID | None] = [next((por_codigo[c] for c in u.pais if c in por_codigo), None) for u in unidades]
    return Malha(
        "bench",
        [u.id for u in unidades],
        [int(u.nivel) for u in unidades],
        pais,
        [u.area_m2 for u in unidades],
        shapely.from_wkb([u.wkb for u in unidades]),
    )


def sortear(malha: Malha) -> tuple[Reais, Reais]:
    """Points inside Brazil: half anywhere, half in the cities that have neighbourhoods."""
    acaso = np.random.default_rng(7)
    niveis = np.array(malha.niveis)
    metades = [_dentro(acaso, malha.geometrias[niveis == nivel], PONTOS // 2) for nivel in (7, 2)]
    pontos = acaso.permutation(np.concatenate(metades))
    return pontos[:, 1].copy(), pontos[:, 0].copy()


def _dentro(acaso: np.random.Generator, formas: NDArray[np.object_], quantos: int) -> Reais:
    caixas = shapely.bounds(formas)
    arvore, achados = shapely.STRtree(formas), np.empty((0, 2))
    while len(achados) < quantos:
        caixa = caixas[acaso.integers(0, len(caixas), quantos)]
        pontos = acaso.uniform(caixa[:, :2], caixa[:, 2:])
        cobertos = np.unique(arvore.query(shapely.points(pontos), predicate="intersects")[0])
        achados = np.concatenate([achados, pontos[cobertos]])
    return achados[:quantos]


class ForcaBruta:
    """Shapely as it comes: every level, a tree of boxes, `covers` without preparing anything."""

    def __init__(self, malha: Malha) -> None:
        niveis = np.array(malha.niveis)
        self._camadas = [malha.geometrias[niveis == n] for n in sorted(set(malha.niveis))]
        self._arvores = [shapely.STRtree(camada) for camada in self._camadas]

    def resolver(self, lats: Reais, lngs: Reais) -> list[Any]:
        """Pairs of point and unit, level by level."""
        pontos, achados = shapely.points(lngs, lats), []
        for camada, arvore in zip(self._camadas, self._arvores, strict=True):
            p, u = arvore.query(pontos)
            dentro = shapely.covers(camada[u], pontos[p])
            achados.append((p[dentro], u[dentro]))
        return achados


def por_ponto(resolver: Callable[[Reais, Reais], object], lats: Reais, lngs: Reais) -> float:
    """Microseconds a point, in the lots of a consumer; the best of some rounds."""
    return min(_rodada(resolver, lats, lngs) for _ in range(RODADAS)) / len(lats) * 1e6


def _rodada(resolver: Callable[[Reais, Reais], object], lats: Reais, lngs: Reais) -> float:
    inicio = time.perf_counter()
    for i in range(0, len(lats), LOTE):
        resolver(lats[i : i + LOTE], lngs[i : i + LOTE])
    return time.perf_counter() - inicio


async def no_postgres(
    url: str, malha: Malha, indice: IndiceTerritorial, lats: Reais, lngs: Reais
) -> tuple[float, float]:
    """Microseconds a point in PostgreSQL, and the fraction of points whose municipality is the same."""
    conexao = await asyncpg.connect(url)
    try:
        await conexao.execute(TABELA)
        await conexao.copy_records_to_table(
            "aneis", records=list(_aneis(malha, indice)), columns=["unidade", "nivel", "forma"]
        )
        await conexao.execute("CREATE INDEX ON aneis USING gist (box(forma)); ANALYZE aneis")
        tempos, achados = [], {}
        for _ in range(2):
            inicio = time.perf_counter()
            for i in range(0, len(lats), LOTE):
                for linha in await conexao.fetch(CONSULTA, lngs[i : i + LOTE].tolist(), lats[i : i + LOTE].tolist()):
                    achados[i + linha["n"] - 1, linha["nivel"]] = linha["unidade"]
            tempos.append(time.perf_counter() - inicio)
        nossos = indice.localizar(lats, lngs)
        sem_bairro = np.flatnonzero((nossos[:, 1] == AUSENTE) & (nossos[:, 3] != AUSENTE))  # there the bairro decides
        iguais = [achados.get((i, 4)) == nossos[i, 3] for i in sem_bairro]
        return min(tempos) / len(lats) * 1e6, sum(iguais) / len(iguais)
    finally:
        await conexao.close()


def _aneis(malha: Malha, indice: IndiceTerritorial) -> Iterator[tuple[int, int, asyncpg.Polygon]]:
    precedencia = {identidade: i for i, identidade in enumerate(indice.ids)}
    for unidade, nivel, forma in zip(malha.ids, malha.niveis, malha.geometrias, strict=True):
        for parte in shapely.get_parts(forma):
            yield precedencia[unidade], nivel, asyncpg.Polygon(*shapely.get_coordinates(parte.exterior)[:-1].tolist())


TABELA = "CREATE TEMPORARY TABLE aneis (unidade int, nivel int, forma polygon)"
CONSULTA = """
SELECT p.n, a.nivel, min(a.unidade) AS unidade
FROM unnest($1::float8[], $2::float8[]) WITH ORDINALITY AS p(lng, lat, n)
JOIN aneis a ON box(a.forma) @> box(point(p.lng, p.lat), point(p.lng, p.lat)) AND a.forma @> point(p.lng, p.lat)
GROUP BY p.n, a.nivel
"""


def linha(nome: str, valor: float, piso: float | None, alvo: float | None, unidade: str = "µs/ponto") -> dict[str, Any]:
    """One row; `razao` is how many times the floor is slower."""
    razao = None if piso is None else piso / valor
    return {
        "nome": nome,
        "valor": round(valor, 4),
        "unidade": unidade,
        "piso": None if piso is None else round(piso, 4),
        "razao": None if razao is None else round(razao, 2),
        "alvo": alvo,
        "atingido": None if alvo is None or razao is None else razao >= alvo,
    }


if __name__ == "__main__":
    opcoes = argparse.ArgumentParser(description="Mede o índice territorial da D-2.")
    opcoes.add_argument("--postgres", default=os.environ.get("FORMIGUEIRO_TESTE_POSTGRES"), help="URL de superusuário")
    opcoes.add_argument("--saida", type=Path, help="arquivo JSON; sem ele, escreve na tela")
    dadas = opcoes.parse_args()
    texto = json.dumps(linhas(dadas.postgres), ensure_ascii=False, indent=1) + "\n"
    print(texto, end="") if dadas.saida is None else dadas.saida.write_text(texto, encoding="utf-8")
