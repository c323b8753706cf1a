"""The story of forty demands and of their counsellors, told on a running system: what `make demo` shows and tests/e2e
holds to.
"""

from formigueiro.historia.ciclo import Ciclo, HistoriaDoCiclo
from formigueiro.historia.contar import Contada, Historia
from formigueiro.historia.relatos import Relato, relatos

__all__ = ["Ciclo", "Contada", "Historia", "HistoriaDoCiclo", "Relato", "relatos"]
