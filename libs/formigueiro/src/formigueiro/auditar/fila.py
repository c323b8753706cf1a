"""The queue of one unit as the public events let anyone rebuild it."""

from bisect import bisect_left, insort
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from heapq import merge
from itertools import islice, zip_longest
from math import inf
from uuid import UUID

from formigueiro.auditar.fatos import SEM_INSTANTE, Atualizado, Ranqueada

TOPO = 50
Chave = tuple[float, UUID]


@dataclass(slots=True)
class Fila:
    """Demands in order. When a member of an aggregate leaves is not published: until proved out, it may be there.

    `certas` are in the queue; `talvez` are members of aggregates that may have left it already.
    """

    certas: list[Chave] = field(default_factory=list)
    talvez: list[Chave] = field(default_factory=list)
    relogio: datetime = SEM_INSTANTE
    ate: UUID | None = None
    anunciado_ate: UUID | None = None

    def entrar(self, chave: Chave, membro: bool) -> None:
        """Add a demand."""
        insort(self.talvez if membro else self.certas, chave)

    def sair(self, chave: Chave) -> None:
        """Take a demand out, if it was still there."""
        for lista in (self.certas, self.talvez):
            lugar = bisect_left(lista, chave)
            if lista[lugar : lugar + 1] == [chave]:
                del lista[lugar]

    def objecoes_a_posicao(self, r: Ranqueada) -> Iterator[str]:
        """Why a position cannot be: too few or too many demands ahead, or behind."""
        certas_antes, talvez_antes = bisect_left(self.certas, r.chave), bisect_left(self.talvez, r.chave)
        yield from _fora("à frente", r.posicao - 1, certas_antes, talvez_antes)
        certas_depois, talvez_depois = len(self.certas) - certas_antes, len(self.talvez) - talvez_antes
        yield from _fora("atrás", r.total - r.posicao, certas_depois, talvez_depois)

    def objecoes_ao_anuncio(self, a: Atualizado) -> Iterator[str]:
        """Why an announced ranking cannot be. Members that it proves gone leave the queue."""
        anunciadas = [(-score, demanda) for _, score, demanda in a.topo]
        vistas = set(anunciadas)
        tamanho = min(TOPO, a.total)
        ficaram = [chave for chave in self.talvez if chave in vistas]
        esperadas = list(islice(merge(self.certas, ficaram), tamanho))
        if [posicao for posicao, _, _ in a.topo] != list(range(1, tamanho + 1)):
            yield f"o topo deveria ter as posições de 1 a {tamanho}"
        for posicao, (publicada, esperada) in enumerate(zip_longest(anunciadas, esperadas), 1):
            if publicada != esperada:
                yield f"posição {posicao}: publicada {_nome(publicada)}, recalculada {_nome(esperada)}"
                break
        fim = (inf, UUID(int=0)) if a.total <= TOPO else max(anunciadas, default=(-inf, UUID(int=0)))
        self.talvez = [chave for chave in self.talvez if chave in vistas or chave > fim]
        yield from _fora("no total", a.total, len(self.certas) + len(ficaram), len(self.talvez) - len(ficaram))


def _fora(onde: str, publicado: int, certas: int, talvez: int) -> Iterator[str]:
    if not certas <= publicado <= certas + talvez:
        recalculado = f"entre {certas} e {certas + talvez}" if talvez else f"{certas}"
        yield f"demandas {onde}: publicado {publicado}, recalculado {recalculado}"


def _nome(chave: Chave | None) -> str:
    return "nenhuma demanda" if chave is None else f"{chave[1]} com score {-chave[0]}"
