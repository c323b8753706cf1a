"""Measures what a draw costs D-6a among 10,000 eligible against among 10, and how even the draws are; writes rows for
bench/resultados.json:  python services/d6a-sorteio/bench/medir.py --postgres URL [--saida arquivo.json]

A draw is both of its steps, each the whole way of its event: bytes, inbox, cursor, commitment or draw, state, outbox,
commit. What the pool is freed with afterwards is not counted.
"""

import itertools
import math
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid5

from joserfc.jwk import OKPKey

from d6a_sorteio.colonia import colonia
from d6a_sorteio.dominio.sorteio import embaralhar, semear
from formigueiro.medidas import Linha, principal
from nucleo.eventos import (
    AgendaItemDisponivel,
    BarramentoPulso,
    ConselheiroCadastrado,
    ConselheiroCicloConcluido,
)
from nucleo.fontes import uuid7
from nucleo.payload import Payload
from nucleo.testes import Bancada, evento, exemplo
from nucleo.testes.bancada import Bancadas
from nucleo.testes.eventos import INICIO

GRANDE, PEQUENO, VEZES = 10_000, 10, 60
A_MAIS_MS = 20.0
UNIDADES, RODADAS = 300, 4
SORTEIOS, PESSOAS = 200_000, 51  # an even number of degrees of freedom: the probability has a closed form
P_MINIMO = 0.001

ITEM, PULSO = exemplo(AgendaItemDisponivel), exemplo(BarramentoPulso)
CADASTRO, CICLO = exemplo(ConselheiroCadastrado, capacitacao_concluida=True), exemplo(ConselheiroCicloConcluido)

numeros = itertools.count(1)


async def povoar(b: Bancada, unidade: UUID, quantos: int) -> None:
    """Register trained counsellors in a unit."""
    for inicio in range(0, quantos, 1000):
        novos = [UUID(int=next(numeros), version=4) for _ in range(inicio, min(inicio + 1000, quantos))]
        await b.entregar(*(replace(CADASTRO, cidadao_id=novo, unidade_civica_id=unidade) for novo in novos))


async def arrumar(b: Bancada) -> None:
    """What autovacuum does; the server of the benches has none, so that no measure meets it."""
    async with b.viva.engine.connect() as conexao:
        await (await conexao.execution_options(isolation_level="AUTOCOMMIT")).exec_driver_sql("VACUUM ANALYZE")


def item(unidade: UUID) -> AgendaItemDisponivel:
    """A demand of a unit that has no other above it."""
    demanda = uuid7(INICIO, next(numeros))
    return replace(ITEM, demanda_id=demanda, unidade_civica_id=unidade, cadeia_ucs=[unidade])


async def comprometidos(b: Bancada) -> list[UUID]:
    """The events of the open commitments."""
    linhas = await b.consultar("SELECT comprometido_event_id FROM sorteios WHERE situacao = 'aberto'")
    return [linha["comprometido_event_id"] for linha in linhas]


def pulso(event_ids: list[UUID]) -> BarramentoPulso:
    """A pulse with these ids."""
    return replace(PULSO, event_ids=event_ids, primeiro_sequence_number=next(numeros))


async def libertar(b: Bancada) -> None:
    """Conclude every cycle."""
    ativas = await b.consultar("SELECT demanda_id, conselheiro_id FROM atribuicoes WHERE encerrada_em IS NULL")
    await b.entregar(*(replace(CICLO, **ativa) for ativa in ativas))


async def cronometrar(b: Bancada, *payloads: Payload) -> float:
    """Seconds from bytes to commit."""
    registros = [await b.registro(evento(payload)) for payload in payloads]
    inicio = time.perf_counter()
    await b.entregar_registros(*registros)
    return time.perf_counter() - inicio


async def um_sorteio(b: Bancada, unidade: UUID) -> float:
    """Seconds that D-6a takes to commit and to draw."""
    compromisso = await cronometrar(b, item(unidade))
    return compromisso + await cronometrar(b, pulso(await comprometidos(b)))


async def por_tamanho(b: Bancada) -> tuple[float, float]:
    """Median seconds of a draw in the large pool and in the small one, one after the other."""
    unidades = {quantos: UUID(int=quantos, version=4) for quantos in (GRANDE, PEQUENO)}
    custos: dict[int, list[float]] = {GRANDE: [], PEQUENO: []}
    for quantos, unidade in unidades.items():
        await povoar(b, unidade, quantos)
    await arrumar(b)
    for _ in range(VEZES):
        for quantos, unidade in unidades.items():
            custos[quantos].append(await um_sorteio(b, unidade))
        await libertar(b)
    return statistics.median(custos[GRANDE]), statistics.median(custos[PEQUENO])


async def em_muitas_unidades(b: Bancada) -> float:
    """Draws a second where units are many and their pools small, with the end of each cycle."""
    unidades = [uuid5(UUID(int=0), str(n)) for n in range(UNIDADES)]
    for unidade in unidades:
        await povoar(b, unidade, 5)
    await arrumar(b)
    inicio = time.perf_counter()
    for _ in range(RODADAS):
        for parte in range(0, UNIDADES, 20):
            await b.entregar(*(item(unidade) for unidade in unidades[parte : parte + 20]))
            await b.entregar(pulso(await comprometidos(b)))
            await libertar(b)
    return UNIDADES * RODADAS / (time.perf_counter() - inicio)


def probabilidade(quadrado: float, graus: int) -> float:
    """P(χ² > quadrado) for an even number of degrees of freedom."""
    metade = quadrado / 2
    termos = itertools.accumulate(range(1, graus // 2), lambda termo, i: termo * metade / i, initial=1.0)
    return math.exp(-metade) * sum(termos)


def justica() -> float:
    """The probability of counts as uneven as these, or more, if everybody has the same chance in each draw."""
    pessoas = [f"p{n}" for n in range(PESSOAS)]
    vezes = Counter(embaralhar(pessoas, semente)[0] for semente in itertools.islice(_sementes(), SORTEIOS))
    esperado = SORTEIOS / PESSOAS
    return probabilidade(sum((vezes[p] - esperado) ** 2 / esperado for p in pessoas), PESSOAS - 1)


def _sementes() -> Iterator[bytes]:
    """As pulses would give them: another last id each, a quarter of a second later."""
    return (semear(uuid5(UUID(int=6), str(n)), INICIO + n * timedelta(milliseconds=250)) for n in itertools.count())


async def linhas(postgres_url: str) -> list[Linha]:
    """Rows of bench/resultados.json."""
    async with Bancadas(postgres_url, OKPKey.generate_key("Ed25519"), "")(colonia) as b:
        grande, pequeno = (segundos * 1000 for segundos in await por_tamanho(b))
    async with Bancadas(postgres_url, OKPKey.generate_key("Ed25519"), "")(colonia) as b:
        vazao = await em_muitas_unidades(b)
    p = justica()
    a_mais = grande - pequeno
    alvo, justo = f"< {A_MAIS_MS:.0f} ms a mais", f"p > {P_MINIMO}"
    nome = f"D-6a, justiça de {SORTEIOS} sorteios entre {PESSOAS}, qui-quadrado"
    return [
        Linha(
            "D-6a, um sorteio entre 10.000 elegíveis", grande, "ms", pequeno, grande / pequeno, alvo, a_mais < A_MAIS_MS
        ),
        Linha(f"D-6a sozinha, ciclos/s em {UNIDADES} unidades", vazao, "ciclos/s"),
        Linha(nome, p, "p", None, None, justo, p > P_MINIMO),
    ]


if __name__ == "__main__":
    principal("Mede o custo e a justiça de um sorteio da D-6a.", linhas)
