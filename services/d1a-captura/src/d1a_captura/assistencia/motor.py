"""What an engine of revision is."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from d1a_captura.dominio.revisao import Sugestao


@dataclass(frozen=True, slots=True)
class Revisao:
    """What an engine says of a text; `texto_sugerido` is absent when there is nothing to change."""

    sugestoes: Sequence[Sugestao] = field(default_factory=list)
    texto_sugerido: str | None = None


class Motor(Protocol):
    """Reviews a text. It may be slow and block: it runs in a thread. It keeps nothing of what it reads."""

    nome: str

    def revisar(self, texto: str) -> Revisao:
        """Return what could be better in a text."""
