"""`formigueiro derivar`."""

from typing import Annotated

import typer

from formigueiro import derivados
from formigueiro.ajustes import raiz
from formigueiro.colonias import descobrir
from formigueiro.terminal import avisos, saida


def incluir(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(derivar)


def derivar(
    conferir: Annotated[bool, typer.Option("--conferir", help="Só diz o que está velho (sai com 1).")] = False,
) -> None:
    """Escreve o que se deriva das declarações e dos contratos: mapa, ajustes, tópicos, permissões e alvos."""
    colonias = list(descobrir().values())
    if not conferir:
        for caminho in derivados.escrever(raiz(), colonias):
            saida.print(f"escrito {caminho}")
        return
    velhos = derivados.velhos(raiz(), colonias)
    for caminho in velhos:
        avisos.print(f"{caminho} está velho: formigueiro derivar")
    raise typer.Exit(bool(velhos))
