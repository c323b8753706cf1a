"""Whole lifecycles: reported, ranked, called, drawn, contacted, told twice, concluded, and the counsellor free again.

An open loop of citizens over 300 units, and counsellors who act as soon as the log says that they were drawn; load,
broker and databases on the same machine. Everything goes in by the public door.
"""

import argparse
import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from medir_estrada import Estrada, sistema_medido

from formigueiro.carga import Carga, Medida
from formigueiro.conselho import Conselho
from formigueiro.medidas import Linha, escrever
from formigueiro.sistema import Sistema

UNIDADES, POR_UNIDADE, ALVO = 300, 6, 150
TAXA, RAMPA = 160.0, 0.2  # offered a second; the part of the offer that is not counted


async def medir(sistema: Sistema, taxa: float, segundos: float) -> list[Linha]:
    """Warm up, then the open loop; every demand must end its cycle."""
    estrada = Estrada(sistema)
    async with roda(estrada) as (carga, conselho):
        antes, base = await estrada.processador(), len(conselho.concluidos)
        medida, vazao = await em_regime(carga, conselho, taxa, segundos)
        resto = len(set(medida.aceitas) - conselho.concluidos)
        async with asyncio.timeout(180):
            while not conselho.concluidos.issuperset(medida.aceitas):
                await asyncio.sleep(0.1)
        depois, feitos = await estrada.processador(), len(conselho.concluidos) - base
    print(f"# ciclos: aceitas {len(medida.aceitas)}, respostas {medida.respostas}, quedas {medida.quedas}, "
          f"atos {dict(conselho.respostas)}, por acabar ao fim da oferta {resto}", flush=True)  # fmt: skip
    return [
        Linha("ciclos completos sustentados", vazao, "ciclos/s", ALVO, vazao / ALVO, f"≥ {ALVO}", vazao >= ALVO * 0.98),
        Linha("ciclos: por acabar ao fim da oferta", resto, "ciclos"),
        *(
            Linha(f"ciclos: CPU por ciclo, {especie}", (depois[especie] - antes.get(especie, 0)) / feitos * 1e6, "µs")
            for especie in depois
        ),
    ]


@asynccontextmanager
async def roda(estrada: Estrada) -> AsyncIterator[tuple[Carga, Conselho]]:
    """Citizens of always the same units and the counsellors of those, already turning."""
    conselho = Conselho(estrada.sistema)
    lugares = await estrada.lugares(1, UNIDADES)
    unidades = random.Random(5).sample(sorted(lugares), UNIDADES)
    carga = Carga(estrada.porta, [lugares[u] for u in unidades], semente=6, espalhar=0)
    async with conselho.reunido(unidades, POR_UNIDADE):
        await carga.a_taxa_fixa(30, 5)
        yield carga, conselho


async def em_regime(carga: Carga, conselho: Conselho, taxa: float, segundos: float) -> tuple[Medida, float]:
    """Offer at a fixed rate; cycles that end a second while it lasts, from the moment when the first ones had time to.

    What is still to be drawn when the offer begins counts as well: in a full system that is what is drawn.
    """
    oferta = asyncio.create_task(carga.a_taxa_fixa(taxa, segundos))
    await asyncio.sleep(segundos * RAMPA)
    inicio, base = time.perf_counter(), len(conselho.concluidos)
    medida = await oferta
    return medida, (len(conselho.concluidos) - base) / (time.perf_counter() - inicio)


def main() -> None:
    """Measure and print."""
    opcoes = argparse.ArgumentParser(description=__doc__)
    opcoes.add_argument("--taxa", type=float, default=TAXA)
    opcoes.add_argument("--segundos", type=float, default=60)
    opcoes.add_argument("--saida", type=Path, help="arquivo JSON; sem ele, escreve na tela")
    o = opcoes.parse_args()
    with sistema_medido() as sistema:
        escrever(asyncio.run(medir(sistema, o.taxa, o.segundos)), o.saida)


if __name__ == "__main__":
    main()
