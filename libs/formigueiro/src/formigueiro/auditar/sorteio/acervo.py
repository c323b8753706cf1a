"""What was read of the log, each event once, whatever the order and however often it is there."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from operator import attrgetter
from typing import TypeVar
from uuid import UUID

from formigueiro.auditar.sorteio.fatos import LEITORES, Evento, Fato
from formigueiro.auditar.sorteio.prova import Objecao
from formigueiro.auditar.sorteio.pulsos import Pulso

# Effects before causes.
TOPICOS = (
    "conselheiro.sorteado",
    "sorteio.cancelado",
    "conselheiro.ciclo_concluido",
    "sorteio.sem_candidatos",
    "duplicidade.agregada",
    "demanda.conclusao_confirmada",
    "sorteio.comprometido",
    "barramento.pulso",
)
G = TypeVar("G", bound=Fato)
F = TypeVar("F", Fato, Pulso)


class Acervo:
    """The log as it was at `ate`: what is newer is left out, so it makes no difference whether it goes on meanwhile."""

    def __init__(self, ate: datetime) -> None:
        self.ate = ate
        self.objecoes: list[tuple[UUID, Objecao]] = []
        self.sem_candidatos: set[tuple[UUID, datetime]] = set()
        self.encerradas: dict[UUID, datetime] = {}
        """Demands for which nobody is drawn any more, since when."""
        self._fatos: dict[UUID, Fato] = {}
        self._pulsos: dict[UUID, Pulso] = {}

    def receber(self, evento: Evento) -> None:
        """Keep what matters of one event."""
        p = evento["payload"]
        match evento["tipo"]:
            case "barramento.pulso":
                self._guardar(Pulso.ler(evento), self._pulsos)
            case "sorteio.sem_candidatos":
                self.sem_candidatos.add((p["demanda_id"], p["timestamp"]))
            case "duplicidade.agregada":
                self._encerrar({*p["membros"]} - {p["representante"]}, evento["timestamp"])
            case "demanda.conclusao_confirmada":
                self._encerrar(() if p["ratificacao_necessaria"] else (p["demanda_id"],), evento["timestamp"])
            case tipo if tipo in LEITORES:
                self._guardar(LEITORES[tipo](evento), self._fatos)
            case tipo:
                self.objecoes.append((evento["event_id"], ("tipo", f"{tipo} não é um evento de sorteio")))

    def _guardar(self, fato: F, guardados: dict[UUID, F]) -> None:
        if fato.instante <= self.ate and guardados.setdefault(fato.event_id, fato) != fato:
            self.objecoes.append((fato.event_id, ("reescrita", "o mesmo event_id foi publicado com dois conteúdos")))

    def _encerrar(self, demandas: Iterable[UUID], instante: datetime) -> None:
        for demanda in demandas:
            self.encerradas[demanda] = min(instante, self.encerradas.get(demanda, instante))

    @property
    def pulsos(self) -> Sequence[Pulso]:
        """In the order of their numbers."""
        return sorted(self._pulsos.values(), key=attrgetter("primeiro", "ultimo"))

    @property
    def fatos(self) -> Sequence[Fato]:
        """In the order in which they happened."""
        return sorted(self._fatos.values(), key=attrgetter("instante", "event_id"))


def do_tipo(tipo: type[G], fatos: Sequence[Fato]) -> list[G]:
    """The facts of one class."""
    return [fato for fato in fatos if isinstance(fato, tipo)]
