"""Measures what one event costs in a unit of 100,000 demands against a unit of 1,000; writes rows for
bench/resultados.json:  python services/d4-ranking/bench/medir.py --postgres URL [--saida arquivo.json]

The whole way of the event is measured: bytes, inbox, cursor, locks, position, state, outbox, commit. Demands arrive in
order, or each with an id drawn from the whole life of the unit, as an adversary would; one in a batch, or 200.
"""

import itertools
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from joserfc.jwk import OKPKey

from d4_ranking.colonia import colonia
from formigueiro.medidas import Linha, custo_relativo, principal
from nucleo.eventos import DemandaCategorizada
from nucleo.fontes import uuid7
from nucleo.testes import Bancada, evento
from nucleo.testes.bancada import Bancadas
from nucleo.testes.eventos import INICIO

GRANDE, PEQUENA = 100_000, 1_000
VIDA = timedelta(days=1)  # dense: the harder case for counting, every slice of time has demands
ALVO = 1.5
Ordem = Callable[[int], float]

sorteio = random.Random(4)


def demanda(unidade: UUID, momento: float) -> DemandaCategorizada:
    """A demand received at a moment of the life of its unit (0 to 1, and beyond), in one of forty categories."""
    nivel, categoria = sorteio.randint(1, 5), sorteio.randint(1, 8)
    return DemandaCategorizada(
        demanda_id=uuid7(INICIO + VIDA * momento, sorteio.getrandbits(74)),
        categoria_id=f"{nivel}.{categoria}",
        nivel_precedencia=nivel,
        score_horizontal=100.0 - 7 * categoria,
        confianca_categorizacao=0.9,
        metodo="automatico",
        sugestoes_alternativas=[],
        unidade_civica_id=unidade,
    )


def unidades() -> Iterator[UUID]:
    """New units, for ever."""
    return (UUID(int=sorteio.getrandbits(128)) for _ in itertools.count())


async def povoar(b: Bancada, unidade: UUID, quantas: int) -> None:
    """Fill a unit, in order."""
    demandas = [demanda(unidade, n / quantas) for n in range(quantas)]
    for i in range(0, quantas, 1000):
        await b.entregar(*demandas[i : i + 1000])


async def custo(b: Bancada, unidade: UUID, momentos: list[float]) -> float:
    """Seconds that a batch takes, from bytes to commit, divided by its events."""
    [cursor] = await b.consultar("SELECT topico, particao, proximo FROM cursor")
    registros = [await b.registro(evento(demanda(unidade, momento))) for momento in momentos]
    numerados = [replace(r, deslocamento=cursor["proximo"] + n) for n, r in enumerate(registros)]
    inicio = time.perf_counter()
    await b.viva.consumidor.aplicar(numerados, {(cursor["topico"], cursor["particao"]): cursor["proximo"]})
    return (time.perf_counter() - inicio) / len(momentos)


async def comparar(b: Bancada, grande: UUID, pequenas: list[UUID], ordem: Ordem, lote: int) -> tuple[float, float]:
    """Median cost of an event in the large unit and in small ones, one after the other."""
    custos: dict[bool, list[float]] = {True: [], False: []}
    for n, pequena in enumerate(pequenas):
        for unidade in (grande, pequena):
            momentos = sorted(ordem(n * lote + i) for i in range(lote))
            custos[unidade == grande].append(await custo(b, unidade, momentos))
    return statistics.median(custos[True]), statistics.median(custos[False])


async def linhas(postgres_url: str) -> list[Linha]:
    """Rows of bench/resultados.json."""
    ordens: dict[str, Ordem] = {"em ordem": lambda n: 1 + n / GRANDE, "fora de ordem": lambda _: sorteio.random()}
    medidas = []
    async with Bancadas(postgres_url, OKPKey.generate_key("Ed25519"), "")(colonia) as b:
        grande, *novas = itertools.islice(unidades(), 1 + 4 * 10)
        pequenas = iter(novas)
        await povoar(b, grande, GRANDE)
        for unidade in novas:
            await povoar(b, unidade, PEQUENA)
        await b.consultar("ANALYZE")
        for (nome, ordem), (lote, vezes) in itertools.product(ordens.items(), ((1, 20), (200, 1))):
            escolhidas = list(itertools.islice(pequenas, 10)) * vezes
            valor, piso = await comparar(b, grande, escolhidas, ordem, lote)
            rotulo = f"D-4, um evento numa unidade de 100 mil, {nome}, lotes de {lote}"
            medidas.append(custo_relativo(rotulo, valor, piso, ALVO))
    return medidas


if __name__ == "__main__":
    principal("Mede o custo de um evento na D-4.", linhas)
