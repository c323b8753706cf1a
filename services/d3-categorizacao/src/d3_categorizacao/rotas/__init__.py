"""HTTP of D-3: taxonomy, parameters and explanations in public; the review queue and labelled pairs with a role."""

from d3_categorizacao.rotas.exportacao import exportacao
from d3_categorizacao.rotas.moderacao import moderacao
from d3_categorizacao.rotas.publicas import publicas

__all__ = ["exportacao", "moderacao", "publicas"]
