"""With many demands stored: how fast the road drains what was accepted while it slept, what it then holds, and how many
whole lifecycles.

Demands are accepted by D-1a alone, a slice at a time; then the colonies of the road come back and what waits goes
through. The other colonies come at the end, read the whole log, and the cycles begin.
"""

import argparse
import asyncio
import time
from pathlib import Path

import medir_ciclos
from medir_estrada import PRIMEIRA_ESTRADA, Estrada, sistema_medido, sustentada

from formigueiro.carga import Carga
from formigueiro.colonias import descobrir
from formigueiro.medidas import Linha, escrever
from formigueiro.sistema import Sistema

FATIA, ALVO_DRENAGEM, ALVO_CHEIA = 100_000, 1_200, 0.9
_SEMENTE = 10_000_000  # no load of this run has these seeds: a demand sent twice is refused
_ACORDADAS = ("d1a-captura", "n0b-registro")


async def medir(sistema: Sistema, demandas: int, taxa: float, segundos: float) -> tuple[list[Linha], float]:
    """What it holds empty, the drain of each slice, what it holds full; and the lifecycles a second it then ends."""
    estrada = Estrada(sistema)
    pontos = await estrada.pontos()
    await sustentada(estrada, pontos, min(taxa, 200), 5, "aquecimento", taxa)
    vazia, _ = await sustentada(estrada, pontos, taxa, segundos, "estrada antes de encher", 700)
    drenagens = [await _drenar(estrada, pontos, n, FATIA) for n in range(demandas // FATIA)]
    cheia, _ = await sustentada(estrada, pontos, taxa, segundos, f"com {demandas:,} guardadas".replace(",", "."), 700)
    linhas = await _alcancar(estrada)
    ciclos = await _ciclos(sistema, segundos)
    razao = cheia[0].valor / vazia[0].valor
    pior = min(drenagens)
    linhas += [
        Linha("drenagem de 100.000 aceitas, a mais lenta", pior, "demandas/s", ALVO_DRENAGEM, pior / ALVO_DRENAGEM,
              f"≥ {ALVO_DRENAGEM}", pior >= ALVO_DRENAGEM),
        *cheia[1:],
        Linha(cheia[0].nome, cheia[0].valor, "demandas/s", vazia[0].valor, razao, f"≥ {ALVO_CHEIA} da vazia",
              razao >= ALVO_CHEIA),
    ]  # fmt: skip
    return linhas, ciclos


async def _alcancar(estrada: Estrada) -> list[Linha]:
    """Bring up the colonies that came after the road, and wait until D-5, which reads most, knows every ranking."""
    sistema, inicio = estrada.sistema, time.perf_counter()
    sistema.colonias = descobrir()
    await asyncio.to_thread(_subir, sistema, 2)
    async with estrada.banco("d7-transparencia") as d7, estrada.banco("d5-agenda") as d5:
        todas = await estrada.ranqueadas(d7)
        while await estrada.ranqueadas(d5) < todas:
            await asyncio.sleep(1)
    vazao = todas / (time.perf_counter() - inicio)
    return [Linha("a D-5, que chega depois, lê o log inteiro", vazao, "demandas/s")]


async def _ciclos(sistema: Sistema, segundos: float) -> float:
    """Cycles that end a second; in a full system the first to be drawn are demands that have waited."""
    async with medir_ciclos.roda(Estrada(sistema)) as (carga, conselho):
        _, vazao = await medir_ciclos.em_regime(carga, conselho, medir_ciclos.TAXA, segundos)
    return vazao


async def _drenar(estrada: Estrada, pontos: list[tuple[float, float]], fatia: int, quantas: int) -> float:
    """Accept a slice with the road asleep, wake it, and return demands a second from the first ranked to the last."""
    sistema, todas = estrada.sistema, estrada.sistema.colonias
    sistema.colonias = {nome: todas[nome] for nome in _ACORDADAS}
    await asyncio.to_thread(_subir, sistema, 1)
    aceitas = 0
    while aceitas < quantas:
        carga = Carga(estrada.porta, pontos, semente=_SEMENTE + FATIA * fatia + aceitas, espalhar=1e-4)
        aceitas += len((await carga.tantas(min(10_000, quantas - aceitas))).aceitas)
    sistema.colonias = todas
    async with estrada.banco("d7-transparencia") as banco:
        base = await estrada.ranqueadas(banco)
        await asyncio.to_thread(_subir, sistema, 2)
        marcos: list[tuple[float, int]] = []
        while not marcos or marcos[-1][1] < aceitas:
            marcos.append((time.perf_counter(), await estrada.ranqueadas(banco) - base))
            await asyncio.sleep(0.25)
    (inicio, primeiras), (fim, ultimas) = next(m for m in marcos if m[1]), marcos[-1]
    print(f"# fatia {fatia}: {(ultimas - primeiras) / (fim - inicio):.0f}/s", flush=True)
    return (ultimas - primeiras) / (fim - inicio)


def _subir(sistema: Sistema, processos: int) -> None:
    sistema.subir([], processos, lambda _: None)
    sistema.esperar(lambda _: None)


def main() -> None:
    """Measure and print."""
    opcoes = argparse.ArgumentParser(description=__doc__)
    opcoes.add_argument("--demandas", type=int, default=1_000_000)
    opcoes.add_argument("--taxa", type=float, default=720)
    opcoes.add_argument("--segundos", type=float, default=60)
    opcoes.add_argument("--saida", type=Path, help="arquivo JSON; sem ele, escreve na tela")
    o = opcoes.parse_args()
    with sistema_medido(PRIMEIRA_ESTRADA) as sistema:
        linhas, cheio = asyncio.run(medir(sistema, o.demandas, o.taxa, o.segundos))
    with sistema_medido() as sistema:
        vazio = asyncio.run(_ciclos(sistema, o.segundos))
    nome = f"ciclos completos com {o.demandas:,} guardadas".replace(",", ".")
    razao = cheio / vazio
    linhas.append(Linha(nome, cheio, "ciclos/s", vazio, razao, f"≥ {ALVO_CHEIA} do vazio", razao >= ALVO_CHEIA))
    escrever(linhas, o.saida)


if __name__ == "__main__":
    main()
