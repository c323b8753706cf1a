"""The three public events that prove one draw, as plain JSON: what a script in any language verifies."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from formigueiro.auditar.sorteio.fatos import Evento

Ler = Callable[[Sequence[str]], Iterable[Evento]]
"""Reads topics, each from its first event to the last of now."""


def extrair(sorteio: UUID, ler: Ler) -> dict[str, Any] | None:
    """The commitment, the pulse that contains it and the draw; None if any of them is not public (yet)."""
    achados = {
        evento["tipo"]: evento
        for evento in ler(("conselheiro.sorteado", "sorteio.comprometido"))
        if evento["payload"]["sorteio_id"] == sorteio
    }
    comprometido, sorteado = achados.get("sorteio.comprometido"), achados.get("conselheiro.sorteado")
    if comprometido is None or sorteado is None:
        return None
    pulsos = (p for p in ler(("barramento.pulso",)) if comprometido["event_id"] in p["payload"]["event_ids"])
    pulso = next(pulsos, None)
    return None if pulso is None else _em_texto(comprometido=comprometido, pulso=pulso, sorteado=sorteado)


def _em_texto(**eventos: Evento) -> dict[str, Any]:
    return {nome: em_json(evento) for nome, evento in eventos.items()}


def em_json(valor: Any) -> Any:
    """Ids and instants as the text that enters the hashes: lower case; UTC with six decimals and Z."""
    match valor:
        case dict():
            return {chave: em_json(item) for chave, item in valor.items()}
        case list() | tuple():
            return [em_json(item) for item in valor]
        case UUID():
            return str(valor)
        case datetime():
            return valor.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return valor
