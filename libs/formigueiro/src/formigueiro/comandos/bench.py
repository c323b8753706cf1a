"""`formigueiro bench`: runs every measure of the workspace and keeps the rows together."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from formigueiro.ajustes import Ajustes, raiz
from formigueiro.pilha import Kafka, Postgres
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.pilha.portas import porta_livre
from formigueiro.terminal import avisos, saida

RESULTADOS = Path("bench/resultados.json")


def incluir(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(bench)


def bench(
    so: Annotated[list[str] | None, typer.Option(help="Só as medidas cujo caminho contém isto; repita.")] = None,
) -> None:
    """Mede tudo e escreve bench/resultados.json. Sai com 1 se um alvo não foi atingido."""
    medidores = [m for m in descobrir(raiz()) if not so or any(parte in str(m) for parte in so)]
    if not medidores:
        raise FalhaDaPilha(f"Não há medida que contenha {', '.join(so or [])}.")
    medidas: list[dict[str, Any]] = []
    falhas: list[str] = []
    for medidor in medidores:
        try:
            medidas += medir(medidor)
        except FalhaDaPilha as falha:
            falhas.append(str(falha))
        guardar(raiz() / RESULTADOS, medidas, tudo=not so)  # what was measured stays, whatever comes next
    saida.print(_tabela(medidas))
    if falhas:
        raise FalhaDaPilha(" ".join(falhas))
    raise typer.Exit(any(linha["atingido"] is False for linha in medidas))


def descobrir(pasta: Path) -> list[Path]:
    """The scripts `medir*.py` of bench/ and of each colony; each takes `--saida` and writes its rows there."""
    return sorted([*pasta.glob("services/*/bench/medir*.py"), *pasta.glob("bench/medir*.py")])


@contextmanager
def _servidores(pasta: Path) -> Iterator[dict[str, str]]:
    """A database and a broker for a script that measures one colony alone; empty, and gone at the end."""
    postgres = Postgres(pasta, porta_livre(), efemero=True)
    kafka = Kafka(pasta, porta_livre(), porta_livre(), cache=Ajustes().cache, efemero=True)
    partes = (postgres, kafka)
    try:
        for parte in partes:
            parte.iniciar()
        yield {"FORMIGUEIRO_TESTE_POSTGRES": postgres.url, "FORMIGUEIRO_TESTE_KAFKA": kafka.endereco}
    finally:
        for parte in partes:
            parte.parar()
            parte.apagar()


def medir(medidor: Path) -> list[dict[str, Any]]:
    """Runs one script in a process of its own, with servers of its own, and returns its rows."""
    avisos.print(f"[dim]{medidor.relative_to(raiz())}[/]")
    with tempfile.TemporaryDirectory(prefix="formigueiro-bench-") as nome:
        pasta = Path(nome)
        pasta.chmod(0o711)  # the account PostgreSQL runs under must reach its folder
        arquivo = pasta / "linhas.json"
        with _servidores(pasta) as ambiente:
            feito = subprocess.run(
                [sys.executable, str(medidor), "--saida", str(arquivo)],
                env=os.environ | ambiente,
                check=False,
            )
        if feito.returncode:
            raise FalhaDaPilha(f"{medidor.relative_to(raiz())} saiu com {feito.returncode}.")
        linhas: list[dict[str, Any]] = json.loads(arquivo.read_text("utf-8"))
        return linhas


def guardar(arquivo: Path, linhas: list[dict[str, Any]], *, tudo: bool) -> None:
    """Writes the rows; a partial run replaces the rows that it measured again and keeps the others."""
    novas = {linha["nome"] for linha in linhas}
    antigas = json.loads(arquivo.read_text("utf-8")) if arquivo.exists() and not tudo else []
    juntas = [*(linha for linha in antigas if linha["nome"] not in novas), *linhas]
    corpo = ",\n".join(json.dumps(linha, ensure_ascii=False) for linha in juntas)
    arquivo.write_text(f"[\n{corpo}\n]\n", "utf-8")


def _tabela(linhas: list[dict[str, Any]]) -> Table:
    quadro = Table("medida", "valor", "piso", "razão", "alvo", "", box=None, header_style="dim")
    for linha in linhas:
        marca = {True: "[green]✓[/]", False: "[red]✗[/]", None: ""}[linha["atingido"]]
        quadro.add_row(
            linha["nome"],
            f"{linha['valor']:.4g} {linha['unidade']}",
            "" if linha["piso"] is None else f"{linha['piso']:.4g}",
            "" if linha["razao"] is None else f"{linha['razao']:.2f}",
            "" if linha["alvo"] is None else str(linha["alvo"]),
            marca,
        )
    return quadro
