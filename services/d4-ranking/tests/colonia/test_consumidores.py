"""Events in, rankings out, on a real database."""

import asyncio
import random
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from d4_ranking.colonia import colonia
from nucleo import Evento
from nucleo.eventos import Breakdown, DemandaRanqueada
from nucleo.testes import Bancada, FabricaDeBancadas, verificar_permutacoes

Categoriza = Callable[..., Evento[Any]]
Demanda = Callable[[int], UUID]

ESTADO = [
    """(SELECT demanda_id, unidade_civica_id, categoria_id, nivel_precedencia, versao_categorizacao, score_final,
               versao_parametros, ativo FROM demandas) AS presente""",
    "(SELECT * FROM contagem WHERE ativas <> 0) AS contado",
    "(SELECT unidade_civica_id, total FROM unidades) AS totais",
    "agregadas",
]


async def posicoes(b: Bancada) -> list[tuple[int, int]]:
    """(position, total) of each demanda.ranqueada, in the order of publication."""
    return [
        (e.payload.posicao_no_ranking, e.payload.total_demandas_na_uc) for e in await b.publicados(DemandaRanqueada)
    ]


async def fila(b: Bancada, unidade: UUID) -> list[UUID]:
    """The ids of the ranking, as the API gives them."""
    resposta = await b.http.get(f"/api/d4/ranking/{unidade}")
    return [UUID(item["demanda_id"]) for item in resposta.json()["itens"]]


async def test_uma_demanda_categorizada_e_ranqueada_com_todos_os_fatores(
    bancada: FabricaDeBancadas, categorizada: Categoriza, demanda: Demanda, centro: UUID
) -> None:
    async with bancada(colonia) as b:
        causa = categorizada(1, nivel=3, horizontal=85.0)
        await b.entregar(causa)
        [ranqueada] = await b.publicados(DemandaRanqueada)
    assert ranqueada.causacao_id == causa.event_id
    assert ranqueada.correlacao_id == causa.correlacao_id
    assert ranqueada.payload == DemandaRanqueada(
        demanda_id=demanda(1),
        unidade_civica_id=centro,
        categoria_id="3.1",
        nivel_precedencia=3,
        score_final=5100.0,
        breakdown=Breakdown(peso_nacional=60.0, peso_situacional=1.0, score_horizontal=85.0),
        posicao_no_ranking=1,
        total_demandas_na_uc=1,
        versao_parametros="1.0.0",
        timestamp_calculo=b.relogio.agora(),
    )


async def test_a_posicao_e_exata_no_instante_do_calculo(bancada: FabricaDeBancadas, categorizada: Categoriza) -> None:
    eventos = [
        categorizada(5, nivel=3),
        categorizada(4, nivel=1),  # ahead of the first: higher level
        categorizada(6, nivel=3),  # same score as the first, received later
        categorizada(3, nivel=3),  # same score, received earlier
        categorizada(2, nivel=2, horizontal=200.0),  # ahead of all
    ]
    async with bancada(colonia) as junto, bancada(colonia) as separado:
        await junto.entregar(*eventos)
        for e in eventos:
            await separado.entregar(e)
        assert await posicoes(junto) == await posicoes(separado) == [(1, 1), (1, 2), (3, 3), (2, 4), (1, 5)]


async def test_as_posicoes_conferem_com_as_de_uma_fila_inteira(
    bancada: FabricaDeBancadas, categorizada: Categoriza
) -> None:
    sorteio = random.Random(4)
    receitas = [
        (sorteio.randrange(40_000_000), sorteio.randint(1, 5), sorteio.choice([60.0, 70.0, 95.0])) for _ in range(300)
    ]
    eventos = [categorizada(n, nivel, horizontal) for n, nivel, horizontal in receitas]
    inteira: list[tuple[float, UUID]] = []
    esperadas = []
    for e in eventos:
        chave = (-(120 - 20 * e.payload.nivel_precedencia) * e.payload.score_horizontal, e.payload.demanda_id)
        inteira.append(chave)
        esperadas.append((sorted(inteira).index(chave) + 1, len(inteira)))
    async with bancada(colonia) as b:
        while eventos:
            tamanho = sorteio.randint(1, 60)
            await b.entregar(*eventos[:tamanho])
            eventos = eventos[tamanho:]
        assert await posicoes(b) == esperadas


async def test_os_instantes_do_calculo_dao_a_ordem_dentro_da_unidade(
    bancada: FabricaDeBancadas, categorizada: Categoriza
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(categorizada(1), categorizada(2))
        await b.entregar(categorizada(3))
        instantes = [e.payload.timestamp_calculo for e in await b.publicados(DemandaRanqueada)]
    assert instantes == sorted(set(instantes))


async def test_recategorizada_muda_de_lugar_e_guarda_o_historico(
    bancada: FabricaDeBancadas, categorizada: Categoriza, demanda: Demanda, centro: UUID
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(categorizada(1), categorizada(2))
        await b.entregar(categorizada(1, nivel=5, versao=2))
        assert await posicoes(b) == [(1, 1), (2, 2), (2, 2)]
        assert await fila(b, centro) == [demanda(2), demanda(1)]
        historico = await b.consultar("SELECT versao_categorizacao, score_final FROM historico ORDER BY 1, 2 DESC")
    assert [(h["versao_categorizacao"], h["score_final"]) for h in historico] == [(1, 9500), (1, 9500), (2, 1900)]


async def test_recategorizada_para_outra_unidade_sai_da_primeira(
    bancada: FabricaDeBancadas, categorizada: Categoriza, demanda: Demanda, centro: UUID, vila: UUID
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(categorizada(1), categorizada(2), categorizada(1, unidade=vila, versao=2), categorizada(3))
        assert await posicoes(b) == [(1, 1), (2, 2), (1, 1), (2, 2)]
        assert await fila(b, centro) == [demanda(2), demanda(3)]
        assert await fila(b, vila) == [demanda(1)]


async def test_versao_antiga_que_chega_atrasada_e_ignorada(
    bancada: FabricaDeBancadas, categorizada: Categoriza, demanda: Demanda, centro: UUID
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(categorizada(1, nivel=2, versao=2), categorizada(1, nivel=1, versao=1))
        await b.entregar(categorizada(1, nivel=1, versao=1, horizontal=70.0))
        [ranqueada] = await b.publicados(DemandaRanqueada)
    assert ranqueada.payload.nivel_precedencia == 2


async def test_demanda_sem_unidade_espera_a_versao_que_a_traz(
    bancada: FabricaDeBancadas, categorizada: Categoriza, demanda: Demanda, centro: UUID
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(categorizada(1, unidade=None))
        assert await posicoes(b) == []
        await b.entregar(categorizada(1, versao=2))
        assert await posicoes(b) == [(1, 1)]


async def test_membros_de_um_agregado_saem_do_ranking_e_o_representante_fica(
    bancada: FabricaDeBancadas, categorizada: Categoriza, agregada: Categoriza, demanda: Demanda, centro: UUID
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(categorizada(1), categorizada(2), categorizada(3))
        await b.entregar(agregada(2, 1, 2, 3))
        await b.entregar(categorizada(4))
        assert await fila(b, centro) == [demanda(2), demanda(4)]
        assert (await posicoes(b))[-1] == (2, 2)
        linhas = await b.consultar("SELECT ativo FROM historico WHERE demanda_id = :d ORDER BY ativo", d=demanda(1))
    assert [linha["ativo"] for linha in linhas] == [False, True]


async def test_membro_agregado_antes_de_ser_categorizado_nasce_inativo(
    bancada: FabricaDeBancadas, categorizada: Categoriza, agregada: Categoriza, demanda: Demanda, centro: UUID
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(agregada(1, 2))
        await b.entregar(categorizada(1), categorizada(2))
        assert await fila(b, centro) == [demanda(1)]
        assert await posicoes(b) == [(1, 1)]
        [linha] = await b.consultar("SELECT * FROM historico WHERE demanda_id = :d", d=demanda(2))
    assert (linha["ativo"], linha["score_final"], linha["posicao_no_ranking"]) == (False, 9500.0, None)


async def test_membro_recategorizado_continua_inativo(
    bancada: FabricaDeBancadas, categorizada: Categoriza, agregada: Categoriza, demanda: Demanda, centro: UUID
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(categorizada(1), categorizada(2))
        await b.entregar(agregada(1, 2))
        await b.entregar(categorizada(2, nivel=2, versao=2))
        assert await fila(b, centro) == [demanda(1)]
        assert await posicoes(b) == [(1, 1), (2, 2)]


@pytest.mark.parametrize("errado", [{"nivel": 7}, {"horizontal": float("nan")}, {"horizontal": -1.0}])
async def test_demanda_que_nao_se_deixa_ranquear_vai_para_a_dlq_e_as_outras_seguem(
    bancada: FabricaDeBancadas, categorizada: Categoriza, errado: dict[str, Any]
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(categorizada(1), categorizada(2, **errado), categorizada(3))
        assert await posicoes(b) == [(1, 1), (2, 2)]
        assert len(await b.dlq()) == 1


async def test_qualquer_ordem_e_repeticao_da_o_mesmo_ranking(
    bancada: FabricaDeBancadas, categorizada: Categoriza, agregada: Categoriza, vila: UUID
) -> None:
    """Same queues, counts and scores. Positions tell of the moment, so they and its instant may differ, and so may
    whether a member was ranked before it was aggregated: events of members are left out."""
    eventos = [
        categorizada(1),
        categorizada(2, nivel=3),
        categorizada(2, nivel=2, versao=2),
        categorizada(3),
        categorizada(4, horizontal=70.0),
        categorizada(4, unidade=vila, versao=2),
        categorizada(5, unidade=vila),
        categorizada(6),
        categorizada(6, unidade=vila, versao=3),
        agregada(1, 3, 6),
        agregada(4, 5, unidade=vila),
    ]
    membros = {eventos[3].payload.demanda_id, eventos[6].payload.demanda_id, eventos[7].payload.demanda_id}

    def visao(e: Evento[DemandaRanqueada]) -> object:
        p = e.payload
        if p.demanda_id in membros:
            return None
        return e.event_id, p.demanda_id, p.unidade_civica_id, p.nivel_precedencia, p.breakdown, p.score_final

    await verificar_permutacoes(bancada, colonia, eventos, tabelas=ESTADO, visao=visao)


async def replicar(b: Bancada, tipo: str, eventos: list[Evento[Any]], de_cada_vez: int) -> None:
    """What one replica does with its partitions: a transaction after the other."""
    tratar = b.colonia.consome[tipo]
    for i in range(0, len(eventos), de_cada_vez):
        async with b.viva.unidade() as uow:
            await tratar(eventos[i : i + de_cada_vez] if de_cada_vez > 1 else eventos[i], uow)


async def test_duas_replicas_na_mesma_unidade_dao_posicoes_exatas(
    bancada: FabricaDeBancadas, categorizada: Categoriza, vila: UUID, centro: UUID
) -> None:
    eventos = [categorizada(n, nivel=n % 5 + 1, unidade=(centro, vila)[n % 2]) for n in range(200)]
    async with bancada(colonia) as b:
        await asyncio.gather(
            replicar(b, "demanda.categorizada", eventos[:100], 7),
            replicar(b, "demanda.categorizada", eventos[100:][::-1], 9),
        )
        publicados = [e.payload for e in await b.publicados(DemandaRanqueada)]
    filas: dict[UUID, list[tuple[float, UUID]]] = {centro: [], vila: []}
    for p in sorted(publicados, key=lambda p: p.timestamp_calculo):
        inteira = filas[p.unidade_civica_id]
        inteira.append((-p.score_final, p.demanda_id))
        assert (p.posicao_no_ranking, p.total_demandas_na_uc) == (sorted(inteira).index(inteira[-1]) + 1, len(inteira))


async def test_agregar_enquanto_outra_replica_ranqueia_nao_deixa_membro_ativo(
    bancada: FabricaDeBancadas, categorizada: Categoriza, agregada: Categoriza, demanda: Demanda
) -> None:
    agregados = [agregada(n, n + 1) for n in range(0, 100, 2)]
    async with bancada(colonia) as b:
        await asyncio.gather(
            replicar(b, "demanda.categorizada", [categorizada(n) for n in range(100)], 7),
            replicar(b, "duplicidade.agregada", agregados[::-1], 1),
        )
        ativas = await b.consultar("SELECT demanda_id FROM demandas WHERE ativo ORDER BY demanda_id")
        totais = await b.consultar(
            "SELECT total, (SELECT sum(ativas) FROM contagem WHERE grao = 48) AS contadas FROM unidades"
        )
    assert [linha["demanda_id"] for linha in ativas] == [demanda(n) for n in range(0, 100, 2)]
    assert totais == [{"total": 50, "contadas": 50}]
