"""The counsellor's own view and decisions, the operator's, and the suggestion of structure."""

from d6b_relatoria.rotas.acompanhamento import acompanhamento
from d6b_relatoria.rotas.estruturacao import estruturacao

__all__ = ["acompanhamento", "estruturacao"]
