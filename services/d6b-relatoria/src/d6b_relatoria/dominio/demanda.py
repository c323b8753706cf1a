"""A demand as D-6b sees it: who follows it, what citizens said of it, and what becomes of each update.

Facts of different topics arrive in any order. What is decided depends on when they happened, not on when they came.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from d6b_relatoria.dominio import fatos
from d6b_relatoria.dominio.acompanhamento import Acompanhamento, Situacao
from d6b_relatoria.dominio.atualizacao import Atualizacao
from d6b_relatoria.dominio.fatos import Fato
from nucleo import Evento

TOLERANCIA = timedelta(minutes=1)
"""By how much the clocks of two colonies may differ: an update may seem older than the draw that it answers."""


@dataclass(frozen=True, slots=True)
class Conclusao:
    """Citizens confirmed that the demand was resolved."""

    conclusao_id: UUID
    total_conclusoes: int
    data: datetime
    ratificacao_necessaria: bool


@dataclass(frozen=True, slots=True)
class Recusa:
    """A citizen refused the demand that was drawn for them."""

    cidadao_id: UUID
    quando: datetime


@dataclass(slots=True)
class Demanda:
    """One demand, locked. Its lists are in the order in which things happened; `fatos` is what is to be published."""

    demanda_id: UUID
    agora: datetime
    concluida_em: datetime | None = None
    acompanhamentos: list[Acompanhamento] = field(default_factory=list)
    conclusoes: list[Conclusao] = field(default_factory=list)
    recusas: list[Recusa] = field(default_factory=list)
    fatos: list[Fato] = field(default_factory=list)

    @property
    def ativo(self) -> Acompanhamento | None:
        """The follow-up that goes on."""
        return next(self._ativos(), None)

    @property
    def pendencia(self) -> Conclusao | None:
        """The collective conclusion that waits for the counsellor to ratify it."""
        return self.conclusoes[-1] if self.conclusoes and self.ativo else None

    def atribuir(self, novo: Acompanhamento) -> None:
        """Begin the follow-up of a draw; the one before it, which D-6a undid, is over."""
        if any(a.acompanhamento_id == novo.acompanhamento_id for a in self.acompanhamentos):
            return
        for anterior in list(self._ativos()):
            anterior.encerrar(Situacao.SUBSTITUIDO, novo.inicio)
        novo.mudou = True
        self.acompanhamentos = sorted([*self.acompanhamentos, novo], key=lambda a: a.inicio)

    def acertar(self, causa: Evento[Any] | None) -> None:
        """See what refusals and collective conclusions mean for what is known of the draws by now."""
        for recusa in self.recusas:
            recusado = self._de(recusa.cidadao_id, recusa.quando)
            if recusado and (recusado.ativo or recusado.situacao is Situacao.SUBSTITUIDO):
                recusado.encerrar(Situacao.RECUSADO, recusa.quando)
                self._resumir(recusado, causa)
        for ativo in list(self._ativos()):
            if marco := self._concluida_antes_de(ativo):
                self._dispensar(ativo, marco, causa)
        self._concluir_sem_conselheiro(causa)

    def julgar(self, atualizacao: Atualizacao) -> None:
        """Accept an update of the counsellor, refuse any other, or let it wait for the draw or the name to come."""
        seu = self._de(atualizacao.cidadao_id, atualizacao.registrada_em)
        if seu is not None and seu.aceita(atualizacao.registrada_em):
            self._aceitar(seu, atualizacao)
        elif seu is not None:
            atualizacao.recusar("demanda_id", "O seu acompanhamento desta demanda já terminou.")
        elif self.acompanhamentos and all(a.cidadao_id is not None for a in self.acompanhamentos):
            atualizacao.recusar("demanda_id", "Você não é o conselheiro desta demanda.")
        else:
            atualizacao.esperar()

    def concluir(
        self, a: Acompanhamento, via: Literal["conselheiro", "ratificacao"], quando: datetime, causa: Evento[Any] | None
    ) -> None:
        """Conclude the demand, end the cycle, and free whoever else was drawn for it."""
        self.concluida_em = quando
        a.encerrar(Situacao.CONCLUIDO, quando)
        self.fatos.append(fatos.concluida(a, via, quando, causa))
        self._anunciar_fim(a, causa)
        for outro in list(self._ativos()):
            self._dispensar(outro, quando, causa)

    def encerrar(self, a: Acompanhamento, situacao: Situacao) -> None:
        """End the cycle without a conclusion, now."""
        a.encerrar(situacao, self.agora)
        self._anunciar_fim(a, None)
        self._concluir_sem_conselheiro(None)

    def _aceitar(self, a: Acompanhamento, atualizacao: Atualizacao) -> None:
        primeira, corrente = a.iniciado_em is None, a.ativo
        a.somar(atualizacao)
        self.fatos.append(fatos.publicada(a, atualizacao))
        if primeira and corrente:
            self.fatos.append(fatos.iniciada(a, atualizacao))
        if atualizacao.conclui and self.concluida_em is None:
            self.concluir(a, "conselheiro", atualizacao.registrada_em, atualizacao.causa)
        elif a.situacao is not Situacao.SUBSTITUIDO:  # when that one ended is still to be told, by its refusal
            self._resumir(a, atualizacao.causa)

    def _dispensar(self, a: Acompanhamento, marco: datetime, causa: Evento[Any] | None) -> None:
        """Free at once who was drawn for a demand already concluded. Spec D-6b, "guarda de sorteio tardio"."""
        a.encerrar(Situacao.DISPENSADO, marco)
        self.fatos.append(fatos.encerrado(a, causa))
        self._resumir(a, causa)

    def _anunciar_fim(self, a: Acompanhamento, causa: Evento[Any] | None) -> None:
        self.fatos += [fatos.encerrado(a, causa), fatos.resumida(a, self.agora, causa)]

    def _resumir(self, a: Acompanhamento, causa: Evento[Any] | None) -> None:
        """Tell the public summary, going on or closed, when there is something to sum up.

        Everybody reads the newest one of a demand: what arrives late of an earlier follow-up must not take the place
        of a later one's.
        """
        if a.resumivel and not any(outro.resumivel and outro.inicio > a.inicio for outro in self.acompanhamentos):
            self.fatos.append(fatos.resumida(a, self.agora, causa))

    def _concluir_sem_conselheiro(self, causa: Evento[Any] | None) -> None:
        """Conclude what citizens confirmed, and who followed the demand then left without saying whether it was so."""
        if self.concluida_em is None and self.ativo is None:
            for conclusao, seguia in self._confirmadas():
                if seguia is not None:
                    self.concluida_em = conclusao.data
                    self.fatos.append(fatos.confirmada(seguia, conclusao.data, causa))
                    return

    def _concluida_antes_de(self, a: Acompanhamento) -> datetime | None:
        """When the demand was concluded without this counsellor, who has not begun; None when it was not."""
        if self.concluida_em is not None or a.iniciado_em is not None:
            return self.concluida_em
        marcos = (seguia.fim if seguia else conclusao.data for conclusao, seguia in self._confirmadas())
        return next((marco for marco in marcos if marco and marco <= a.inicio), None)

    def _confirmadas(self) -> Iterator[tuple[Conclusao, Acompanhamento | None]]:
        """The confirmations that conclude by themselves, and who followed the demand then, if anybody.

        One that finds somebody at work waits for that counsellor to ratify it, or to leave.
        """
        for conclusao in self.conclusoes:
            seguia = next((a for a in self.acompanhamentos if a.durava(conclusao.data)), None)
            if not conclusao.ratificacao_necessaria and (seguia is None or not seguia.ativo):
                yield conclusao, seguia

    def _de(self, cidadao_id: UUID, quando: datetime) -> Acompanhamento | None:
        """The follow-up of a citizen at an instant: the last that had begun, or one about to begin by another clock."""
        seus = [a for a in self.acompanhamentos if a.cidadao_id == cidadao_id]
        comecados = [a for a in seus if a.inicio <= quando]
        proximos = (a for a in seus if quando < a.inicio <= quando + TOLERANCIA)
        return comecados[-1] if comecados else next(proximos, None)

    def _ativos(self) -> Iterator[Acompanhamento]:
        return (a for a in self.acompanhamentos if a.ativo)
