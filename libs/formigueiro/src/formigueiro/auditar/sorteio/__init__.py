"""The audit of the draws. What it checks, by hand and by rule: docs/auditoria.md."""

from formigueiro.auditar.sorteio.acervo import TOPICOS
from formigueiro.auditar.sorteio.auditoria import AuditoriaDosSorteios

__all__ = ["TOPICOS", "AuditoriaDosSorteios"]
