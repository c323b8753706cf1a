"""Until when each drawn counsellor had the demand, as far as public facts tell."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from operator import attrgetter
from uuid import UUID

from formigueiro.auditar.sorteio.fatos import Ciclo, Sorteado

SEMPRE = datetime.max.replace(tzinfo=UTC)


class Posses:
    """A hold goes from the draw to the end of that cycle.

    A refusal is not public, but D-6a frees nobody for it before a public fact shows the demand with nobody (another
    commitment, a lack of candidates), or that it needs nobody any more.
    """

    def __init__(
        self,
        sorteados: Iterable[Sorteado],
        sem_ninguem: Iterable[tuple[UUID, datetime]],
        encerradas: Mapping[UUID, datetime],
    ) -> None:
        self._sorteados: dict[UUID, list[Sorteado]] = defaultdict(list)
        for sorteado in sorted(sorteados, key=attrgetter("instante")):
            self._sorteados[sorteado.demanda].append(sorteado)
        self._sem_ninguem: dict[UUID, list[datetime]] = defaultdict(list)
        for demanda, instante in sorted(sem_ninguem):
            self._sem_ninguem[demanda].append(instante)
        self._encerradas = encerradas
        self._ciclos: dict[UUID, Ciclo] = {}

    def encerrar(self, ciclo: Ciclo) -> Iterator[str]:
        """Take note of the end of a cycle; yield why it cannot be, if it cannot."""
        sorteados = self._sorteados[ciclo.demanda]
        quantos_antes = bisect_right(sorteados, ciclo.instante, key=attrgetter("instante"))
        if not quantos_antes:
            yield f"ninguém tinha sido sorteado para a demanda {ciclo.demanda}"
            return
        sorteado = sorteados[quantos_antes - 1]
        if sorteado.conselheiro != ciclo.conselheiro:
            yield f"a demanda era de {sorteado.conselheiro}, não de {ciclo.conselheiro}"
        elif self._ciclos.setdefault(sorteado.event_id, ciclo) != ciclo:
            yield f"o ciclo de {ciclo.conselheiro} com a demanda {ciclo.demanda} já tinha acabado"
        if sorteado.unidade != ciclo.unidade:
            yield f"a unidade da demanda era {sorteado.unidade}, não {ciclo.unidade}"
        if not sorteado.instante <= ciclo.fim <= ciclo.instante:
            yield f"diz que acabou em {ciclo.fim}, mas foi de {sorteado.instante} a {ciclo.instante}"

    def fim(self, sorteado: Sorteado) -> datetime:
        """When the hold ended."""
        ciclo = self._ciclos.get(sorteado.event_id)
        instantes = self._sem_ninguem[sorteado.demanda]
        depois = instantes[bisect_right(instantes, sorteado.instante) :]
        if ciclo and (not depois or ciclo.instante <= depois[0]):
            return ciclo.instante
        if depois:
            return depois[0]
        encerrada = self._encerradas.get(sorteado.demanda)
        return max(encerrada, sorteado.instante) if encerrada else SEMPRE
