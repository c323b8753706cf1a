"""A small territory with levels 2, 4, 5 and 7, and demands in it."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import pytest
import shapely

from d2_georreferenciamento.dominio.unidades import identificar
from d2_georreferenciamento.importador import Opcoes, Relatorio
from d2_georreferenciamento.importador.carga import carregar
from nucleo.eventos import DemandaNormalizada
from nucleo.testes.bancada import Bancada

Feicao = tuple[str, str, shapely.Geometry, str | None]
Importa = Callable[..., Awaitable[Relatorio]]

CAMADAS: dict[str, list[Feicao]] = {
    "pais": [("BR", "Brasil", shapely.box(-50, -30, -40, -20), None)],
    "estados": [("E1", "Serra d'Oeste", shapely.box(-50, -30, -45, -20), "BR")],
    "municipios": [
        ("M1", "Pau d'Arco", shapely.box(-50, -25, -45, -20), "E1"),
        ("M2", "Água & Luz", shapely.box(-50, -30, -45, -25), "E1"),
    ],
    "bairros": [("B1", "Vila São José", shapely.box(-47, -24, -46, -23), "M1")],
}


def uid(nivel: int, codigo: str, fonte: str = "teste") -> UUID:
    return identificar(fonte, nivel, codigo)


def demanda(numero: int, onde: tuple[float, float] = (-23.55, -46.63)) -> DemandaNormalizada:
    return DemandaNormalizada(
        demanda_id=UUID(int=(0x019CEC8BF08070008000 << 48) + numero),
        titulo="Poste apagado",
        descricao_limpa="Poste apagado na esquina",
        tipo_midia="texto",
        coordenadas_lat=onde[0],
        coordenadas_lng=onde[1],
        confianca_normalizacao=0.9,
    )


class Mundo(NamedTuple):
    """What tests call by name (test modules cannot import one another)."""

    camadas: dict[str, list[Feicao]] = CAMADAS
    no_bairro: tuple[float, float] = (-23.55, -46.63)
    no_municipio: tuple[float, float] = (-22.5, -48.25)
    no_pais: tuple[float, float] = (-25.5, -42.25)
    fora: tuple[float, float] = (-15.25, -46.5)
    uid: Callable[..., UUID] = uid
    demanda: Callable[..., DemandaNormalizada] = demanda


@pytest.fixture
def mundo() -> Mundo:
    return Mundo()


@pytest.fixture
def importa(tmp_path: Path) -> Importa:
    def escrever(camadas: dict[str, list[Feicao]], uf: str) -> None:
        for velho in tmp_path.glob("*.geojson"):
            velho.unlink()
        for nome, feicoes in camadas.items():
            colecao = _colecao(feicoes, uf if nome == "estados" else None)
            (tmp_path / f"{nome}.geojson").write_text(json.dumps(colecao))

    async def importar(
        b: Bancada, camadas: dict[str, list[Feicao]] = CAMADAS, *, uf: str = "SO", **opcoes: object
    ) -> Relatorio:
        escrever(camadas, uf)
        async with b.viva.unidade() as uow:
            return await carregar(uow, tmp_path, None, Opcoes(**{"fonte": "teste", "rotulo": "malha", **opcoes}))

    return importar


def _colecao(feicoes: list[Feicao], uf: str | None) -> dict[str, object]:
    return {
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "properties": {"codigo": codigo, "nome": nome, "pai": pai, "uf": uf},
                "geometry": json.loads(shapely.to_geojson(forma)),
            }
            for codigo, nome, forma, pai in feicoes
        ],
    }
