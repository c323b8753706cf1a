"""The state of D-4 and the SQL that touches it."""

from d4_ranking.estado.tabelas import Base

__all__ = ["Base"]
