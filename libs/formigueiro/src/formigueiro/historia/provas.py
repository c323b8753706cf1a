"""The proof of every draw, from the public topics alone; and what the same proof says of a tampered copy."""

from copy import deepcopy
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from formigueiro.auditar.laudo import LaudoDosSorteios
from formigueiro.auditar.leitura import ler
from formigueiro.auditar.sorteio import TOPICOS, AuditoriaDosSorteios
from formigueiro.sistema import Sistema


def auditar(sistema: Sistema) -> tuple[LaudoDosSorteios, LaudoDosSorteios]:
    """The audit of the log as it is, and of a copy in which one draw names somebody else."""
    registro = sistema.endereco(sistema.colonias["n0b-registro"])
    eventos = list(ler(TOPICOS, sistema.broker, registro, {}))
    return _auditar(eventos), _auditar(_adulterar(eventos))


def _auditar(eventos: list[dict[str, Any]]) -> LaudoDosSorteios:
    auditoria = AuditoriaDosSorteios(None, datetime.now(UTC))
    for evento in eventos:
        auditoria.receber(evento)
    return auditoria.concluir()


def _adulterar(eventos: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same log, but the last draw among several gives the demand to the second of the list."""
    copia = deepcopy(eventos)
    sorteado = next(
        e for e in reversed(copia) if e["tipo"] == "conselheiro.sorteado" and len(e["payload"]["ordem"]) > 1
    )
    sorteado["payload"]["conselheiro_id"] = UUID(sorteado["payload"]["ordem"][1])
    return copia
