"""`formigueiro contratos`."""

from pathlib import Path
from typing import Annotated

import typer

from formigueiro import contratos
from formigueiro.colonias import descobrir
from formigueiro.mapa import conferir, desenhar, escrever
from formigueiro.terminal import avisos, saida

grupo = typer.Typer(help="Os tipos de evento, suas versões e quem os usa.", no_args_is_help=True)


def incluir(app: typer.Typer) -> None:
    """Adds the group."""
    app.add_typer(grupo, name="contratos")


@grupo.command()
def verificar() -> None:
    """Confere contratos, selos, classes geradas e declarações. Sai com 1 se algo se contradiz."""
    achados = contratos.problemas(descobrir().values())
    for achado in achados:
        avisos.print(achado)
    if not achados:
        saida.print("Contratos, selos, classes e declarações concordam.")
    raise typer.Exit(bool(achados))


@grupo.command()
def mapa(
    em: Annotated[Path | None, typer.Option(help="Página onde escrever o mapa, entre as suas marcas.")] = None,
    conferido: Annotated[bool, typer.Option("--conferir", help="Só diz se a página está em dia.")] = False,
) -> None:
    """Desenha o mapa dos eventos a partir das declarações e dos contratos."""
    desenho = desenhar(descobrir().values())
    if em is None:
        saida.print(desenho, markup=False, soft_wrap=True)
    elif not conferido:
        escrever(em, desenho)
    elif not conferir(em, desenho):
        avisos.print(f"O mapa de {em} está velho: formigueiro contratos mapa --em {em}")
        raise typer.Exit(1)


@grupo.command()
def registrar(
    url: Annotated[str, typer.Option(help="Endereço do registro (API REST da Confluent).")],
    usuario: Annotated[str | None, typer.Option(help="Usuário, se o registro exige.")] = None,
    senha: Annotated[
        str | None, typer.Option(envvar="FORMIGUEIRO_REGISTRO_SENHA", help="Senha, se o registro exige.")
    ] = None,
) -> None:
    """Registra todas as versões num registro externo (o de produção); o N-0b já traz as suas."""
    novos = contratos.registrar(url, (usuario, senha or "") if usuario else None)
    for novo in novos:
        saida.print(novo)
    saida.print(f"{len(novos)} versões novas.")
