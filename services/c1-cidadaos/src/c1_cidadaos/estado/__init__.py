"""The state of C-1 and the SQL that touches it."""

from c1_cidadaos.estado.tabelas import Base

__all__ = ["Base"]
