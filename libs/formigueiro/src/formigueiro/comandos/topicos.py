"""`formigueiro topicos`."""

from dataclasses import asdict
from typing import Annotated

import typer

from formigueiro import acls, topicos
from formigueiro.sistema import Sistema
from formigueiro.terminal import json_na_saida, saida

grupo = typer.Typer(help="Tópicos e permissões, derivados dos contratos.", no_args_is_help=True)
EmJson = Annotated[bool, typer.Option("--json", help="Para programas.")]
Broker = Annotated[str | None, typer.Option(help="Endereço do broker; ausente: o do sistema.")]


def incluir(app: typer.Typer) -> None:
    """Adds the group."""
    app.add_typer(grupo, name="topicos")


@grupo.command()
def planejar(broker: Broker = None, como_json: EmJson = False) -> None:
    """Diz o que falta ou difere no broker, sem tocar em nada."""
    sistema = Sistema()
    passos = topicos.planejar(broker or sistema.broker, sistema.topicos_desejados())
    _mostrar(passos, como_json)


@grupo.command()
def aplicar(
    broker: Broker = None,
    replicas: Annotated[int, typer.Option(min=1, help="Réplicas de cada tópico novo.")] = 1,
    como_json: EmJson = False,
) -> None:
    """Cria e ajusta o que falta. Nunca apaga nem muda partições: isso é dito como conflito (sai com 1)."""
    sistema = Sistema()
    passos = topicos.aplicar(broker or sistema.broker, sistema.topicos_desejados(), replicas)
    _mostrar(passos, como_json)
    raise typer.Exit(any(passo.acao == "conflito" for passo in passos))


@grupo.command("acls")
def permissoes(
    broker: Broker = None,
    faltam: Annotated[bool, typer.Option("--faltam", help="Só as que o broker ainda não dá.")] = False,
    aplicar: Annotated[bool, typer.Option("--aplicar", help="Dá no broker as que faltam; nenhuma é retirada.")] = False,
    como_json: EmJson = False,
) -> None:
    """Lista quem pode o quê no log, para o broker de produção."""
    sistema = Sistema()
    lista = acls.listar(sistema.colonias.values())
    if aplicar or faltam:
        lista = (acls.aplicar if aplicar else acls.faltam)(broker or sistema.broker, lista)
    if como_json:
        json_na_saida([asdict(acl) for acl in lista])
        return
    for acl in lista:
        saida.print(f"{acl.usuario:24} {acl.operacao:6} {acl.recurso:6} {acl.nome}{'*' if acl.prefixo else ''}")


def _mostrar(passos: list[topicos.Passo], como_json: bool) -> None:
    if como_json:
        json_na_saida([asdict(passo) for passo in passos])
    elif not passos:
        saida.print("Os tópicos estão como os contratos dizem.")
    for passo in () if como_json else passos:
        saida.print(f"{passo.acao:9} {passo.topico:36} {passo.detalhe}")
