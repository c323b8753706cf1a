"""`formigueiro replay` and `formigueiro republicar`: the two ways of healing from what is kept."""

from typing import Annotated

import typer

from formigueiro.operador import Operador
from formigueiro.terminal import avisos, saida

Colonia = Annotated[str, typer.Argument(help="Nome da colônia, como d7-transparencia.")]


def incluir(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(replay)
    app.command()(republicar)


def republicar(
    colonia: Colonia,
    minutos: Annotated[int, typer.Option(min=1, help="Do que saiu nos últimos tantos minutos.")] = 60,
) -> None:
    """Publica de novo o que a colônia publicou: cura um broker que perdeu a ponta do log."""
    with Operador() as operador:
        feito = operador.pedir(colonia, "POST", "/operacao/republicar", params={"minutos": minutos})
    saida.print(f"{feito['eventos']} eventos voltam à fila de saída, com os mesmos identificadores.")


def replay(
    colonia: Colonia,
    de: Annotated[
        str | None, typer.Option(help="Reler só a partir deste dia (local) ou instante; ausente: desde o começo.")
    ] = None,
) -> None:
    """Faz a colônia ler o log de novo. Projeções são refeitas ao lado e trocadas; as demais recuam o cursor."""
    with Operador() as operador, avisos.status(f"{colonia} relê o log"):
        feito = operador.pedir(colonia, "POST", "/operacao/reler", params={"de": de} if de else None)
    saida.print(feito["detalhe"])
