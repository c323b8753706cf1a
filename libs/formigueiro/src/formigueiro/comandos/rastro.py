"""`formigueiro rastro`."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import typer
from rich.table import Table

from formigueiro.operador import Operador
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.terminal import json_na_saida, saida


def incluir(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(rastro)


def rastro(
    demanda_id: UUID,
    como_json: Annotated[bool, typer.Option("--json", help="Para programas.")] = False,
) -> None:
    """Mostra cada evento de uma demanda: a colônia, a posição no log e os milissegundos desde o pedido."""
    with Operador() as operador:
        passos = rastrear(operador, demanda_id)
    if not passos:
        raise FalhaDaPilha(f"Não há eventos arquivados da demanda {demanda_id}.")
    if como_json:
        json_na_saida(passos)
    else:
        saida.print(tabela(passos))


def rastrear(operador: Operador, demanda_id: UUID) -> list[dict[str, Any]]:
    """The events of a demand in the order of the archive."""
    eventos = list(operador.paginas("n0a-barramento", f"/api/events/demanda/{demanda_id}", "eventos"))
    pedido = UUID(str(demanda_id)).int >> 80
    return [
        {
            "ms": round(datetime.fromisoformat(e["timestamp"]).timestamp() * 1000) - pedido,
            "tipo": e["tipo"],
            "versao": e["versao_schema"],
            "colonia": e["origem"],
            "posicao": "{topico}/{particao}/{deslocamento}".format(**e["posicao"]),
            "sequence_number": e["sequence_number"],
            "event_id": e["event_id"],
            "causacao_id": e["causacao_id"],
            "correlacao_id": e["correlacao_id"],
        }
        for e in eventos
    ]


def tabela(passos: list[dict[str, Any]]) -> Table:
    """The steps for a person."""
    quadro = Table("nº", "ms", "evento", "versão", "colônia", "tópico/partição/posição", box=None, header_style="dim")
    for p in passos:
        quadro.add_row(str(p["sequence_number"]), str(p["ms"]), p["tipo"], p["versao"], p["colonia"], p["posicao"])
    return quadro
