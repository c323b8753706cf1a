"""What the audit keeps of each public event of a draw."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any
from uuid import UUID

Evento = Mapping[str, Any]
"""An event as any Avro client decodes it: the envelope with its `payload`."""


@dataclass(frozen=True, slots=True)
class Fato:
    """Something that happened to a demand, and when."""

    event_id: UUID
    instante: datetime
    demanda: UUID
    unidade: UUID


@dataclass(frozen=True, slots=True)
class Compromisso(Fato):
    """Who concurs was fixed."""

    sorteio: UUID
    degrau: UUID
    elegiveis: tuple[str, ...]
    hash_lista: str

    @classmethod
    def ler(cls, evento: Evento) -> "Compromisso":
        """Read a decoded sorteio.comprometido."""
        p = evento["payload"]
        return cls(*_fato(evento), p["sorteio_id"], p["degrau_uc_id"], _nomes(p["elegiveis"]), p["hash_lista"])


@dataclass(frozen=True, slots=True)
class Cancelado(Fato):
    """A commitment ended with nobody drawn."""

    sorteio: UUID

    @classmethod
    def ler(cls, evento: Evento) -> "Cancelado":
        """Read a decoded sorteio.cancelado."""
        return cls(*_fato(evento), evento["payload"]["sorteio_id"])


@dataclass(frozen=True, slots=True)
class Sorteado(Fato):
    """A commitment ended with somebody drawn."""

    sorteio: UUID
    conselheiro: str
    comprometido: UUID
    pulso: UUID
    degrau: UUID
    metodo: str
    seed: str
    total: int
    ordem: tuple[str, ...]

    @classmethod
    def ler(cls, evento: Evento) -> "Sorteado":
        """Read a decoded conselheiro.sorteado."""
        p = evento["payload"]
        return cls(
            *_fato(evento),
            p["sorteio_id"],
            sys.intern(str(p["conselheiro_id"])),
            p["comprometido_event_id"],
            p["pulso_event_id"],
            p["degrau_uc_id"],
            p["metodo_sorteio"],
            p["seed_publico"],
            p["total_elegiveis"],
            _nomes(p["ordem"]),
        )


@dataclass(frozen=True, slots=True)
class Ciclo(Fato):
    """The cycle of a counsellor with a demand ended; `instante` is when that was known, and nobody is free before."""

    conselheiro: str
    fim: datetime

    @classmethod
    def ler(cls, evento: Evento) -> "Ciclo":
        """Read a decoded conselheiro.ciclo_concluído."""
        p = evento["payload"]
        fato = evento["event_id"], evento["timestamp"], p["demanda_id"], p["unidade_civica_id"]
        return cls(*fato, sys.intern(str(p["conselheiro_id"])), p["data_fim"])


LEITORES: Mapping[str, Callable[[Evento], Fato]] = MappingProxyType(
    {
        "sorteio.comprometido": Compromisso.ler,
        "sorteio.cancelado": Cancelado.ler,
        "conselheiro.sorteado": Sorteado.ler,
        "conselheiro.ciclo_concluído": Ciclo.ler,
    }
)


def _fato(evento: Evento) -> tuple[UUID, datetime, UUID, UUID]:
    p = evento["payload"]
    return evento["event_id"], p["timestamp"], p["demanda_id"], p["unidade_civica_id"]


def _nomes(textos: list[str]) -> tuple[str, ...]:
    """One copy of each id, however many lists name it."""
    return tuple(map(sys.intern, textos))
