"""The first road with many demands stored: how fast it drains what was accepted while it slept, and what it then holds.

Demands are accepted by D-1a alone, a slice at a time; then every colony comes back and what waits goes through.
"""

import argparse
import asyncio
import time
from pathlib import Path

from medir_estrada import AMBIENTE, Estrada, sustentada

from formigueiro.avulso import sistema_avulso
from formigueiro.carga import Carga
from formigueiro.comandos.territorio import chamar_d2
from formigueiro.medidas import Linha, escrever
from formigueiro.sistema import Sistema

FATIA, ALVO_DRENAGEM, ALVO_CHEIA = 100_000, 1_200, 0.9
_ACORDADAS = ("d1a-captura", "n0b-registro")


async def medir(sistema: Sistema, demandas: int, taxa: float, segundos: float) -> list[Linha]:
    """What it holds empty, the drain of each slice, what it holds full."""
    estrada = Estrada(sistema)
    pontos = await estrada.pontos()
    await sustentada(estrada, pontos, min(taxa, 200), 5, "aquecimento", taxa)
    vazia, _ = await sustentada(estrada, pontos, taxa, segundos, "estrada antes de encher", 700)
    drenagens = [await _drenar(estrada, pontos, n, FATIA) for n in range(demandas // FATIA)]
    cheia, _ = await sustentada(estrada, pontos, taxa, segundos, f"com {demandas:,} guardadas".replace(",", "."), 700)
    razao = cheia[0].valor / vazia[0].valor
    pior = min(drenagens)
    return [
        Linha("drenagem de 100.000 aceitas, a mais lenta", pior, "demandas/s", ALVO_DRENAGEM, pior / ALVO_DRENAGEM,
              f"≥ {ALVO_DRENAGEM}", pior >= ALVO_DRENAGEM),
        *cheia[1:],
        Linha(cheia[0].nome, cheia[0].valor, "demandas/s", vazia[0].valor, razao, f"≥ {ALVO_CHEIA} da vazia",
              razao >= ALVO_CHEIA),
    ]  # fmt: skip


async def _drenar(estrada: Estrada, pontos: list[tuple[float, float]], fatia: int, quantas: int) -> float:
    """Accept a slice with the road asleep, wake it, and return demands a second from the first ranked to the last."""
    sistema, todas = estrada.sistema, estrada.sistema.colonias
    sistema.colonias = {nome: todas[nome] for nome in _ACORDADAS}
    await asyncio.to_thread(_subir, sistema, 1)
    aceitas = 0
    while aceitas < quantas:
        carga = Carga(estrada.porta, pontos, semente=1000 * fatia + aceitas, espalhar=1e-4)
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
    with sistema_avulso(2, AMBIENTE) as sistema:
        if chamar_d2(sistema, ["importar", "--demonstracao"]):
            raise SystemExit("o território de demonstração não entrou")
        escrever(asyncio.run(medir(sistema, o.demandas, o.taxa, o.segundos)), o.saida)


if __name__ == "__main__":
    main()
