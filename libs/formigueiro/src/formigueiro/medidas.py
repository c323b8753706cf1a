"""Rows of bench/resultados.json: what was measured, the floor measured in the same run, and the target."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Linha:
    """One measure. `razao` is against `piso`; rows without a target are reported only."""

    nome: str
    valor: float
    unidade: str
    piso: float | None = None
    razao: float | None = None
    alvo: str | None = None
    atingido: bool | None = None


def imprimir(linhas: Iterable[Linha]) -> None:
    """Print the rows as JSON, on the last line, for `formigueiro bench` to collect."""
    print(json.dumps([asdict(linha) for linha in linhas], ensure_ascii=False))  # noqa: T201 - the bench's output
