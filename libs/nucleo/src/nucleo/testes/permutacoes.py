"""Replays sample events in random interleavings with duplicates: the final state may not depend on either."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

from nucleo.colonia import Colonia
from nucleo.evento import Evento
from nucleo.payload import Payload
from nucleo.testes.bancada import Bancada, FabricaDeBancadas
from nucleo.testes.eventos import evento


async def verificar_permutacoes(
    bancada: FabricaDeBancadas,
    colonia: Colonia,
    eventos: Sequence[Payload | Evento[Any]],
    *,
    tabelas: Sequence[str],
    exemplos: int = 20,
    visao: Callable[[Evento[Any]], object] | None = None,
    **ajustes: Any,
) -> None:
    """Assert that any interleaving across topics, any batching and any duplication give one final state.

    Order is kept within a partition of a topic, as the log keeps it: the entity's key decides. Published events
    are compared as a set of their ids and payloads; `visao` may reduce an event to what must be equal (None: leave
    it out).

    Args:
        bancada: the fixture.
        colonia: the colony under test.
        eventos: sample events, those of one topic and key in their order.
        tabelas: tables whose rows must be equal at the end.
        exemplos: how many interleavings Hypothesis draws.
    """
    from hypothesis import given, seed, settings
    from hypothesis import strategies as st

    completos = [e if isinstance(e, Evento) else evento(e) for e in eventos]
    async with bancada(colonia, **ajustes) as b:
        await b.entregar(*completos)
        esperado = await _retrato(b, tabelas, visao)

        async def provar(sorteio: random.Random) -> None:
            await b.zerar()
            fila = _entrelacar(b, completos, sorteio)
            while fila:
                tamanho = sorteio.randint(1, len(fila))
                lote, fila = fila[:tamanho], fila[tamanho:]
                await b.entregar(*lote)
            assert await _retrato(b, tabelas, visao) == esperado

        laco = asyncio.get_running_loop()

        @seed(0)
        @settings(max_examples=exemplos, deadline=None, database=None)
        @given(st.randoms(use_true_random=False))
        def propriedade(sorteio: random.Random) -> None:
            asyncio.run_coroutine_threadsafe(provar(sorteio), laco).result()

        await asyncio.to_thread(propriedade)


async def _retrato(
    b: Bancada, tabelas: Sequence[str], visao: Callable[[Evento[Any]], object] | None
) -> dict[str, object]:
    publicados: list[Evento[Any]] = await b.publicados()
    ver = visao or (lambda e: (str(e.event_id), e.tipo, repr(e.payload)))
    return {
        "estado": await b.estado(tabelas),
        "publicados": sorted({repr(v) for e in publicados if (v := ver(e)) is not None}),
    }


def _entrelacar(b: Bancada, eventos: Sequence[Evento[Any]], sorteio: random.Random) -> list[Evento[Any]]:
    """Draw an interleaving that keeps the order of each topic and key, then repeat some events later."""
    filas: dict[tuple[str, str], list[Evento[Any]]] = {}
    for e in eventos:
        chave = str(getattr(e.payload, b.viva.catalogo.por_tipo[e.tipo].chave))
        filas.setdefault((e.tipo, chave), []).append(e)
    ordem: list[Evento[Any]] = []
    restantes = [list(fila) for fila in filas.values()]
    while restantes:
        fila = sorteio.choice(restantes)
        ordem.append(fila.pop(0))
        if not fila:
            restantes.remove(fila)
    for repetido in sorteio.sample(ordem, k=sorteio.randint(0, len(ordem))):
        ordem.insert(sorteio.randint(ordem.index(repetido) + 1, len(ordem)), repetido)
    return ordem
