"""`formigueiro auditar`: whether what was published can be re-derived by anyone from what is public."""

from datetime import timedelta
from typing import Annotated

import typer

from formigueiro.auditar.laudo import Laudo
from formigueiro.auditar.leitura import ler
from formigueiro.auditar.ranking import Auditoria
from formigueiro.terminal import avisos, json_na_saida, progresso, saida

__all__ = ["Auditoria", "Laudo", "app"]

app = typer.Typer(help="Refaz o que foi publicado a partir do que é público.", no_args_is_help=True)
_FALTAS_MOSTRADAS = 20


@app.callback()
def _auditar() -> None:
    """Refaz o que foi publicado a partir do que é público."""


@app.command()
def ranking(
    broker: Annotated[str, typer.Option(envvar="FORMIGUEIRO_BROKER", help="Endereços do broker.")] = "127.0.0.1:9092",
    registro: Annotated[
        str, typer.Option(envvar="FORMIGUEIRO_REGISTRO_URL", help="Registro de esquemas.")
    ] = "http://127.0.0.1:8081",
    propriedade: Annotated[
        list[str] | None, typer.Option(help="Propriedade do cliente Kafka, como sasl.username=ana; repita.")
    ] = None,
    tolerancia: Annotated[float, typer.Option(min=0, help="Segundos até uma ausência ser falta.")] = 60,
    em_json: Annotated[bool, typer.Option("--json", help="Laudo para um programa ler.")] = False,
) -> None:
    """Refaz cada score e cada ordem do ranking só com os tópicos públicos. Sai com 1 se algo não confere."""
    propriedades = dict(texto.split("=", 1) for texto in propriedade or [])
    auditoria = Auditoria()
    with progresso() as barra:
        tarefa = barra.add_task("lendo os tópicos públicos", total=None)
        for evento in ler(broker, registro, propriedades, lambda n, de: barra.update(tarefa, completed=n, total=de)):
            auditoria.receber(evento)
        barra.update(tarefa, description="refazendo cada score e cada ordem")
        laudo = auditoria.concluir(timedelta(seconds=tolerancia))
    json_na_saida(laudo.como_dados()) if em_json else _contar(laudo)
    raise typer.Exit(not laudo.aprovado)


def _contar(laudo: Laudo) -> None:
    saida.print(
        f"{laudo.demandas} scores, {laudo.rankings} rankings e {laudo.unidades} unidades refeitos "
        f"com {laudo.parametros} versões de parâmetros; {laudo.pendentes} demandas ainda a caminho."
    )
    for falta in laudo.faltas[:_FALTAS_MOSTRADAS]:
        avisos.print(f"[red]{falta.regra}[/] em {falta.event_id}: {falta.motivo}")
    if len(laudo.faltas) > _FALTAS_MOSTRADAS:
        avisos.print(f"… e mais {len(laudo.faltas) - _FALTAS_MOSTRADAS}; veja todas com --json.")
    saida.print("[green]Tudo confere.[/]" if laudo.aprovado else f"[red]{len(laudo.faltas)} faltas.[/]")
