"""The state of D-6b and the SQL that touches it."""

from d6b_relatoria.estado.tabelas import Base

__all__ = ["Base"]
