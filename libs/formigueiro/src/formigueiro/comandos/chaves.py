"""`formigueiro chaves`."""

from pathlib import Path
from typing import Annotated

import typer
from joserfc.errors import JoseError

from formigueiro import chaves
from formigueiro.ajustes import Ajustes
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.terminal import saida

grupo = typer.Typer(help="As chaves que assinam as sessões dos cidadãos.", no_args_is_help=True)


def incluir(app: typer.Typer) -> None:
    """Adds the group."""
    app.add_typer(grupo, name="chaves")


@grupo.command()
def criar(
    em: Annotated[Path, typer.Option(help="Arquivo novo, só para quem o cria: o ajuste CHAVES da C-1 o nomeia.")],
) -> None:
    """Cria as chaves de uma instalação. As desta máquina o up cria sozinho."""
    if em.exists():
        raise FalhaDaPilha(f"{em} já existe: nada foi escrito.")
    chaves.criar(em)
    saida.print(f"Criadas em {em}.")


@grupo.command()
def girar(
    em: Annotated[Path | None, typer.Option(help="JWKS privado; ausente: o desta máquina.")] = None,
) -> None:
    """Passa a assinar com a chave seguinte, já conhecida de todos, e publica a que virá depois.

    A anterior continua publicada até o próximo giro; espere, entre dois, mais que a validade de um token.
    """
    destino = em or chaves.arquivo(Ajustes().pasta)
    try:
        kid = chaves.girar(destino)
    except (OSError, ValueError, KeyError, JoseError) as erro:
        raise FalhaDaPilha(f"{destino} não é um JWKS privado com duas chaves ou mais.") from erro
    saida.print(f"Assina agora a chave {kid}.")
