"""The state of D-2 and the SQL that touches it."""

from d2_georreferenciamento.estado.tabelas import Base

__all__ = ["Base"]
