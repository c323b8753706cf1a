"""The state of D-6a and the SQL that touches it."""

from d6a_sorteio.estado.tabelas import Base

__all__ = ["Base"]
