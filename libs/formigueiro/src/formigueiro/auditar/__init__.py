"""Whether what was published can be re-derived by anyone from what is public."""

from formigueiro.auditar.comandos import app
from formigueiro.auditar.laudo import Laudo, LaudoDosSorteios
from formigueiro.auditar.ranking import Auditoria
from formigueiro.auditar.sorteio import AuditoriaDosSorteios

__all__ = ["Auditoria", "AuditoriaDosSorteios", "Laudo", "LaudoDosSorteios", "app"]
