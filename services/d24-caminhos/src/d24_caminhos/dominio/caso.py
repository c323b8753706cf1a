"""A case: the demand whose cycles ended, once, however many cycles it took (Spec D-24, "Estado próprio")."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from d24_caminhos.dominio.caminho import Caminho, Passos, juntar
from nucleo.fontes import derivar_id

CONCLUIDA, SEM_CONCLUSAO = "concluida", "encerrada_sem_conclusao"


@dataclass(frozen=True, slots=True)
class Par:
    """Where and about what: a municipality, and a subcategory or the whole of a category."""

    municipio_id: UUID
    categoria_id: str
    subcategoria_id: str | None = None

    @property
    def perfil_id(self) -> UUID:
        """The identity of its profile, the same for ever."""
        return derivar_id(self.municipio_id, "caminho", self.categoria_id, self.subcategoria_id or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fecho:
    """The end of one cycle, or of a demand that no counsellor was following (then without `inicio`)."""

    event_id: UUID
    concluida: bool
    inicio: datetime | None
    fim: datetime
    total_atualizacoes: int
    resumo: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Caso:
    """What one closed demand teaches."""

    demanda_id: UUID
    par: Par
    desfecho: str
    encerrado_em: datetime
    prazo_dias: int | None
    total_atualizacoes: int
    resumo: str
    caminho: Caminho

    @property
    def pares(self) -> Sequence[Par]:
        """The profiles it feeds: that of its category, and that of its subcategory when it has one."""
        if self.par.subcategoria_id is None:
            return (self.par,)
        return replace(self.par, subcategoria_id=None), self.par


def encerrar(demanda_id: UUID, par: Par, fechos: Iterable[Fecho], atualizacoes: Iterable[Passos]) -> Caso:
    """Return the case of a demand from the ends of its cycles, in any order, and its updates.

    It is concluded when one of them concluded it, the first that did; otherwise its end is the last one. The time it
    took counts from the first cycle on, and is unknown when no counsellor followed it for any time: one drawn when
    citizens had already concluded it is let go in the same instant.
    """
    em_ordem = sorted(fechos, key=lambda f: (f.fim, f.event_id))
    decisivo = next((f for f in em_ordem if f.concluida), em_ordem[-1])
    inicio = min((f.inicio for f in em_ordem if f.inicio is not None and f.inicio < f.fim), default=None)
    return Caso(
        demanda_id=demanda_id,
        par=par,
        desfecho=CONCLUIDA if decisivo.concluida else SEM_CONCLUSAO,
        encerrado_em=decisivo.fim,
        prazo_dias=None if inicio is None else max(decisivo.fim - inicio, timedelta(0)).days,
        total_atualizacoes=sum(f.total_atualizacoes for f in em_ordem),
        resumo=decisivo.resumo,
        caminho=juntar(atualizacoes),
    )
