"""`formigueiro territorio`: hands over to D-2's own command, with D-2's settings and nobody else's."""

import os
import subprocess
import sys

import typer

from formigueiro.sistema import Sistema

_DONA = "d2-georreferenciamento"


def incluir(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
        add_help_option=False,
    )(territorio)


def territorio(contexto: typer.Context) -> None:
    """Importa e lista os limites das unidades cívicas: territorio importar|listar --help."""
    raise typer.Exit(chamar_d2(Sistema(), contexto.args or ["--help"]))


def chamar_d2(sistema: Sistema, argumentos: list[str]) -> int:
    """Runs `python -m d2_georreferenciamento …` against the database of this system's D-2; returns its exit code."""
    ambiente = os.environ | sistema.ambiente_de(_DONA)
    modulo = sistema.colonias[_DONA].pacote
    return subprocess.run([sys.executable, "-m", modulo, *argumentos], env=ambiente, check=False).returncode
