"""Rows of bench/resultados.json: what was measured, the floor measured in the same run, and the target."""

import argparse
import asyncio
import json
import os
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from formigueiro.terminal import saida
from nucleo import logs


@dataclass(frozen=True)
class Linha:
    """One measure. `razao` is against `piso`; rows without a target are reported only."""

    nome: str
    valor: float
    unidade: str
    piso: float | None = None
    razao: float | None = None
    alvo: str | float | None = None
    atingido: bool | None = None


def custo_relativo(nome: str, segundos: float, piso: float, alvo: float) -> Linha:
    """A cost against the same at a smaller size, both in seconds; met when it is at most `alvo` times as much."""
    razao = segundos / piso
    return Linha(nome, round(segundos * 1e6), "µs", round(piso * 1e6), round(razao, 2), alvo, razao <= alvo)


def principal(descricao: str, medir: Callable[[str], Coroutine[Any, Any, Iterable[Linha]]]) -> None:
    """The command line of a measure that needs a server of PostgreSQL: `--postgres URL` and `--saida FILE`."""
    opcoes = argparse.ArgumentParser(description=descricao)
    opcoes.add_argument("--postgres", default=os.environ.get("FORMIGUEIRO_TESTE_POSTGRES"), help="URL de superusuário")
    opcoes.add_argument("--saida", type=Path, help="arquivo JSON; sem ele, escreve na tela")
    pedido = opcoes.parse_args()
    logs.configurar("ERROR")
    escrever(asyncio.run(medir(pedido.postgres)), pedido.saida)


def escrever(linhas: Iterable[Linha], arquivo: Path | None) -> None:
    """Write the rows as JSON where `formigueiro bench` asked for them, or on the screen."""
    texto = json.dumps([asdict(linha) for linha in linhas], ensure_ascii=False, indent=1) + "\n"
    if arquivo is None:
        saida.print(texto, markup=False, soft_wrap=True)
    else:
        arquivo.write_text(texto, "utf-8")
