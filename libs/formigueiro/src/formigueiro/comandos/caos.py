"""`formigueiro caos`."""

import asyncio
from dataclasses import asdict
from typing import Annotated

import typer

from formigueiro.avulso import sistema_avulso
from formigueiro.caos import Caos
from formigueiro.comandos.territorio import chamar_d2
from formigueiro.terminal import json_na_saida, progresso, saida

_PROCESSOS = 3


def incluir(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(caos)


def caos(
    segundos: Annotated[float, typer.Option(min=10, help="Por quanto tempo.")] = 300,
    taxa: Annotated[float, typer.Option(min=1, help="Demandas por segundo.")] = 60,
    semente: Annotated[int, typer.Option(help="De quem morre e quando.")] = 1,
    como_json: Annotated[bool, typer.Option("--json", help="Para programas.")] = False,
) -> None:
    """Mata com kill -9 colônias, broker e banco de um sistema à parte, sob carga, e confere todas as contas."""
    with progresso() as barra:
        tarefa = barra.add_task("subindo um sistema à parte", total=None)
        with sistema_avulso(_PROCESSOS, {"FORMIGUEIRO_LIMITE_MULTIPLICADOR": "1000000"}) as sistema:
            chamar_d2(sistema, ["importar", "--demonstracao"])
            anarquia = Caos(
                sistema, _PROCESSOS, taxa, segundos, semente, lambda oque: barra.update(tarefa, description=oque)
            )
            contas = asyncio.run(anarquia.correr())
    if como_json:
        json_na_saida(asdict(contas))
    else:
        saida.print(
            f"{contas.aceitas} aceitas, {contas.arquivadas} arquivadas, {contas.nas_linhas_do_tempo} nas linhas do "
            f"tempo, {contas.ranqueadas} ranqueadas, {contas.sorteadas} sorteadas, {contas.concluidas} concluídas. "
            f"Mortes: {contas.mortes}."
        )
        for falta in contas.faltas:
            saida.print(f"[bold red]✗[/] {falta}")
        if not contas.faltas:
            saida.print("[bold green]Nada se perdeu e nada dobrou.[/]")
    raise typer.Exit(bool(contas.faltas))
