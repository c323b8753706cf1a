"""Who may concur at each moment: nobody reserved for a draw still open, nobody with a demand."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from formigueiro.auditar.sorteio.fatos import Compromisso, Sorteado


class Objecao(NamedTuple):
    """What forbids a commitment, and until when."""

    ate: datetime
    regra: str
    motivo: str


class Reservas:
    """Receives commitments in the order of their instants."""

    def __init__(self) -> None:
        self._pessoas: dict[str, Objecao] = {}
        self._demandas: dict[UUID, Objecao] = {}

    def comprometer(self, c: Compromisso, fim: datetime) -> list[Objecao]:
        """Reserve the demand and everybody of the list until the draw ends; return what forbade it, one a rule."""
        presas = [(self._demandas.get(c.demanda), f"a demanda {c.demanda}")]
        presas += [(self._pessoas.get(pessoa), pessoa) for pessoa in c.elegiveis]
        objecoes: dict[str, Objecao] = {}
        for presa, quem in presas:
            if presa and presa.ate > c.instante:
                objecoes.setdefault(presa.regra, presa._replace(motivo=f"{quem} {presa.motivo}"))
        self._demandas[c.demanda] = Objecao(fim, "demanda", f"já tinha aberto o sorteio {c.sorteio}")
        reserva = Objecao(fim, "reserva", f"concorria ao sorteio {c.sorteio}, ainda aberto")
        self._pessoas.update(dict.fromkeys(c.elegiveis, reserva))
        return list(objecoes.values())

    def entregar(self, s: Sorteado, fim: datetime) -> None:
        """The drawn one has the demand, and concurs to no other, until `fim`."""
        self._pessoas[s.conselheiro] = Objecao(fim, "ocupado", f"ainda tinha a demanda {s.demanda}")
