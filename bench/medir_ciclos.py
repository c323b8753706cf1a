"""Whole lifecycles: reported, ranked, called, drawn, contacted, told twice, concluded, and the counsellor free again.

An open loop of citizens over 300 units, and counsellors who act as soon as the log says that they were drawn; load,
broker and databases on the same machine. Everything goes in by the public door.
"""

import argparse
import asyncio
import random
import time
from pathlib import Path

from medir_estrada import AMBIENTE, Estrada

from formigueiro.avulso import sistema_avulso
from formigueiro.carga import Carga, Medida
from formigueiro.comandos.territorio import chamar_d2
from formigueiro.conselho import Conselho
from formigueiro.medidas import Linha, escrever
from formigueiro.sistema import Sistema

UNIDADES, POR_UNIDADE, ALVO = 300, 6, 150


async def medir(sistema: Sistema, taxa: float, segundos: float) -> list[Linha]:
    """Warm up, then the open loop; every demand must end its cycle."""
    estrada, conselho = Estrada(sistema), Conselho(sistema)
    lugares = await estrada.lugares(1)
    unidades = random.Random(5).sample(sorted(lugares), UNIDADES)
    carga = Carga(estrada.porta, [lugares[u] for u in unidades], semente=6, espalhar=0)
    async with conselho.reunido(unidades, POR_UNIDADE):
        await _correr(carga, conselho, min(taxa, 30), 5)
        antes, base = await estrada.processador(), len(conselho.concluidos)
        medida, vazao, resto = await _correr(carga, conselho, taxa, segundos)
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


async def _correr(carga: Carga, conselho: Conselho, taxa: float, segundos: float) -> tuple[Medida, float, int]:
    """Offer at a fixed rate and wait for the last cycle; cycles a second, and how many were open when it stopped."""
    inicio = time.perf_counter()
    medida = await carga.a_taxa_fixa(taxa, segundos)
    aceitas = set(medida.aceitas)
    resto = len(aceitas - conselho.concluidos)
    async with asyncio.timeout(180):
        while not aceitas <= conselho.concluidos:
            await asyncio.sleep(0.1)
    return medida, len(aceitas) / (time.perf_counter() - inicio), resto


def main() -> None:
    """Measure and print."""
    opcoes = argparse.ArgumentParser(description=__doc__)
    opcoes.add_argument("--taxa", type=float, default=160)
    opcoes.add_argument("--segundos", type=float, default=60)
    opcoes.add_argument("--saida", type=Path, help="arquivo JSON; sem ele, escreve na tela")
    o = opcoes.parse_args()
    with sistema_avulso(2, AMBIENTE) as sistema:
        if chamar_d2(sistema, ["importar", "--demonstracao"]):
            raise SystemExit("o território de demonstração não entrou")
        escrever(asyncio.run(medir(sistema, o.taxa, o.segundos)), o.saida)


if __name__ == "__main__":
    main()
