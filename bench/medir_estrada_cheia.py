"""With many demands stored: how fast the road drains what was accepted while it slept, what it then holds, and how many
whole lifecycles.

Demands are accepted by D-1a alone, a slice at a time; then every colony comes back and what waits goes through.
"""

import argparse
import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import medir_ciclos
from medir_estrada import AMBIENTE, Estrada, sustentada

from formigueiro.avulso import sistema_avulso
from formigueiro.carga import Carga
from formigueiro.comandos.territorio import chamar_d2
from formigueiro.conselho import Conselho
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
    ciclos = await _ciclos(sistema, segundos)
    razao = cheia[0].valor / vazia[0].valor
    pior = min(drenagens)
    linhas = [
        Linha("drenagem de 100.000 aceitas, a mais lenta", pior, "demandas/s", ALVO_DRENAGEM, pior / ALVO_DRENAGEM,
              f"≥ {ALVO_DRENAGEM}", pior >= ALVO_DRENAGEM),
        *cheia[1:],
        Linha(cheia[0].nome, cheia[0].valor, "demandas/s", vazia[0].valor, razao, f"≥ {ALVO_CHEIA} da vazia",
              razao >= ALVO_CHEIA),
    ]  # fmt: skip
    return linhas, ciclos


async def _ciclos(sistema: Sistema, segundos: float) -> float:
    """Cycles that end a second; in a full system the first to be drawn are demands that have waited."""
    estrada, conselho = Estrada(sistema), Conselho(sistema)
    lugares = await estrada.lugares(1, medir_ciclos.UNIDADES)
    unidades = medir_ciclos.sortear_unidades(lugares)
    carga = Carga(estrada.porta, [lugares[u] for u in unidades], semente=6, espalhar=0)
    async with conselho.reunido(unidades, medir_ciclos.POR_UNIDADE):
        await carga.a_taxa_fixa(30, 5)
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
    with _sistema() as sistema:
        linhas, cheio = asyncio.run(medir(sistema, o.demandas, o.taxa, o.segundos))
    with _sistema() as sistema:
        vazio = asyncio.run(_ciclos(sistema, o.segundos))
    nome = f"ciclos completos com {o.demandas:,} guardadas".replace(",", ".")
    razao = cheio / vazio
    linhas.append(Linha(nome, cheio, "ciclos/s", vazio, razao, f"≥ {ALVO_CHEIA} do vazio", razao >= ALVO_CHEIA))
    escrever(linhas, o.saida)


@contextmanager
def _sistema() -> Iterator[Sistema]:
    with sistema_avulso(2, AMBIENTE) as sistema:
        if chamar_d2(sistema, ["importar", "--demonstracao"]):
            raise SystemExit("o território de demonstração não entrou")
        yield sistema


if __name__ == "__main__":
    main()
