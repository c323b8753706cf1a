"""Verifies every draw from the public topics alone: no database, no code of the colony."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from formigueiro.auditar.laudo import LaudoDosSorteios
from formigueiro.auditar.sorteio.acervo import Acervo, do_tipo
from formigueiro.auditar.sorteio.fatos import Cancelado, Ciclo, Compromisso, Evento, Fato, Sorteado
from formigueiro.auditar.sorteio.posses import SEMPRE, Posses
from formigueiro.auditar.sorteio.prova import (
    PRAZO,
    Fim,
    Objecao,
    objecoes_a_lista,
    objecoes_ao_fim,
    objecoes_ao_sorteio,
)
from formigueiro.auditar.sorteio.pulsos import Pulso, lacunas, localizar
from formigueiro.auditar.sorteio.reservas import Reservas

NUNCA = datetime.min.replace(tzinfo=UTC)
Fins = Mapping[UUID, Sequence[Fim]]
Onde = Mapping[UUID, Sequence[Pulso]]


class AuditoriaDosSorteios:
    """Receives decoded events in any order, then checks everything as it was at `ate`, by default now.

    Facts before `de` are not checked, but they count: who was drawn then may have the demand still. `prazo` is how long
    a commitment may wait for its end.
    """

    def __init__(self, de: datetime | None = None, ate: datetime | None = None, prazo: timedelta = PRAZO) -> None:
        self._de = de or NUNCA
        self._prazo = prazo
        self._acervo = Acervo(ate or datetime.now(UTC))
        self._recente = self._acervo.ate - prazo
        self._laudo = LaudoDosSorteios()

    def receber(self, evento: Evento) -> None:
        """Keep what matters of one event."""
        self._acervo.receber(evento)

    def concluir(self) -> LaudoDosSorteios:
        """Check everything."""
        fatos, pulsos = self._acervo.fatos, self._acervo.pulsos
        compromissos, onde = do_tipo(Compromisso, fatos), localizar([fato.event_id for fato in fatos], pulsos)
        fins = defaultdict(list)
        for fim in (fato for fato in fatos if isinstance(fato, Sorteado | Cancelado)):
            fins[fim.sorteio].append(fim)
        for event_id, (regra, motivo) in self._acervo.objecoes:
            self._laudo.acusar(regra, event_id, motivo)
        self._conferir_indice(fatos, pulsos, onde)
        self._conferir_pares(compromissos, fins)
        for compromisso in compromissos:
            if compromisso.instante >= self._de:
                self._conferir_sorteio(compromisso, fins, onde)
        posses = self._conferir_ciclos(fatos)
        self._conferir_reservas(compromissos, fins, posses)
        return self._laudo

    def _conferir_indice(self, fatos: Sequence[Fato], pulsos: Sequence[Pulso], onde: Onde) -> None:
        """Pulses follow one another, and every event is in one; the newest may not have been archived yet."""
        self._laudo.pulsos = len(pulsos)
        for pulso, motivo in lacunas(pulsos):
            self._acusar(pulso, [("lacuna", motivo)])
        arquivado_ate = max((pulso.instante for pulso in pulsos), default=NUNCA + PRAZO) - PRAZO
        for fato in fatos:
            vezes = len(onde.get(fato.event_id, ()))
            if vezes > 1 or (vezes == 0 and fato.instante <= arquivado_ate):
                self._acusar(fato, [("índice", f"está em {vezes} pulsos")])

    def _conferir_pares(self, compromissos: Sequence[Compromisso], fins: Fins) -> None:
        """One commitment a draw, one end a commitment."""
        vistos: set[UUID] = set()
        for c in compromissos:
            if c.sorteio in vistos:
                self._acusar(c, [("compromisso", f"o sorteio {c.sorteio} já tinha um compromisso")])
            vistos.add(c.sorteio)
        for sorteio, (primeiro, *outros) in fins.items():
            for fim in outros:
                self._acusar(fim, [("fim", f"o sorteio {sorteio} já tinha acabado")])
            if sorteio not in vistos and primeiro.instante <= self._recente:
                self._acusar(primeiro, [("compromisso", f"o sorteio {sorteio} não tem compromisso público")])

    def _conferir_sorteio(self, c: Compromisso, por_sorteio: Fins, onde: Onde) -> None:
        fins, pulsos = por_sorteio.get(c.sorteio, ()), onde.get(c.event_id, ())
        self._acusar(c, objecoes_a_lista(c))
        if not fins and c.instante <= self._recente:
            self._acusar(c, [("fim", f"o sorteio {c.sorteio} está sem fim há {self._prazo.seconds} s ou mais")])
        self._laudo.abertos += not fins and c.instante > self._recente
        for fim in fins:
            self._acusar(fim, objecoes_ao_fim(c, fim, self._prazo))
            if isinstance(fim, Sorteado):
                self._laudo.sorteios += 1
                self._acusar(fim, objecoes_ao_sorteio(c, fim, pulsos))
            else:
                self._laudo.cancelados += 1
                self._laudo.desfeitos += any(pulso.instante < fim.instante for pulso in pulsos)

    def _conferir_ciclos(self, fatos: Sequence[Fato]) -> Posses:
        comprometidas = {(c.demanda, c.instante) for c in do_tipo(Compromisso, fatos)}
        sem_ninguem = self._acervo.sem_candidatos | comprometidas
        posses = Posses(do_tipo(Sorteado, fatos), sem_ninguem, self._acervo.encerradas)
        for ciclo in do_tipo(Ciclo, fatos):
            self._laudo.ciclos += ciclo.instante >= self._de
            self._acusar(ciclo, (("ciclo", motivo) for motivo in posses.encerrar(ciclo)))
        return posses

    def _conferir_reservas(self, compromissos: Sequence[Compromisso], fins: Fins, posses: Posses) -> None:
        """What ends a reservation or a hold may still be on its way to the log: a recent objection is no fault yet."""
        reservas = Reservas()
        for c in compromissos:
            fim = next(iter(fins.get(c.sorteio, ())), None)
            objecoes = reservas.comprometer(c, fim.instante if fim else SEMPRE)
            provadas = [o for o in objecoes if o.ate != SEMPRE or c.instante <= self._recente]
            self._acusar(c, ((o.regra, o.motivo) for o in provadas))
            if isinstance(fim, Sorteado):
                reservas.entregar(fim, posses.fim(fim))

    def _acusar(self, fato: Fato | Pulso, objecoes: Iterable[Objecao]) -> None:
        for regra, motivo in objecoes:
            if fato.instante >= self._de:
                self._laudo.acusar(regra, fato.event_id, motivo)
