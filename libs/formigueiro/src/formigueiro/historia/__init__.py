"""The story of forty demands, told on a running system: what `make demo` shows and tests/e2e holds to."""

from formigueiro.historia.contar import Contada, Historia
from formigueiro.historia.relatos import Relato, relatos

__all__ = ["Contada", "Historia", "Relato", "relatos"]
