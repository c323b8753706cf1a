"""`formigueiro up`."""

import os
from typing import Annotated

import typer

from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.sistema import Sistema
from formigueiro.terminal import progresso, saida


def incluir(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(up)


def up(
    isolado: Annotated[bool, typer.Option("--isolado", help="Um processo por colônia.")] = False,
    com: Annotated[
        list[str] | None, typer.Option(help="Parte opcional: s3 ou jaeger. Repita para pedir as duas.")
    ] = None,
    processos: Annotated[
        int | None, typer.Option(min=1, help="Em quantos processos agrupar; ausente: um por núcleo.")
    ] = None,
) -> None:
    """Sobe o que faltar: PostgreSQL, Kafka, bancos, tópicos e colônias. Repetir não custa nada."""
    sistema = Sistema()
    nomes = [parte.nome for parte in sistema.partes]
    if desconhecidas := set(com or []).difference(nomes):
        raise FalhaDaPilha(f"Não há {', '.join(desconhecidas)}; as partes são {', '.join(nomes)}.")
    quantos = len(sistema.colonias) if isolado else processos or len(os.sched_getaffinity(0))
    with progresso() as barra:
        tarefa = barra.add_task("", total=None)
        sistema.subir(com or [], quantos, lambda texto: barra.update(tarefa, description=texto))
        barra.update(tarefa, total=len(sistema.colonias), description="esperando as colônias")
        sistema.esperar(lambda prontas: barra.update(tarefa, completed=prontas))
    saida.print("[bold green]No ar.[/]  [dim]formigueiro status mostra cada parte; formigueiro down para.[/]")
    for nome in ("d1a-captura", "n0b-registro"):
        if colonia := sistema.colonias.get(nome):
            saida.print(f"  {nome:14} {sistema.endereco(colonia)}")
    saida.print(f"  {'kafka':14} {sistema.broker}")
    if sistema.emissor_de_teste:
        saida.print(f"  {'emissor':14} {sistema.emissor.url}  [yellow]de teste: não pede senha, só nesta máquina[/]")
