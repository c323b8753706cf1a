"""Whatever happens, the stored counts, orders and groups are those that the facts give when computed from scratch."""

import asyncio
import random
from collections import Counter
from itertools import combinations
from math import asin, cos, radians, sin, sqrt
from typing import Any
from uuid import UUID

import pytest

from d5_agenda.colonia import colonia
from d5_agenda.dominio.uniao import fundir
from nucleo import Evento
from nucleo.testes import Bancada, FabricaDeBancadas, verificar_permutacoes

Fatos = Any
Linha = dict[str, Any]
NA_ORDEM = ("disponivel", "atribuido", "em_progresso")

ESTADO = [
    """(SELECT demanda_id, status, data_conclusao, unidade_civica_id, nivel_precedencia, score_final, calculado_em,
               correlacao_id, lat, lng, sorteada_em, sorteado_id, iniciada_em, encerrada_em, vaga_em
        FROM demandas) AS d""",
    "(SELECT * FROM contagem WHERE itens <> 0) AS contado",
    """(SELECT unidade_civica_id, cadeia_ucs, nivel_corrente, distribuicao, disponiveis, atribuidos, em_progresso
        FROM unidades) AS u""",
    "celulas",
    "unidades_publicadas",
]


def metros(a: Linha, b: Linha) -> float:
    """Haversine distance of two demands."""
    seno = sin(radians(a["lat"] - b["lat"]) / 2) ** 2
    seno += cos(radians(a["lat"])) * cos(radians(b["lat"])) * sin(radians(a["lng"] - b["lng"]) / 2) ** 2
    return 2 * 6_371_008.8 * asin(sqrt(seno))


def dbscan(demandas: list[Linha]) -> set[frozenset[str]]:
    """The groups of a set of demands, computed at once: with a minimum of 2, what 500 m connects."""
    pares = [{str(a["demanda_id"]), str(b["demanda_id"])} for a, b in combinations(demandas, 2) if metros(a, b) <= 500]
    return {frozenset(grupo) for grupo in fundir(pares)}


async def paginas(b: Bancada, unidade: UUID, **filtros: Any) -> list[Linha]:
    """Every item of a backlog, following `proximo` to the end."""
    itens: list[Linha] = []
    depois = None
    while True:
        resposta = await b.http.get(
            f"/api/d5/backlog/{unidade}", params=filtros | ({"depois": depois} if depois else {})
        )
        assert resposta.status_code == 200, resposta.text
        itens += resposta.json()["itens"]
        depois = resposta.json()["proximo"]
        if depois is None:
            return itens


async def conferir(b: Bancada, unidade: UUID) -> None:
    """Compare what the API says of a unit with what its demands give."""
    corpo = (await b.http.get(f"/api/d5/backlog/{unidade}?limite=1")).json()
    todas = await b.consultar("SELECT * FROM demandas WHERE unidade_civica_id = :u", u=unidade)
    na_ordem = [d for d in todas if d["status"] in NA_ORDEM]
    contagem = Counter(d["status"] for d in na_ordem)
    assert [corpo[f"total_{s}"] for s in ("disponiveis", "atribuidos", "em_progresso")] == [
        contagem[s] for s in NA_ORDEM
    ]

    esperados = []
    for nivel in range(1, 6):
        do_nivel = sorted((-d["score_final"], d["demanda_id"]) for d in na_ordem if d["nivel_precedencia"] == nivel)
        fatia = corpo["distribuicao"][nivel - 1]
        esperados += [(i / fatia, nivel, i, str(demanda_id)) for i, (_, demanda_id) in enumerate(do_nivel, 1)]
    itens = await paginas(b, unidade, limite=23)
    vistos = [(i["chave"], i["nivel_precedencia"], i["indice_no_nivel"], i["demanda_id"]) for i in itens]
    assert vistos == sorted(esperados)
    assert [i["posicao"] for i in itens] == list(range(1, len(itens) + 1))

    esperados_grupos = set()
    for categoria in {d["categoria_id"] for d in na_ordem}:
        esperados_grupos |= dbscan([d for d in na_ordem if d["categoria_id"] == categoria and d["lat"] is not None])
    grupos: dict[str, set[str]] = {}
    for item in itens:
        if item["grupo_id"]:
            grupos.setdefault(item["grupo_id"], set()).add(item["demanda_id"])
    assert {frozenset(grupo) for grupo in grupos.values()} == esperados_grupos


def acontecer(fatos: Fatos, sorteio: random.Random, quantas: int, raio: float) -> list[Evento[Any]]:
    """Something that may happen to some demands of a small place."""
    n, quem, em = sorteio.randrange(quantas), sorteio.randrange(5), sorteio.uniform(0, 100)
    lat, lng = sorteio.uniform(-raio, raio), sorteio.uniform(-raio, raio)
    ranking = {
        "nivel": sorteio.choice((1, 1, 1, 3, 5)),
        "score": sorteio.choice((5000.0, 9500.0)),
        "unidade": sorteio.choice((fatos.centro, fatos.centro, fatos.vila)),
        "em": em,
    }
    raros = [
        [fatos.situada(n, lat, lng, ranking["unidade"], em=em)],
        [fatos.situada(n, None, None, ranking["unidade"], em=em)],
        [fatos.sorteada(n, quem, em)],
        [fatos.iniciada(n, quem, em)],
        [fatos.encerrada(n, quem, em)],
        [fatos.sem_candidatos(n, em)],
        [fatos.concluida(n, em)],
        [fatos.confirmada(n, em)],
        [fatos.agregada(n, sorteio.randrange(quantas), em=em)],
        [fatos.ranking(ranking["unidade"], tuple(sorteio.uniform(0.1, 1) for _ in range(5)), em=em)],
    ]
    comum = [fatos.situada(n, lat, lng, ranking["unidade"]), fatos.ranqueada(n, **ranking)]
    return comum if sorteio.random() < 0.6 else sorteio.choice(raros)


@pytest.mark.parametrize("semente", range(6))
async def test_depois_de_qualquer_vida_tudo_confere_com_o_que_se_calcula_do_zero(
    bancada: FabricaDeBancadas, fatos: Fatos, semente: int
) -> None:
    """From sparse places, where groups come and go, to dense ones, where they hold together."""
    sorteio = random.Random(semente)
    quantas, raio = 120, (0.006, 0.012, 0.024)[semente % 3]
    async with bancada(colonia, limite_multiplicador=1000) as b:
        await b.entregar(fatos.publicada(fatos.centro), fatos.publicada(fatos.vila))
        for _ in range(12):
            lote = [e for _ in range(sorteio.randint(1, 40)) for e in acontecer(fatos, sorteio, quantas, raio)]
            await b.entregar(*lote)
            for unidade in (fatos.centro, fatos.vila):
                await conferir(b, unidade)
        espera = await b.consultar("SELECT unidade_civica_id, count(*) AS n FROM demandas WHERE aguardando GROUP BY 1")
        livres = await b.consultar(
            """SELECT DISTINCT unidade_civica_id AS u FROM demandas
               WHERE status = 'disponivel' AND NOT anunciada AND unidade_civica_id IS NOT NULL"""
        )
    assert all(linha["n"] == 1 for linha in espera)
    assert {linha["u"] for linha in livres} <= {linha["unidade_civica_id"] for linha in espera}


async def test_qualquer_ordem_e_repeticao_da_o_mesmo_backlog(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    """Announcements tell of the moment, so they may differ; the state may not."""
    eventos = [
        *(e for n in range(6) for e in fatos.no_backlog(n, lat=0.004 * n, em=1)),
        fatos.ranqueada(0, nivel=2, em=2),
        fatos.ranqueada(1, unidade=fatos.vila, em=3),
        fatos.situada(1, unidade=fatos.vila, em=4),
        fatos.situada(2, None, None, em=5),
        fatos.ranking(em=6),
        fatos.ranking(corrente=3, fatias=(0.1, 0.2, 0.4, 0.2, 0.1), em=7),
        fatos.sorteada(0, quem=1, em=10),
        fatos.sorteada(0, quem=2, em=11),
        fatos.iniciada(0, quem=2, em=12),
        fatos.encerrada(0, quem=2, em=13),
        fatos.sorteada(1, quem=3, em=10),
        fatos.sem_candidatos(1, em=11),
        fatos.sorteada(2, quem=4, em=10),
        fatos.iniciada(2, quem=4, em=11),
        fatos.confirmada(2, em=12),
        fatos.encerrada(2, quem=4, em=14, motivo="demanda_concluida"),
        fatos.sorteada(3, quem=5, em=10),
        fatos.concluida(3, em=12),
        fatos.cancelado(4, em=10),
        fatos.confirmada(4, em=12),
        fatos.agregada(5, 4, 3, 7, em=13),
        fatos.agregada(0, 6, em=14),
        *fatos.no_backlog(6),
        fatos.publicada(fatos.vila),
        fatos.publicada(fatos.municipio),
        fatos.publicada(fatos.municipio, ativa=False),
    ]
    await verificar_permutacoes(bancada, colonia, eventos, tabelas=ESTADO, exemplos=25, visao=lambda _: None)


async def test_lotes_ao_mesmo_tempo_esperam_uns_pelos_outros(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    """As from replicas: each topic in a transaction of its own, all about the same unit."""
    async with bancada(colonia, limite_multiplicador=1000) as b:
        await b.entregar(*(e for n in range(60) for e in fatos.no_backlog(n, lat=0.001 * n)))
        for n in range(12):
            [espera] = await b.consultar("SELECT demanda_id FROM demandas WHERE aguardando")
            tomada = next(m for m in range(100) if fatos.demanda(m) == espera["demanda_id"])
            await asyncio.gather(
                b.entregar(fatos.sorteada(tomada, quem=n)),
                b.entregar(fatos.concluida(tomada), fatos.concluida(40 + n)),
                b.entregar(fatos.ranqueada(20 + n, nivel=2, em=n), fatos.ranqueada(70 + n)),
                b.entregar(fatos.situada(20 + n, 0.0, 0.001 * n, em=n)),
                b.periodico("gerar_agendas"),
            )
        await conferir(b, fatos.centro)
        assert await b.consultar("SELECT count(*) AS n FROM demandas WHERE aguardando") == [{"n": 1}]
        assert await b.dlq() == []
