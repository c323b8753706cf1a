"""The test kit: a colony on a real database, fed with bytes, with time, ids and randomness in the test's hands."""

from nucleo.testes.bancada import Bancada, FabricaDeBancadas
from nucleo.testes.eventos import FontesFixas, evento
from nucleo.testes.exemplos import exemplo
from nucleo.testes.log import esvaziar_topicos
from nucleo.testes.permutacoes import verificar_permutacoes

__all__ = [
    "Bancada",
    "FabricaDeBancadas",
    "FontesFixas",
    "esvaziar_topicos",
    "evento",
    "exemplo",
    "verificar_permutacoes",
]
