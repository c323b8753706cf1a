"""`formigueiro auditar`."""

import typer

from formigueiro.auditar import app as grupo


def incluir(app: typer.Typer) -> None:
    """Adds the group."""
    app.add_typer(grupo, name="auditar")
