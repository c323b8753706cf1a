"""How commands speak: results on standard output, progress and problems on standard error."""

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

saida = Console(highlight=False)
avisos = Console(stderr=True, highlight=False)


def progresso() -> Progress:
    """A bar with what is being done now."""
    return Progress(
        SpinnerColumn(), BarColumn(bar_width=24), TextColumn("{task.description}"), TimeElapsedColumn(),
        console=avisos, transient=True,
    )  # fmt: skip


def json_na_saida(dados: object) -> None:
    """What a program reads."""
    saida.print_json(data=dados)
