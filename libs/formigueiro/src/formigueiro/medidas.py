"""Rows of bench/resultados.json: what was measured, the floor measured in the same run, and the target."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from formigueiro.terminal import saida


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


def escrever(linhas: Iterable[Linha], arquivo: Path | None) -> None:
    """Write the rows as JSON where `formigueiro bench` asked for them, or on the screen."""
    texto = json.dumps([asdict(linha) for linha in linhas], ensure_ascii=False, indent=1) + "\n"
    if arquivo is None:
        saida.print(texto, markup=False, soft_wrap=True)
    else:
        arquivo.write_text(texto, "utf-8")
