"""`formigueiro status`."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Column, Table

from formigueiro.saude import Saude
from formigueiro.sistema import Sistema
from formigueiro.terminal import json_na_saida, saida


def incluir(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(status)


def status(
    como_json: Annotated[bool, typer.Option("--json", help="Para programas.")] = False,
) -> None:
    """Mostra cada parte e cada colônia: pronta ou por que não. Sai com 1 se algo não está pronto."""
    estados = Sistema().saude()
    if como_json:
        json_na_saida([{**asdict(estado), "pronta": estado.impedimento is None} for estado in estados])
    else:
        saida.print(_tabela(estados))
    raise typer.Exit(any(estado.impedimento for estado in estados))


def _tabela(estados: list[Saude]) -> Table:
    inteiras = [Column(titulo, no_wrap=True) for titulo in ("", "pronta", "atraso", "saída (s)", "DLQ")]
    tabela = Table(*inteiras, "por quê", box=None, header_style="dim")
    for estado in estados:
        tabela.add_row(
            estado.nome,
            "[red]não[/]" if estado.impedimento else "[green]sim[/]",
            "" if estado.atraso is None else str(estado.atraso),
            "" if estado.saida_segundos is None else f"{estado.saida_segundos:.1f}",
            "" if estado.dlq is None else str(estado.dlq),
            " ".join((estado.impedimento or "").split()),
        )
    return tabela
