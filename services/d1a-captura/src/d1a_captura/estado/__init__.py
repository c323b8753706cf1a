"""The state of D-1a and the SQL that touches it."""

from d1a_captura.estado.tabelas import Base

__all__ = ["Base"]
