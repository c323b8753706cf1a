"""Territorial groups: DBSCAN with 500 m and a minimum of 2, kept up to date as items come and go.

With a minimum of 2, a group is a set of points that hang together by steps of at most 500 m. Only what a change touches
is looked at: an entry may join groups; an exit may split one, if nothing else makes a connection that it made, and then
the pieces are walked side by side until the largest is the only one left.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from d5_agenda.dominio.grade import Celula, Ponto
from d5_agenda.dominio.uniao import fundir
from d5_agenda.estado import celulas, vizinhanca
from nucleo import UnidadeDeTrabalho

Perdida = tuple[Celula, Celula, Celula]
"""A connection that is gone: its two cells and the root that they had."""


async def refazer(
    uow: UnidadeDeTrabalho, entradas: Sequence[Ponto], saidas: Sequence[Ponto], perdidas: Sequence[Perdida]
) -> None:
    """Bring the groups up to date with points already stored; `perdidas` are the connections that the exits took."""
    variacoes = Counter(ponto.celula for ponto in entradas)
    variacoes.subtract(ponto.celula for ponto in saidas)
    vazias = await celulas.contar(uow, variacoes) if variacoes else set()
    if perdidas:
        await _separar(uow, perdidas, vazias)
    if entradas:
        await _juntar(uow, entradas)


async def _juntar(uow: UnidadeDeTrabalho, entradas: Sequence[Ponto]) -> None:
    """Give one root to the groups that new points bring together: the first of theirs."""
    encontros = await vizinhanca.encontros(uow, entradas)
    grupos = fundir(set(par) for par in encontros)
    trocas = {raiz: min(grupo) for grupo in grupos for raiz in grupo if raiz != min(grupo)}
    if trocas:
        await celulas.trocar_raizes(uow, trocas)


async def _separar(uow: UnidadeDeTrabalho, perdidas: Sequence[Perdida], vazias: set[Celula]) -> None:
    """Give roots of their own to the pieces of groups that lost connections."""
    pontas: dict[Celula, set[Celula]] = defaultdict(set)
    for de, para, raiz in perdidas:
        pontas[raiz] |= {de, para}
    pedacos = [pedaco for sementes in pontas.values() for pedaco in await _pedacos(uow, sementes - vazias)]
    raizes = {celula: min(pedaco) for pedaco in pedacos for celula in pedaco}
    if raizes:
        await celulas.enraizar(uow, raizes)
    if vagas := [raiz for raiz in pontas if raiz in vazias or raiz in raizes]:
        await celulas.suceder(uow, vagas, raizes)


async def _pedacos(uow: UnidadeDeTrabalho, sementes: set[Celula]) -> list[set[Celula]]:
    """The pieces to which these cells belong, but for the last one that is still being walked when the others end."""
    abertos, inteiros = [{semente} for semente in sementes], []
    fronteira = sementes
    while len(abertos) > 1:
        ligadas = await vizinhanca.ligadas(uow, fronteira)
        vistas = set().union(*abertos)
        crescidos = fundir([*abertos, *(set(par) for par in ligadas)])
        fronteira = {para for _, para in ligadas} - vistas
        inteiros += [pedaco for pedaco in crescidos if pedaco.isdisjoint(fronteira)]
        abertos = [pedaco for pedaco in crescidos if not pedaco.isdisjoint(fronteira)]
    return inteiros
