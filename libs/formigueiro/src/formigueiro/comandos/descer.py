"""`formigueiro down`."""

from typing import Annotated

import typer

from formigueiro.sistema import Sistema
from formigueiro.terminal import progresso, saida


def incluir(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(down)


def down(
    apagar: Annotated[bool, typer.Option("--apagar", help="Remove também todos os dados; pergunta antes.")] = False,
    sim: Annotated[bool, typer.Option("--sim", help="Não pergunta.")] = False,
) -> None:
    """Para tudo, deixando terminar o que está em curso. Os dados ficam."""
    sistema = Sistema()
    if apagar and not sim:
        typer.confirm(f"Apagar todos os dados em {sistema.ajustes.pasta}?", abort=True)
    with progresso() as barra:
        tarefa = barra.add_task("", total=None)
        sistema.descer(lambda texto: barra.update(tarefa, description=texto))
    if apagar:
        sistema.apagar()
    saida.print("Tudo parado e apagado." if apagar else "Tudo parado; os dados ficaram.")
