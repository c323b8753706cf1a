"""`formigueiro papel`."""

import getpass
from typing import Annotated, Any
from uuid import UUID

import typer

from formigueiro.operador import Operador
from formigueiro.terminal import saida

grupo = typer.Typer(help="Os papéis das contas: moderador, operador, conselheiro.", no_args_is_help=True)
Conta = Annotated[UUID, typer.Argument(help="cidadao_id da conta, como em GET /api/perfil.")]
Papel = Annotated[str, typer.Argument(help="moderador, operador ou conselheiro.")]


def incluir(app: typer.Typer) -> None:
    """Adds the group."""
    app.add_typer(grupo, name="papel")


@grupo.command()
def conceder(conta: Conta, papel: Papel) -> None:
    """Concede um papel a uma conta; vale a partir do próximo token dela."""
    _mostrar(_pedir("PUT", f"/{papel}", conta))


@grupo.command()
def retirar(conta: Conta, papel: Papel) -> None:
    """Retira um papel de uma conta; um token já emitido ainda o traz até vencer, em minutos."""
    _mostrar(_pedir("DELETE", f"/{papel}", conta))


@grupo.command()
def listar(conta: Conta) -> None:
    """Mostra os papéis de uma conta."""
    _mostrar(_pedir("GET", "", conta))


def _pedir(metodo: str, resto: str, conta: UUID) -> Any:
    with Operador(sub=f"terminal:{getpass.getuser()}") as operador:
        return operador.pedir("c1-cidadaos", metodo, f"/api/c1/cidadaos/{conta}/papeis{resto}")


def _mostrar(conta: dict[str, Any]) -> None:
    saida.print(f"{conta['cidadao_id']}: {', '.join(conta['papeis']) or 'nenhum papel'}")
