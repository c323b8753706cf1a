"""The features that can still be read from a GeoJSON whose syntax is broken (cut file, impossible number)."""

import json
import re
from collections.abc import Iterator
from typing import Any

import shapely

from d2_georreferenciamento.importador.fontes import Camada
from d2_georreferenciamento.importador.relatorio import Relatorio

Feicao = tuple[int, dict[str, object], bytes | None]

_INICIO = re.compile(r'"features"\s*:\s*\[')
_SEPARADOR = re.compile(r"[\s,]*")
_CANDIDATA = re.compile(r'\{\s*"(?:type|id|properties|geometry|bbox)"\s*:')


def resgatar(camada: Camada, relatorio: Relatorio) -> list[Feicao]:
    """Read feature by feature; those that cannot be read are reported by their number."""
    texto = camada.arquivo.read_text(encoding="utf-8", errors="replace")
    return [
        feicao
        for numero, posicao, lida in _percorrer(texto)
        if (feicao := _interpretar(camada, numero, posicao, lida, relatorio)) is not None
    ]


def _percorrer(texto: str) -> Iterator[tuple[int, int, dict[str, Any] | None]]:
    """Yield number, position in the text and the feature (None where one is unreadable)."""
    inicio = _INICIO.search(texto)
    posicao = inicio.end() if inicio else len(texto)
    decodificador, numero = json.JSONDecoder(), 0
    while (posicao := _fim(_SEPARADOR, texto, posicao)) < len(texto) and texto[posicao] != "]":
        try:
            lida, fim = decodificador.raw_decode(texto, posicao)
        except json.JSONDecodeError:
            lida, fim = None, _proxima_feicao(texto, posicao + 1, decodificador)
        yield numero, posicao, lida
        posicao, numero = fim, numero + 1


def _proxima_feicao(texto: str, posicao: int, decodificador: json.JSONDecoder) -> int:
    while candidata := _CANDIDATA.search(texto, posicao):
        try:
            lida, fim = decodificador.raw_decode(texto, candidata.start())
        except json.JSONDecodeError:
            posicao = candidata.end()
            continue
        if lida.get("type") == "Feature":
            return candidata.start()
        posicao = fim
    return len(texto)


def _interpretar(
    camada: Camada, numero: int, posicao: int, lida: dict[str, Any] | None, relatorio: Relatorio
) -> Feicao | None:
    if lida is None:
        relatorio.recusar(camada.nome, f"não pôde ser lida (caractere {posicao} do arquivo).", numero)
        return None
    atributos = dict(lida.get("properties") or {})
    if lida.get("id") is not None:
        atributos.setdefault("id", lida["id"])
    return numero, atributos, _wkb(lida.get("geometry"))


def _wkb(geometria: object) -> bytes | None:
    try:
        return bytes(shapely.to_wkb(shapely.geometry.shape(geometria))) if geometria else None
    except (ValueError, TypeError, LookupError, AttributeError, shapely.errors.ShapelyError):
        return None  # whatever shape a broken geometry has, it is reported as one that cannot be read


def _fim(padrao: re.Pattern[str], texto: str, posicao: int) -> int:
    casado = padrao.match(texto, posicao)
    return casado.end() if casado else posicao
