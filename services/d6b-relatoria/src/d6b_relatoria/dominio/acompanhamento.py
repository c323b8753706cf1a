"""One counsellor following one demand, from a draw to its end."""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from d6b_relatoria.dominio.atualizacao import Atualizacao
from d6b_relatoria.dominio.ciclo import Ciclo


class Situacao(StrEnum):
    """Whether it goes on and, if not, how it ended."""

    ATIVO = "ativo"
    CONCLUIDO = "concluido"
    DESISTENCIA = "desistencia"
    FIM_MANDATO = "fim_mandato"
    RECUSADO = "recusado"
    SUBSTITUIDO = "substituido"
    DISPENSADO = "dispensado"


_DESFEITOS = (Situacao.RECUSADO, Situacao.SUBSTITUIDO)  # ended by D-6a: no cycle is announced
_MOTIVOS = {Situacao.DISPENSADO: "demanda_concluida", Situacao.CONCLUIDO: "demanda_concluida"}
_FECHOS = (Situacao.CONCLUIDO, Situacao.DESISTENCIA, Situacao.FIM_MANDATO)  # of a cycle, also of one without updates


@dataclass(slots=True)
class Prazo:
    """The deadline in force: the last one registered."""

    dia: date
    atualizacao_id: UUID
    alertado: bool = False


@dataclass(slots=True)
class Acompanhamento:
    """What is known of it. `cidadao_id` is absent until D-6a says who the counsellor is; it is never published."""

    acompanhamento_id: UUID
    demanda_id: UUID
    conselheiro_id: UUID
    unidade_civica_id: UUID
    inicio: datetime
    cidadao_id: UUID | None
    situacao: Situacao = Situacao.ATIVO
    fim: datetime | None = None
    iniciado_em: datetime | None = None
    status: str = "pendente"
    prazo: Prazo | None = None
    ciclo: Ciclo = field(default_factory=Ciclo)
    mudou: bool = False

    @property
    def ativo(self) -> bool:
        """Whether it goes on."""
        return self.situacao is Situacao.ATIVO

    @property
    def desfeito(self) -> bool:
        """Whether D-6a ended it, to draw again."""
        return self.situacao in _DESFEITOS

    @property
    def motivo(self) -> str | None:
        """Why the cycle ended, in the words of the contract; None while it goes on or when D-6a undid it."""
        return None if self.ativo or self.desfeito else _MOTIVOS.get(self.situacao, self.situacao.value)

    @property
    def desfecho(self) -> str | None:
        """How it ended, as its summary says; None while it goes on."""
        return "recusa" if self.desfeito else self.motivo

    @property
    def resumo(self) -> str:
        """The public summary of its cycle."""
        return self.ciclo.resumir(self.inicio, self.fim, self.status, self.desfecho)

    @property
    def resumivel(self) -> bool:
        """Whether there is something to sum up: an update, or a cycle that was announced as ended."""
        return self.ciclo.total > 0 or self.situacao in _FECHOS

    def aceita(self, instante: datetime) -> bool:
        """Whether an update registered at an instant belongs to it: a refusal may arrive before what preceded it."""
        return self.ativo or (self.desfeito and self.fim is not None and instante < self.fim)

    def durava(self, instante: datetime) -> bool:
        """Whether it was going on at an instant."""
        return self.inicio <= instante and (self.fim is None or instante < self.fim)

    def somar(self, atualizacao: Atualizacao) -> None:
        """Take in an update and give it its number."""
        self.ciclo.somar(atualizacao)
        atualizacao.situacao, atualizacao.erros = "publicada", []
        atualizacao.acompanhamento_id, atualizacao.numero_sequencial = self.acompanhamento_id, self.ciclo.total
        self.iniciado_em = self.iniciado_em or atualizacao.registrada_em
        self.status = atualizacao.campos.get("status", self.status)
        if atualizacao.prazo:
            self._marcar(atualizacao.prazo, atualizacao.atualizacao_id)
        self.mudou = True

    def encerrar(self, situacao: Situacao, instante: datetime) -> None:
        """End it; never before it began, whatever the clocks say."""
        self.situacao, self.fim, self.mudou = situacao, max(instante, self.inicio), True

    def _marcar(self, novo: date, atualizacao_id: UUID) -> None:
        alertado = self.prazo is not None and self.prazo.dia == novo and self.prazo.alertado
        self.prazo = Prazo(novo, atualizacao_id, alertado)
