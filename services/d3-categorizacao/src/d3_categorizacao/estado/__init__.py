"""The state of D-3 and the SQL that touches it."""

from d3_categorizacao.estado.tabelas import Base

__all__ = ["Base"]
