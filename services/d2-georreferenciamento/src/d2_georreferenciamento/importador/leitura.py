"""Layers read in blocks of bounded size, so that memory does not grow with the country."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyogrio
from numpy.typing import NDArray

from d2_georreferenciamento.importador.fontes import Camada
from d2_georreferenciamento.importador.relatorio import Relatorio
from d2_georreferenciamento.importador.resgate import resgatar

# Bytes of file per block. Each block of a JSON file costs another pass over the file, hence fewer, larger ones.
_BYTES_POR_BLOCO = 32 << 20
_BYTES_POR_BLOCO_JSON = 128 << 20


@dataclass(slots=True)
class Bloco:
    """Some features of a layer, in columns: feature number, attributes by field, geometry as WKB."""

    feicoes: NDArray[np.int64]
    atributos: dict[str, NDArray[np.object_]]
    wkb: NDArray[np.object_]


def ler_blocos(camada: Camada, relatorio: Relatorio, codificacao: str | None = None) -> Iterator[Bloco]:
    """Read a layer in blocks; a feature that cannot be read is reported, and the rest comes."""
    if camada.formato == "resgate":
        yield _em_bloco(resgatar(camada, relatorio))
        return
    tamanho = _tamanho_do_bloco(camada)
    for inicio in range(0, camada.total, tamanho):
        quantas = min(tamanho, camada.total - inicio)  # never past the end: there an old warning becomes an error
        yield from _ler_ou_partir(camada, inicio, quantas, codificacao, relatorio)


def _ler_ou_partir(
    camada: Camada, inicio: int, quantas: int, codificacao: str | None, relatorio: Relatorio
) -> Iterator[Bloco]:
    """Read a range; where the driver gives up on it, halve it until the feature at fault stands alone."""
    try:
        yield _ler(camada, inicio, quantas, codificacao)
    except (pyogrio.errors.DataSourceError, pyogrio.errors.DataLayerError) as erro:
        if quantas == 1:
            relatorio.recusar(camada.nome, f"não pôde ser lida ({erro}).", inicio)
            return
        metade = quantas // 2
        yield from _ler_ou_partir(camada, inicio, metade, codificacao, relatorio)
        yield from _ler_ou_partir(camada, inicio + metade, quantas - metade, codificacao, relatorio)


def _tamanho_do_bloco(camada: Camada) -> int:
    limite = _BYTES_POR_BLOCO_JSON if camada.formato in {"GeoJSON", "TopoJSON"} else _BYTES_POR_BLOCO
    bytes_por_feicao = max(camada.arquivo.stat().st_size / max(camada.total, 1), 1)
    return max(int(limite / bytes_por_feicao), 1)


def _ler(camada: Camada, inicio: int, quantas: int, codificacao: str | None) -> Bloco:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # each bad geometry is reported by feature, from what comes back
        meta, feicoes, wkb, colunas = pyogrio.raw.read(
            camada.arquivo,
            layer=camada.nome,
            skip_features=inicio,
            max_features=quantas,
            return_fids=True,
            encoding=codificacao,
            force_2d=True,
        )
    return Bloco(feicoes, dict(zip(meta["fields"], colunas, strict=True)), wkb)


def _em_bloco(feicoes: list[tuple[int, dict[str, object], bytes | None]]) -> Bloco:
    campos = {campo for _, atributos, _ in feicoes for campo in atributos}
    return Bloco(
        np.array([numero for numero, _, _ in feicoes], dtype=np.int64),
        {c: np.array([a.get(c) for _, a, _ in feicoes], dtype=object) for c in campos},
        np.array([wkb for _, _, wkb in feicoes], dtype=object),
    )
