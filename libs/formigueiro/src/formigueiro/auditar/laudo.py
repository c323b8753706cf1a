"""What an audit found."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Falta:
    """Something published that the public events do not support: the rule, the event at fault, and why."""

    regra: str
    event_id: UUID | None
    motivo: str


@dataclass(slots=True, kw_only=True)
class Conferencia:
    """What does not hold."""

    faltas: list[Falta] = field(default_factory=list)

    @property
    def aprovado(self) -> bool:
        """Whether everything holds."""
        return not self.faltas

    def acusar(self, regra: str, event_id: UUID | None, motivo: str) -> None:
        """Record a fault."""
        self.faltas.append(Falta(regra, event_id, motivo))

    def acusar_ilegiveis(self, onde: Iterable[str]) -> None:
        """Record each record that nobody can read: whoever put it there, it supports nothing."""
        for motivo in onde:
            self.acusar("ilegível", None, motivo)

    def conferir(self, regra: str, event_id: UUID | None, publicado: object, recalculado: object) -> None:
        """Record a fault unless what was published equals what was recomputed."""
        if publicado != recalculado:
            self.acusar(regra, event_id, f"publicado {publicado}, recalculado {recalculado}")

    def como_dados(self) -> dict[str, Any]:
        """Plain data for a program to read."""
        faltas = [
            {"regra": f.regra, "event_id": f.event_id and str(f.event_id), "motivo": f.motivo} for f in self.faltas
        ]
        return {"aprovado": self.aprovado, **asdict(self), "faltas": faltas}


@dataclass(slots=True, kw_only=True)
class Laudo(Conferencia):
    """The audit of the ranking: how much was checked.

    `pendentes`: demands categorised so recently that D-4 may still rank them. `reescritas`: events published again
    with other contents under the same id (a database that lost its last instants does them again): the last counts.
    """

    demandas: int = 0
    rankings: int = 0
    unidades: int = 0
    parametros: int = 0
    pendentes: int = 0
    reescritas: int = 0


@dataclass(slots=True, kw_only=True)
class LaudoDosSorteios(Conferencia):
    """The audit of the draws: how much was checked.

    `abertos`: commitments so recent that their end may still come. `desfeitos`: cancelled when the pulse was already
    out, so that the result could be computed: no rule forbids it, but a colony that did it at will could choose.
    """

    sorteios: int = 0
    cancelados: int = 0
    desfeitos: int = 0
    abertos: int = 0
    ciclos: int = 0
    pulsos: int = 0
