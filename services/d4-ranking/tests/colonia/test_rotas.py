"""What the public reads."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from d4_ranking.colonia import colonia
from nucleo import Evento
from nucleo.testes import Bancada, FabricaDeBancadas

Categoriza = Callable[..., Evento[Any]]
Demanda = Callable[[int], UUID]


async def paginas(b: Bancada, unidade: UUID, limite: int) -> list[list[dict[str, Any]]]:
    """Every page of a ranking, following `proximo` to the end."""
    lidas, depois = [], None
    while True:
        resposta = await b.http.get(
            f"/api/d4/ranking/{unidade}", params={"limite": limite} | ({"depois": depois} if depois else {})
        )
        assert resposta.status_code == 200
        lidas.append(resposta.json()["itens"])
        depois = resposta.json()["proximo"]
        if depois is None:
            return lidas


async def test_o_ranking_traz_o_breakdown_de_cada_demanda(
    bancada: FabricaDeBancadas, categorizada: Categoriza, demanda: Demanda, centro: UUID
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(categorizada(1, nivel=3, horizontal=85.0), categorizada(2))
        corpo = (await b.http.get(f"/api/d4/ranking/{centro}")).json()
    assert (corpo["total_demandas"], corpo["nivel_corrente"], corpo["versao_parametros"]) == (2, 1, "1.0.0")
    assert sum(corpo["distribuicao"]) == 1.0
    assert corpo["itens"][1] == {
        "posicao": 2,
        "demanda_id": str(demanda(1)),
        "unidade_civica_id": str(centro),
        "categoria_id": "3.1",
        "nivel_precedencia": 3,
        "score_final": 5100.0,
        "breakdown": {"peso_nacional": 60.0, "peso_situacional": 1.0, "score_horizontal": 85.0},
        "versao_categorizacao": 1,
        "versao_parametros": "1.0.0",
        "timestamp_calculo": "2026-03-14T13:32:00Z",
    }


async def test_501_demandas_de_score_igual_em_paginas_sem_repeticao_nem_falta(
    bancada: FabricaDeBancadas, categorizada: Categoriza, demanda: Demanda, centro: UUID
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*(categorizada(n) for n in reversed(range(501))))
        lidas = await paginas(b, centro, limite=100)
    assert [len(pagina) for pagina in lidas] == [100, 100, 100, 100, 100, 1]
    assert [UUID(item["demanda_id"]) for pagina in lidas for item in pagina] == [demanda(n) for n in range(501)]
    assert [item["posicao"] for pagina in lidas for item in pagina] == list(range(1, 502))


async def test_a_ultima_pagina_cheia_diz_que_acabou(
    bancada: FabricaDeBancadas, categorizada: Categoriza, centro: UUID
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*(categorizada(n, nivel=n % 5 + 1) for n in range(10)))
        assert [len(pagina) for pagina in await paginas(b, centro, limite=5)] == [5, 5]


async def test_a_pagina_continua_de_onde_parou_ainda_que_a_demanda_do_cursor_saia(
    bancada: FabricaDeBancadas, categorizada: Categoriza, agregada: Categoriza, demanda: Demanda, centro: UUID
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*(categorizada(n) for n in range(6)))
        proximo = (await b.http.get(f"/api/d4/ranking/{centro}?limite=3")).json()["proximo"]
        await b.entregar(agregada(0, 2))
        corpo = (await b.http.get(f"/api/d4/ranking/{centro}", params={"depois": proximo})).json()
    assert [(i["posicao"], UUID(i["demanda_id"])) for i in corpo["itens"]] == [(n, demanda(n)) for n in (3, 4, 5)]


async def test_unidade_sem_demanda_ranqueada_tem_um_ranking_vazio(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        resposta = await b.http.get(f"/api/d4/ranking/{uuid4()}")
    assert resposta.status_code == 200
    assert (resposta.json()["total_demandas"], resposta.json()["itens"], resposta.json()["proximo"]) == (0, [], None)


DESCONHECIDA = "54ff8f56-5088-4293-b9b1-c0dcfdfd206f"


@pytest.mark.parametrize(
    ("caminho", "campo"),
    [
        ("ranking/praia", "uc_id"),
        (f"ranking/{DESCONHECIDA}?limite=0", "limite"),
        (f"ranking/{DESCONHECIDA}?limite=501", "limite"),
        (f"ranking/{DESCONHECIDA}?depois=nan:{DESCONHECIDA}", "depois"),
        (f"ranking/{DESCONHECIDA}?depois=9500.0", "depois"),
        ("demandas/1", "demanda_id"),
    ],
)
async def test_pedido_errado_recebe_um_problema_que_nomeia_o_campo(
    bancada: FabricaDeBancadas, caminho: str, campo: str
) -> None:
    async with bancada(colonia) as b:
        resposta = await b.http.get(f"/api/d4/{caminho}")
    assert resposta.status_code == 400
    assert [erro["campo"] for erro in resposta.json()["errors"]] == [campo]


async def test_a_demanda_mostra_a_posicao_de_agora_e_o_historico(
    bancada: FabricaDeBancadas, categorizada: Categoriza, demanda: Demanda, centro: UUID
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(categorizada(2, nivel=2))
        await b.entregar(categorizada(2, nivel=1, versao=2), categorizada(1))
        corpo = (await b.http.get(f"/api/d4/demandas/{demanda(2)}")).json()
    assert (corpo["posicao"], corpo["total_demandas"], corpo["score_final"], corpo["ativo"]) == (2, 2, 9500.0, True)
    assert [
        (h["versao_categorizacao"], h["score_final"], h["posicao_no_ranking"], h["total_demandas_na_uc"])
        for h in corpo["historico"]
    ] == [(1, 7600.0, 1, 1), (2, 9500.0, 1, 1)]


async def test_membro_de_agregado_mostra_o_score_mas_nao_tem_posicao(
    bancada: FabricaDeBancadas, categorizada: Categoriza, agregada: Categoriza, demanda: Demanda
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(categorizada(1), categorizada(2))
        await b.entregar(agregada(1, 2))
        corpo = (await b.http.get(f"/api/d4/demandas/{demanda(2)}")).json()
    assert (corpo["ativo"], corpo["posicao"], corpo["total_demandas"]) == (False, None, 1)
    assert [h["ativo"] for h in corpo["historico"]] == [True, False]


async def test_demanda_desconhecida_nao_e_encontrada(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        resposta = await b.http.get(f"/api/d4/demandas/{uuid4()}")
    assert (resposta.status_code, resposta.json()["campo"]) == (404, "demanda_id")


async def test_os_parametros_sao_publicos_por_versao(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        todos = (await b.http.get("/api/d4/parametros")).json()
        um = (await b.http.get("/api/d4/parametros/1.0.0")).json()
        nenhum = await b.http.get("/api/d4/parametros/9.9.9")
    assert todos == {"vigente": "1.0.0", "versoes": [um]}
    assert [p["peso"] for p in um["pesos_nacionais"]] == [100, 80, 60, 40, 20]
    assert (nenhum.status_code, nenhum.json()["campo"]) == (404, "versao")
