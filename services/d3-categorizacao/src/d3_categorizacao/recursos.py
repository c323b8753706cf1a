"""What D-3 keeps in memory: the compiled dictionary, built before the first event."""

from collections.abc import AsyncIterator
from typing import Any

from d3_categorizacao.dominio.classificador import Classificador, classificador


async def abrir_classificador(_config: Any, _viva: Any) -> AsyncIterator[Classificador]:
    """A taxonomy, dictionary or calibration that breaks a rule stops the start here."""
    yield classificador()
