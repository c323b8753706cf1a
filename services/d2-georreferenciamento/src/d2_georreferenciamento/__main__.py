"""`python -m d2_georreferenciamento importar|listar`: territory in and out of D-2's database."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from d2_georreferenciamento import demonstracao, importador
from d2_georreferenciamento.dominio.niveis import NOMES, Nivel
from d2_georreferenciamento.importador import ArquivoInvalido, Escolhas, Opcoes, Relatorio
from d2_georreferenciamento.importador.carga import Progresso

app = typer.Typer(help="Limites das unidades cívicas.", no_args_is_help=True, add_completion=False)
console = Console()


@app.command()
def importar(
    caminho: Annotated[Path | None, typer.Argument(help="arquivo, pasta ou zip; ausente: --demonstracao")] = None,
    nivel: Annotated[int | None, typer.Option(min=1, max=7, help="1 setor … 4 município … 7 país")] = None,
    fonte: Annotated[str, typer.Option(help="quem traçou os limites; faz parte da identidade das unidades")] = "ibge",
    rotulo: Annotated[str | None, typer.Option(help="nome desta versão dos limites")] = None,
    substituir: Annotated[bool, typer.Option(help="desativar as unidades que o arquivo já não traz")] = False,
    crs: Annotated[str | None, typer.Option(help="sistema de referência, por exemplo EPSG:31983")] = None,
    codificacao: Annotated[str | None, typer.Option(help="codificação dos atributos, por exemplo latin1")] = None,
    campo_codigo: Annotated[str | None, typer.Option(help="campo do código")] = None,
    campo_nome: Annotated[str | None, typer.Option(help="campo do nome")] = None,
    campo_uf: Annotated[str | None, typer.Option(help="campo da sigla do estado")] = None,
    campo_pai: Annotated[str | None, typer.Option(help="campo do código da unidade maior")] = None,
    demonstracao_: Annotated[
        bool, typer.Option("--demonstracao", help="importar o território fictício que vem no produto")
    ] = False,
) -> None:
    """Importa limites: o que está errado é relatado feição por feição, e o resto entra."""
    if demonstracao_:
        caminho, fonte, rotulo = demonstracao.TERRITORIO, demonstracao.FONTE, demonstracao.ROTULO
    if caminho is None:
        raise typer.BadParameter("informe o arquivo, a pasta ou o zip, ou use --demonstracao")
    opcoes = Opcoes(
        fonte=fonte,
        rotulo=rotulo,
        substituir=substituir,
        crs=crs,
        codificacao=codificacao,
        campos=Escolhas(codigo=campo_codigo, nome=campo_nome, uf=campo_uf, pai=campo_pai),
    )
    try:
        with _barra() as progresso:
            relatorio = asyncio.run(importador.importar(caminho, nivel, opcoes, progresso=progresso))
    except ArquivoInvalido as erro:
        console.print(str(erro), style="red", highlight=False, markup=False, soft_wrap=True)
        raise typer.Exit(1) from None
    _mostrar(relatorio)


@app.command()
def listar() -> None:
    """Mostra as unidades em vigor, por fonte e nível."""
    tabela = Table("fonte", "nível", "unidades", "versão mais recente")
    for linha in asyncio.run(importador.listar()):
        nivel = Nivel(linha["nivel"])
        tabela.add_row(linha["fonte"], f"{nivel.value} {NOMES[nivel]}", str(linha["unidades"]), linha["versao"])
    console.print(tabela)


@contextmanager
def _barra() -> Iterator[Progresso]:
    colunas = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*colunas, console=console) as barra:
        tarefas = {}

        def andar(camada: str, feitas: int, total: int) -> None:
            if camada not in tarefas:
                tarefas[camada] = barra.add_task(camada, total=total)
            barra.update(tarefas[camada], completed=feitas, total=total)

        yield andar


def _mostrar(relatorio: Relatorio) -> None:
    for ocorrencia in relatorio.ocorrencias:
        cor = "red" if ocorrencia.recusada else "yellow"
        console.print("•", str(ocorrencia), style=cor, highlight=False, markup=False, soft_wrap=True)
    for nome, quantas in relatorio.resumo().items():
        console.print(f"{nome:>12}: {quantas}", highlight=False)
    if relatorio.sem_pai:
        console.print(f"{relatorio.sem_pai} unidades sem unidade maior conhecida: importe os níveis acima.")
    console.print(f"versão dos limites: {relatorio.versao or 'nada mudou'}", highlight=False)


if __name__ == "__main__":
    app()
