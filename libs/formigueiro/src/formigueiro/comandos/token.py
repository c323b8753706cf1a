"""`formigueiro token`."""

from datetime import timedelta
from typing import Annotated
from uuid import uuid4

import typer

from formigueiro.ajustes import Ajustes
from formigueiro.chaves import privada
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.terminal import saida
from nucleo import Config
from nucleo.identidade import PAPEIS, emitir


def incluir(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(token)


def token(
    papel: Annotated[list[str] | None, typer.Option(help="Papel; repita para vários.")] = None,
    sub: Annotated[str | None, typer.Option(help="De quem é o token; ausente: um UUID novo.")] = None,
    horas: Annotated[float, typer.Option(min=0.01, help="Validade em horas.")] = 12,
) -> None:
    """Emite um token de desenvolvimento, aceito pelas colônias desta máquina."""
    if desconhecidos := set(papel or []) - PAPEIS:
        raise FalhaDaPilha(f"Não há o papel {', '.join(desconhecidos)}; há {', '.join(sorted(PAPEIS))}.")
    config = Config.carregar("", banco_url="")
    emitido = emitir(
        privada(Ajustes().pasta),
        emissor=config.jwt_emissor,
        audiencia=config.jwt_audiencia,
        sub=sub or str(uuid4()),
        papeis=papel or [],
        validade=timedelta(hours=horas),
    )
    saida.print(emitido, soft_wrap=True)
