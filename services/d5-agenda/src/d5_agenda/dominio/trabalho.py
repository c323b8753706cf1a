"""The work on a demand: the facts known of it, in whatever order they came, and the status that follows from them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class Status(StrEnum):
    """Where an item stands (Spec D-5, "Estado próprio")."""

    DISPONIVEL = "disponivel"
    ATRIBUIDO = "atribuido"
    EM_PROGRESSO = "em_progresso"
    CONCLUIDO = "concluido"
    AGREGADO = "agregado"


NA_ORDEM = (Status.DISPONIVEL, Status.ATRIBUIDO, Status.EM_PROGRESSO)
"""What takes part in the order of the backlog."""

FORA_DA_ORDEM = (Status.CONCLUIDO, Status.AGREGADO)
"""What left it."""

_DIA_MS = 24 * 60 * 60 * 1000


@dataclass(slots=True)
class Trabalho:
    """Facts are compared by their own instants, never by their arrival, and only the newest of each kind is kept.

    `anunciada` says that the draw knows it, for good; `aguardando`, that nobody was drawn for it yet.
    """

    demanda_id: UUID
    sorteada_em: datetime | None = None
    sorteado_id: UUID | None = None
    iniciada_em: datetime | None = None
    iniciador_id: UUID | None = None
    encerrada_em: datetime | None = None
    encerrador_id: UUID | None = None
    vaga_em: datetime | None = None
    concluida_em: datetime | None = None
    confirmada_em: datetime | None = None
    agregada_em: datetime | None = None
    status: Status = Status.DISPONIVEL
    data_conclusao: datetime | None = None
    anunciada: bool = False
    aguardando: bool = False

    def sortear(self, conselheiro_id: UUID, em: datetime) -> None:
        """A counsellor was drawn for it."""
        if _supera((em, conselheiro_id), self.sorteada_em, self.sorteado_id):
            self.sorteada_em, self.sorteado_id = em, conselheiro_id

    def iniciar(self, conselheiro_id: UUID, em: datetime) -> None:
        """The counsellor made the first formal contact."""
        if _supera((em, conselheiro_id), self.iniciada_em, self.iniciador_id):
            self.iniciada_em, self.iniciador_id = em, conselheiro_id

    def encerrar(self, conselheiro_id: UUID, em: datetime) -> None:
        """The counsellor stopped without concluding: it needs another."""
        if _supera((em, conselheiro_id), self.encerrada_em, self.encerrador_id):
            self.encerrada_em, self.encerrador_id = em, conselheiro_id

    def vagar(self, em: datetime) -> None:
        """A draw ended without anybody."""
        self.vaga_em = em if self.vaga_em is None else max(em, self.vaga_em)

    def concluir(self, em: datetime) -> None:
        """It was resolved."""
        self.concluida_em = _primeiro(self.concluida_em, em)

    def confirmar(self, em: datetime) -> None:
        """Citizens confirmed that it was resolved, and nobody has to ratify that."""
        self.confirmada_em = _primeiro(self.confirmada_em, em)

    def agregar(self, em: datetime) -> None:
        """Another demand represents it."""
        self.agregada_em = _primeiro(self.agregada_em, em)

    def derivar(self) -> None:
        """Bring up to date what follows from the facts."""
        fim = self._fim()
        self.status = fim[1] if fim else self._andamento()
        self.data_conclusao = fim[0] if fim and fim[1] is Status.CONCLUIDO else None
        self.aguardando = self.aguardando and self.status is Status.DISPONIVEL

    def _fim(self) -> tuple[datetime, Status] | None:
        """The first of the ends that it had: later ones change nothing."""
        confirmada = None if self._em_maos_desde(self.confirmada_em) else self.confirmada_em
        fins = (
            (self.agregada_em, Status.AGREGADO),
            (self.concluida_em, Status.CONCLUIDO),
            (confirmada, Status.CONCLUIDO),
        )
        return min(((em, status) for em, status in fins if em is not None), default=None, key=lambda fim: fim[0])

    def _andamento(self) -> Status:
        iniciada = self.iniciada_em is not None and not self._encerrou(self.iniciador_id, self.iniciada_em)
        if self.sorteada_em is None:
            return Status.EM_PROGRESSO if iniciada else Status.DISPONIVEL
        vaga = self.vaga_em is not None and self.vaga_em > self.sorteada_em
        if vaga or self._encerrou(self.sorteado_id, self.sorteada_em):
            return Status.DISPONIVEL
        return Status.EM_PROGRESSO if iniciada and self.iniciador_id == self.sorteado_id else Status.ATRIBUIDO

    def _em_maos_desde(self, confirmada_em: datetime | None) -> bool:
        """Whether a counsellor who had begun when citizens confirmed is still at it: it is theirs to ratify."""
        if confirmada_em is None or self.iniciada_em is None or self.iniciada_em > confirmada_em:
            return False
        return not self._encerrou(self.iniciador_id, self.iniciada_em)

    def _encerrou(self, conselheiro_id: UUID | None, desde: datetime) -> bool:
        """Whether the counsellor stopped after an instant."""
        return self.encerrada_em is not None and self.encerrador_id == conselheiro_id and self.encerrada_em >= desde


def _supera(fato: tuple[datetime, UUID], em: datetime | None, quem: UUID | None) -> bool:
    """Whether a fact is newer than the one known."""
    return em is None or quem is None or fato > (em, quem)


def _primeiro(conhecido: datetime | None, em: datetime) -> datetime:
    return em if conhecido is None else min(conhecido, em)


def dias_ate(conclusao: datetime, demanda_id: UUID) -> int:
    """Whole days of 24 hours from the reception, which the id of the demand tells, to the conclusion."""
    recebida_ms = demanda_id.int >> 80
    return max((int(conclusao.timestamp() * 1000) - recebida_ms) // _DIA_MS, 0)
