"""`formigueiro lint`: style, types, the architecture's arrows, contracts and what is derived from them."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import typer

from formigueiro import setas
from formigueiro.ajustes import raiz
from formigueiro.terminal import avisos


def incluir(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(lint)


def lint() -> None:
    """Confere estilo, tipos, setas da arquitetura e contratos; mostra tudo o que falhar."""
    fontes = [str(pasta) for pasta in setas.fontes(raiz())]
    with tempfile.TemporaryDirectory() as pasta:
        arquivo = Path(pasta) / "setas.ini"
        arquivo.write_text(setas.contrato(raiz()))
        falhas = [nome for nome, comando in _conferencias(fontes, arquivo) if not _passou(nome, comando, fontes)]
    if falhas:
        avisos.print(f"[bold red]Falhou:[/] {', '.join(falhas)}")
    raise typer.Exit(bool(falhas))


def _conferencias(fontes: list[str], arquivo_das_setas: Path) -> Iterator[tuple[str, list[str]]]:
    yield "estilo", ["ruff", "check", "--quiet", "."]
    yield "formato", ["ruff", "format", "--check", "--quiet", "."]
    yield "tipos", ["mypy", "--strict", "--no-error-summary", "--exclude", "migracoes/versions", *fontes]
    yield "setas", ["lint-imports", "--no-cache", str(arquivo_das_setas)]
    yield "contratos", ["formigueiro", "contratos", "verificar"]
    yield "derivados", ["formigueiro", "derivar", "--conferir"]


def _passou(nome: str, comando: list[str], fontes: list[str]) -> bool:
    """Runs a tool of the environment; says one line when it passes, everything when it does not."""
    caminho = os.pathsep.join(fontes)
    feito = subprocess.run(
        [Path(sys.executable).with_name(comando[0]), *comando[1:]],
        cwd=raiz(), env={**os.environ, "MYPYPATH": caminho, "PYTHONPATH": caminho},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    if feito.returncode == 0:
        avisos.print(f"[green]✓[/] {nome}")
    else:
        avisos.print(f"[red]✗[/] {nome}")
        avisos.print(feito.stdout, markup=False, soft_wrap=True)
    return feito.returncode == 0
