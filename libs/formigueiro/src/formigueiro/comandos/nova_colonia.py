"""`formigueiro nova-colonia`."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from formigueiro.ajustes import raiz
from formigueiro.colonias import descobrir
from formigueiro.molde import Pedido, arquivos, conferir
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.terminal import saida


def incluir(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("nova-colonia")(nova_colonia)


def nova_colonia(
    nome: Annotated[str, typer.Argument(help="Identificador e assunto, como d5-agenda.")],
    consome: Annotated[list[str] | None, typer.Option(help="Tipo de evento que consome; repita para vários.")] = None,
    produz: Annotated[
        list[str] | None, typer.Option(help="Tipo que publica; se ainda não há contrato, escreve-se um.")
    ] = None,
    identificador: Annotated[
        str | None, typer.Option("--id", help="Como na especificação; ausente: do nome, como D-5.")
    ] = None,
    porta: Annotated[int | None, typer.Option(min=1, max=65535, help="Porta HTTP; ausente: a do número.")] = None,
    resumo: Annotated[str | None, typer.Option(help="Uma frase em português para a página da API.")] = None,
    so_escrever: Annotated[bool, typer.Option("--so-escrever", help="Não instala nem atualiza os derivados.")] = False,
) -> None:
    """Escreve uma colônia que sobe, tem testes e passa no lint como está."""
    pedido = conferir(
        nome,
        consome or [],
        produz or [],
        identificador=identificador,
        porta=porta,
        resumo=resumo,
        colonias=descobrir().values(),
    )
    _escrever(pedido)
    if not so_escrever:
        onde = ["--quiet", "--python", sys.executable]
        _programa("uv", "pip", "install", *onde, "--no-deps", "--no-build-isolation", "-e", f"services/{nome}")
        _programa("formigueiro", "derivar")
    for linha in _proximos_passos(pedido):
        saida.print(linha, soft_wrap=True)


def _escrever(pedido: Pedido) -> None:
    escritos = {raiz() / caminho: texto for caminho, texto in arquivos(pedido)}
    if existentes := [str(caminho.relative_to(raiz())) for caminho in escritos if caminho.exists()]:
        raise FalhaDaPilha(f"Já existe {', '.join(existentes)}: nada foi escrito.")
    for caminho, texto in escritos.items():
        caminho.parent.mkdir(parents=True, exist_ok=True)
        caminho.write_text(texto, "utf-8")
    casa = f"services/{pedido.nome}"
    _programa("ruff", "check", "--quiet", "--fix", "--select", "I", casa)
    _programa("ruff", "format", "--quiet", casa)
    if pedido.novos:
        _programa("python", "-m", "nucleo.contratos", "selar")
        _programa("python", "-m", "nucleo.contratos", "gerar")


def _programa(nome: str, *argumentos: str) -> None:
    """Runs a program of the environment at the root of the workspace; quiet when all goes well."""
    executavel = Path(sys.executable).with_name(nome)
    feito = subprocess.run(
        [executavel, *argumentos], cwd=raiz(), env=dict(os.environ), capture_output=True, text=True, check=False
    )
    if feito.returncode != 0:
        raise FalhaDaPilha(f"{nome} {' '.join(argumentos)} falhou:\n{feito.stdout}{feito.stderr}")


def _proximos_passos(pedido: Pedido) -> list[str]:
    casa = f"services/{pedido.nome}"
    passos = [f"[bold green]{pedido.id}[/] em {casa}, porta {pedido.porta}.", f"  .venv/bin/pytest {casa}"]
    passos += ["  make lint", "  make up", "  docs/nova-colonia.md diz o que fazer a seguir."]
    if pedido.novos:
        passos.append(
            f"  O contrato de {', '.join(pedido.novos)} tem só o essencial. Complete-o antes que chegue ao log: edite "
            "o .avsc e o exemplo, tire a sua linha de contracts/versoes.sha256, depois selar e gerar de novo."
        )
    return passos
