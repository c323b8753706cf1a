"""The state of D-5 and the SQL that touches it."""

from d5_agenda.estado.tabelas import Base

__all__ = ["Base"]
