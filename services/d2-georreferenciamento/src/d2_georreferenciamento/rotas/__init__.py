"""HTTP of D-2: the territory in public, the reviews for operators."""

from d2_georreferenciamento.rotas.publicas import publicas
from d2_georreferenciamento.rotas.revisao import revisao

__all__ = ["publicas", "revisao"]
