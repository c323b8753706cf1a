"""`formigueiro travar`."""

import subprocess
import sys
from pathlib import Path

import typer

from formigueiro.ajustes import raiz


def incluir(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(travar)


def travar() -> None:
    """Recompila requirements.txt, com hashes e sem nomes de servidores, a partir dos pyproject.toml."""
    membros = [*sorted(raiz().glob("libs/*/pyproject.toml")), *sorted(raiz().glob("services/*/pyproject.toml"))]
    uv = Path(sys.executable).with_name("uv")
    comando: list[str | Path] = [
        uv, "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes",
        "--no-header", "--no-emit-index-url", "--no-emit-package", "nucleo",
        "requirements.in", *(membro.relative_to(raiz()) for membro in membros), "-o", "requirements.txt",
    ]  # fmt: skip
    raise typer.Exit(subprocess.run(comando, cwd=raiz(), check=False).returncode)
