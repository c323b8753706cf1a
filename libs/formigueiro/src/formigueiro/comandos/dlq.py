"""`formigueiro dlq`."""

from typing import Annotated, Any
from uuid import UUID

import typer
from rich.table import Column, Table

from formigueiro.operador import Operador
from formigueiro.terminal import json_na_saida, saida

grupo = typer.Typer(help="As cartas mortas de uma colônia.", no_args_is_help=True)
Colonia = Annotated[str, typer.Argument(help="Nome da colônia, como d4-ranking.")]
Carta = Annotated[UUID, typer.Argument(help="Identificador da carta, como em dlq listar.")]
EmJson = Annotated[bool, typer.Option("--json", help="Para programas.")]


def incluir(app: typer.Typer) -> None:
    """Adds the group."""
    app.add_typer(grupo, name="dlq")


@grupo.command()
def listar(
    colonia: Colonia,
    situacao: Annotated[str, typer.Option(help="pendente, reprocessada ou descartada.")] = "pendente",
    como_json: EmJson = False,
) -> None:
    """Lista as cartas mortas."""
    with Operador() as operador:
        cartas = list(operador.paginas(colonia, "/operacao/dlq", "cartas", situacao=situacao))
    if como_json:
        json_na_saida(cartas)
        return
    quadro = Table(Column("carta", no_wrap=True), "posição", "desde", "erro", box=None, header_style="dim")
    for c in cartas:
        quadro.add_row(c["id"], f"{c['topico']}/{c['particao']}/{c['deslocamento']}", c["criado_em"], c["erro"])
    saida.print(quadro if cartas else "Nenhuma carta morta.")


@grupo.command()
def mostrar(colonia: Colonia, carta: Carta) -> None:
    """Mostra tudo o que se guardou de uma carta, com os bytes originais em hexadecimal."""
    with Operador() as operador:
        json_na_saida(operador.pedir(colonia, "GET", f"/operacao/dlq/{carta}"))


@grupo.command()
def reprocessar(
    colonia: Colonia,
    carta: Annotated[UUID | None, typer.Argument(help="Uma carta; ausente, com --todas: todas.")] = None,
    todas: Annotated[bool, typer.Option("--todas", help="Todas as pendentes, na ordem.")] = False,
) -> None:
    """Trata de novo uma carta morta. O que já foi aplicado não se aplica outra vez."""
    alvos: list[Any] = [carta] if carta else []
    with Operador() as operador:
        if todas:
            alvos = [c["id"] for c in operador.paginas(colonia, "/operacao/dlq", "cartas")]
        for alvo in alvos:
            operador.pedir(colonia, "POST", f"/operacao/dlq/{alvo}/reprocessar")
    saida.print(f"{len(alvos)} cartas reprocessadas.")


@grupo.command()
def descartar(colonia: Colonia, carta: Carta) -> None:
    """Marca uma carta como descartada; seus bytes ficam."""
    with Operador() as operador:
        operador.pedir(colonia, "POST", f"/operacao/dlq/{carta}/descartar")
    saida.print("Descartada.")


@grupo.command()
def religar(colonia: Colonia) -> None:
    """Religa o consumo depois de um fusível aberto."""
    with Operador() as operador:
        operador.pedir(colonia, "POST", "/operacao/fusivel")
    saida.print("Religado.")
