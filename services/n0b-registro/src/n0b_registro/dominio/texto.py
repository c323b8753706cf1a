"""Schema text to JSON and back, within limits: what passes here can be walked, stored and answered."""

import json
from typing import Any

from n0b_registro.dominio.erros import EsquemaGrandeDemais, EsquemaInvalido

TAMANHO_MAXIMO = 1_000_000
"""Characters of one schema; a record of the log, where other registries keep theirs, has the same ceiling."""

PROFUNDIDADE_MAXIMA = 300
"""Levels of JSON nesting; Python's own recursion limit is about three times farther."""


def ler_json(texto: str) -> Any:
    """The JSON value of a schema. Raises `EsquemaInvalido`, also for what JSON cannot give back (NaN)."""
    if not texto.strip():
        raise EsquemaInvalido("o texto está vazio")
    if len(texto) > TAMANHO_MAXIMO:
        raise EsquemaGrandeDemais(f"o esquema passa de {TAMANHO_MAXIMO} caracteres")
    try:
        valor = json.loads(texto, parse_constant=_sem_constantes, parse_float=_decimal)
        texto.encode()
        compactar(valor).encode()
    except RecursionError:
        raise EsquemaInvalido("o JSON está aninhado demais") from None
    except UnicodeEncodeError:
        raise EsquemaInvalido("há meio par substituto (surrogate) no texto") from None
    except ValueError as erro:
        raise EsquemaInvalido(f"o texto não é JSON: {erro}") from None
    _exigir_profundidade(valor)
    return valor


def compactar(valor: Any) -> str:
    """JSON without white space, keys in the order they have."""
    return json.dumps(valor, ensure_ascii=False, separators=(",", ":"))


def ordenar(valor: Any) -> Any:
    """The same JSON with the keys of every object sorted."""
    if isinstance(valor, dict):
        return {chave: ordenar(valor[chave]) for chave in sorted(valor)}
    return [ordenar(item) for item in valor] if isinstance(valor, list) else valor


def _exigir_profundidade(valor: Any) -> None:
    nivel = [valor]
    for _ in range(PROFUNDIDADE_MAXIMA):
        nivel = [filho for item in nivel for filho in _filhos(item)]
        if not nivel:
            return
    raise EsquemaInvalido(f"o JSON passa de {PROFUNDIDADE_MAXIMA} níveis")


def _filhos(valor: Any) -> list[Any]:
    if isinstance(valor, dict):
        return list(valor.values())
    return valor if isinstance(valor, list) else []


def _sem_constantes(nome: str) -> Any:
    raise ValueError(f"{nome} não existe em JSON")


def _decimal(numero: str) -> float:
    valor = float(numero)
    if valor in (float("inf"), float("-inf")):
        raise ValueError(f"{numero} não cabe em um double")
    return valor
