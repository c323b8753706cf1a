"""Measures what one event costs in a unit of 100,000 items against a unit of 1,000; writes rows for
bench/resultados.json:  python services/d5-agenda/bench/medir.py --postgres URL [--saida arquivo.json]

The whole way of the event is measured: bytes, inbox, cursor, lock, order, groups, call, outbox, commit. Every unit has
the same 10 km by 10 km, so that the large one is a hundred times denser: the harder case for the groups. Demands arrive
in order, or each with an id drawn from the whole life of the unit, as an adversary would; one in a batch, or 200. Then
the first item is taken, which calls for the next, and is concluded, one event in a batch.
"""

import itertools
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from joserfc.jwk import OKPKey

from d5_agenda.colonia import colonia
from formigueiro.medidas import Linha, custo_relativo, principal
from nucleo import Evento
from nucleo.eventos import Breakdown, ConselheiroSorteado, DemandaConcluida, DemandaGeorreferenciada, DemandaRanqueada
from nucleo.fontes import uuid7
from nucleo.testes import Bancada, evento, exemplo
from nucleo.testes.bancada import Bancadas
from nucleo.testes.eventos import INICIO

GRANDE, PEQUENA = 100_000, 1_000
PEQUENAS = 6  # for each way of arriving
VIDA = timedelta(days=1)  # dense: the harder case for counting, every slice of time has items
ALVO = 1.5
Ordem = Callable[[int], float]
Custos = dict[str, dict[bool, list[float]]]

sorteio = random.Random(5)
SITUADA, SORTEADA, CONCLUIDA = exemplo(DemandaGeorreferenciada), exemplo(ConselheiroSorteado), exemplo(DemandaConcluida)


def demanda(unidade: UUID, momento: float) -> tuple[Evento[Any], Evento[Any]]:
    """A demand received at a moment of the life of its unit (0 to 1, and beyond): where it is, and its rank."""
    demanda_id = uuid7(INICIO + VIDA * momento, sorteio.getrandbits(74))
    nivel, categoria = sorteio.randint(1, 5), sorteio.randint(1, 8)
    lugar = {"coordenadas_lat": sorteio.uniform(-23.60, -23.51), "coordenadas_lng": sorteio.uniform(-46.70, -46.60)}
    ranqueada = DemandaRanqueada(
        demanda_id=demanda_id,
        unidade_civica_id=unidade,
        categoria_id=f"{nivel}.{categoria}",
        nivel_precedencia=nivel,
        score_final=(120 - 20 * nivel) * (100.0 - 7 * categoria),
        breakdown=Breakdown(
            peso_nacional=120.0 - 20 * nivel, peso_situacional=1.0, score_horizontal=100.0 - 7 * categoria
        ),
        posicao_no_ranking=1,
        total_demandas_na_uc=1,
        timestamp_calculo=INICIO,
    )
    situada = replace(SITUADA, demanda_id=demanda_id, unidade_civica_id=unidade, cadeia_ucs=[unidade], **lugar)
    return evento(situada), evento(ranqueada)


async def povoar(b: Bancada, unidade: UUID, quantas: int) -> None:
    """Fill a unit, in order."""
    for i in range(0, quantas, 1000):
        situadas, ranqueadas = zip(*(demanda(unidade, n / quantas) for n in range(i, i + 1000)), strict=True)
        await b.entregar(*situadas)
        await b.entregar(*ranqueadas)


async def custo(b: Bancada, eventos: Sequence[Evento[Any]]) -> float:
    """Seconds that a batch of one type takes, from bytes to commit, divided by its events."""
    registros = [await b.registro(e) for e in eventos]
    topico = registros[0].topico
    await b.consultar("INSERT INTO cursor VALUES (:t, 0, 0) ON CONFLICT DO NOTHING", t=topico)
    [cursor] = await b.consultar("SELECT proximo FROM cursor WHERE topico = :t", t=topico)
    numerados = [replace(r, deslocamento=cursor["proximo"] + n) for n, r in enumerate(registros)]
    inicio = time.perf_counter()
    await b.viva.consumidor.aplicar(numerados, {(topico, 0): cursor["proximo"]})
    return (time.perf_counter() - inicio) / len(eventos)


async def chegar(b: Bancada, unidade: UUID, momentos: list[float]) -> dict[str, float]:
    """Demands arrive: each is found on the map, then ranked."""
    situadas, ranqueadas = zip(*(demanda(unidade, momento) for momento in momentos), strict=True)
    return {"situada": await custo(b, situadas), "ranqueada": await custo(b, ranqueadas)}


async def trabalhar(b: Bancada, unidade: UUID) -> dict[str, float]:
    """The item that waits is taken, which calls for the next, and then it is concluded."""
    [linha] = await b.consultar(
        "SELECT demanda_id FROM demandas WHERE unidade_civica_id = :u AND aguardando", u=unidade
    )
    quem = {"demanda_id": linha["demanda_id"], "unidade_civica_id": unidade}
    return {
        "sorteada": await custo(b, [evento(replace(SORTEADA, **quem))]),
        "concluída": await custo(b, [evento(replace(CONCLUIDA, **quem))]),
    }


async def linhas(postgres_url: str) -> list[Linha]:
    """Rows of bench/resultados.json."""
    ordens: dict[str, Ordem] = {"em ordem": lambda n: 1 + n / GRANDE, "fora de ordem": lambda _: sorteio.random()}
    custos: Custos = defaultdict(lambda: {True: [], False: []})
    async with Bancadas(postgres_url, OKPKey.generate_key("Ed25519"), "")(colonia) as b:
        grande, *novas = itertools.islice(_unidades(), 1 + PEQUENAS * 4)
        pequenas = iter(novas)
        for unidade, quantas in ((grande, GRANDE), *((nova, PEQUENA) for nova in novas)):
            await povoar(b, unidade, quantas)
        await b.consultar("ANALYZE")
        for (nome, ordem), (lote, vezes) in itertools.product(ordens.items(), ((1, 30), (200, 4))):
            escolhidas = list(itertools.islice(pequenas, PEQUENAS)) * vezes
            for n, (pequena, unidade) in enumerate((p, u) for p in escolhidas for u in (grande, p)):
                momentos = sorted(ordem(n // 2 * lote + i) for i in range(lote))
                for tipo, medido in (await chegar(b, unidade, momentos)).items():
                    custos[f"{tipo}, {nome}, lotes de {lote}"][unidade is not pequena].append(medido)
        for unidade in (u for p in novas * 8 for u in (grande, p)):
            for tipo, medido in (await trabalhar(b, unidade)).items():
                custos[f"{tipo}, lotes de 1"][unidade == grande].append(medido)
    return [
        custo_relativo(
            f"D-5, um evento numa unidade de 100 mil ÷ de 1 mil: demanda {nome}",
            statistics.median(medidos[True]),
            statistics.median(medidos[False]),
            ALVO,
        )
        for nome, medidos in custos.items()
    ]


def _unidades() -> Iterator[UUID]:
    return (UUID(int=sorteio.getrandbits(128)) for _ in itertools.count())


if __name__ == "__main__":
    principal("Mede o custo de um evento na D-5.", linhas)
