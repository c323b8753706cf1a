"""`formigueiro`: every command and the module that holds it, loaded only when called."""

import sys
from importlib import import_module

import typer

from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.terminal import avisos

MODULOS = {
    "up": "subir",
    "down": "descer",
    "status": "estado",
    "topicos": "topicos",
    "contratos": "contratos",
    "derivar": "derivar",
    "nova-colonia": "nova_colonia",
    "token": "token",
    "papel": "papel",
    "chaves": "chaves",
    "demo": "demo",
    "territorio": "territorio",
    "auditar": "auditar",
    "bench": "bench",
    "caos": "caos",
    "rastro": "rastro",
    "dlq": "dlq",
    "replay": "reler",
    "republicar": "reler",
    "lint": "lint",
    "travar": "travar",
}


def montar(modulos: list[str]) -> typer.Typer:
    """The command line with the commands of some modules."""
    app = typer.Typer(help="O Formigueiro na linha de comando.", no_args_is_help=True, pretty_exceptions_enable=False)
    app.callback()(_ajuda)
    for modulo in modulos:
        import_module(f"formigueiro.comandos.{modulo}").incluir(app)
    return app


def _ajuda() -> None:
    """Sobe, observa e opera o Formigueiro."""


def main() -> None:
    """Runs the command; what went wrong is told in a sentence, never as a traceback."""
    pedido = next((MODULOS[nome] for nome in sys.argv[1:2] if nome in MODULOS), None)
    try:
        montar([pedido] if pedido else list(dict.fromkeys(MODULOS.values())))()
    except FalhaDaPilha as falha:
        avisos.print(f"[bold red]Não deu certo:[/] {falha}", markup=True)
        sys.exit(1)
