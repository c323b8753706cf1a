"""What an engine of suggestions is."""

from datetime import date
from typing import Protocol

from d6b_relatoria.dominio.estruturacao import Sugestao, sugerir


class Motor(Protocol):
    """Proposes a structure for a report. It keeps nothing of what it reads."""

    nome: str

    async def sugerir(self, texto: str, hoje: date) -> Sugestao:
        """Return a proposal; raise whatever stops it from being made."""


class Regras:
    """The rules of this colony: they need nothing and always answer."""

    nome = "regras-1"

    async def sugerir(self, texto: str, hoje: date) -> Sugestao:
        """Propose by patterns alone."""
        return sugerir(texto, hoje)
