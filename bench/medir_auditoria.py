"""`formigueiro auditar sorteio`, draws a second: from the first byte asked of the broker to the last rule checked.

The log is invented (pools of 50, every draw with its pulse and the end of its cycle) and lies on a real broker.
The floor is reading and decoding the same topics without checking anything.
"""

import argparse
import os
import random
import time
from pathlib import Path
from uuid import uuid4

from formigueiro.auditar import ensaio
from formigueiro.auditar.leitura import ler
from formigueiro.auditar.sorteio import TOPICOS, AuditoriaDosSorteios
from formigueiro.auditar.sorteio.ficcao import Historia
from formigueiro.medidas import Linha, escrever

UNIDADES, ELEGIVEIS, RODADAS, ALHEIOS = 50, 50, 200, 500
SORTEIOS = UNIDADES * RODADAS
ALVO = 1000.0


def historia() -> Historia:
    """In each round every unit draws among fifty, under one pulse that lists other events too."""
    h = Historia(random.Random(6), UNIDADES, ELEGIVEIS)
    for _ in range(RODADAS):
        for unidade in h.unidades:
            h.comprometer(unidade)
        h.pulsar(ALHEIOS)
        for sorteio in list(h.abertos):
            h.sortear(sorteio)
        for demanda in list(h.posses):
            h.concluir(demanda)
    h.pulsar()
    return h


def medir(broker: str) -> list[Linha]:
    """Read alone, then audit."""
    h = historia()
    topicos = ensaio.publicar(broker, TOPICOS, h.eventos, prefixo=f"bench.{uuid4().hex}.")
    with ensaio.registro() as registro:
        inicio = time.perf_counter()
        lidos = sum(1 for _ in ler(topicos, broker, registro, {}))
        so_ler = time.perf_counter() - inicio
        auditoria = AuditoriaDosSorteios(ate=h.agora)
        inicio = time.perf_counter()
        for evento in ler(topicos, broker, registro, {}):
            auditoria.receber(evento)
        laudo = auditoria.concluir()
        auditar = time.perf_counter() - inicio
    if laudo.faltas or laudo.sorteios != SORTEIOS or lidos != len(h.eventos):
        raise SystemExit(f"{laudo.sorteios} sorteios, {lidos} eventos, {laudo.faltas[:3]}")
    valor, piso = SORTEIOS / auditar, SORTEIOS / so_ler
    nome = f"auditar sorteio, {ELEGIVEIS} elegíveis"
    return [Linha(nome, valor, "sorteios/s", piso, valor / piso, f"≥ {ALVO:.0f}", valor >= ALVO)]


if __name__ == "__main__":
    argumentos = argparse.ArgumentParser(description=__doc__)
    argumentos.add_argument("--broker", default=os.environ.get("FORMIGUEIRO_TESTE_KAFKA"))
    argumentos.add_argument("--saida", type=Path)
    opcoes = argumentos.parse_args()
    escrever(medir(opcoes.broker), opcoes.saida)
