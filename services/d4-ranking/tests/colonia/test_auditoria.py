"""What the colony publishes, audited from its public events alone."""

import random
from collections.abc import Callable
from dataclasses import asdict
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from d4_ranking import parametros
from d4_ranking.colonia import colonia
from d4_ranking.dominio.parametros import Parametros
from formigueiro.auditar import Auditoria, Laudo
from nucleo import Evento
from nucleo.testes import Bancada, FabricaDeBancadas

Categoriza = Callable[..., Evento[Any]]


async def auditar(b: Bancada, consumidos: list[Evento[Any]]) -> Laudo:
    """Audit what was delivered and what came out of it."""
    auditoria = Auditoria()
    for evento in (*consumidos, *await b.publicados()):
        auditoria.receber(asdict(evento))
    return auditoria.concluir(timedelta(0))


@pytest.mark.parametrize("semente", range(5))
async def test_tudo_o_que_a_colonia_publica_passa_na_auditoria(
    bancada: FabricaDeBancadas,
    categorizada: Categoriza,
    agregada: Categoriza,
    centro: UUID,
    vila: UUID,
    semente: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A random life: arrivals out of order, new versions, moves, aggregates, announcements, new parameters."""
    sorteio = random.Random(semente)
    primeira = parametros.publicados()[0]
    coberturas = [{"unidade_civica_id": centro, "nivel": 1, "atingida": 3, "meta": 7}]
    dados = {"versao": "1.1.0", "vigente_desde": "2026-03-20T00:00:00Z", "coberturas": coberturas}
    segunda = Parametros.model_validate(primeira.model_dump() | dados)
    monkeypatch.setattr(parametros, "publicados", lambda: (primeira, segunda))
    versoes: dict[int, int] = {}
    eventos: list[Evento[Any]] = []
    async with bancada(colonia, ranking_janela_s=1.0) as b:
        await b.periodico("publicar_parametros")
        for passo in range(40):
            if passo == 25:
                b.relogio.avancar(days=10)
            lote: list[Evento[Any]] = []
            for _ in range(sorteio.randint(1, 15)):
                n = sorteio.randrange(150)
                versoes[n] = versoes.get(n, 0) + 1
                nivel, unidade = sorteio.randint(1, 5), sorteio.choice((centro, vila))
                lote.append(categorizada(n, nivel, sorteio.choice((60.0, 95.0)), unidade, versoes[n]))
            if sorteio.random() < 0.2:
                lote.append(agregada(*sorteio.sample(range(150), 3)))
            await b.entregar(*lote)
            eventos += lote
            if sorteio.random() < 0.3:
                b.relogio.avancar(seconds=2)
                await b.periodico("recalcular")
                await b.periodico("anunciar_rankings")
        b.relogio.avancar(seconds=2)
        await b.periodico("recalcular")
        await b.periodico("anunciar_rankings")
        laudo = await auditar(b, eventos)
    assert laudo.faltas == []
    assert laudo.demandas > 150
    assert laudo.rankings > 10
