"""What the public reads."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from d5_agenda.colonia import colonia
from d5_agenda.dominio.ordem import FATIAS_PADRAO
from nucleo.testes import Bancada, FabricaDeBancadas

Fatos = Any
Linha = dict[str, Any]


async def pagina(b: Bancada, unidade: UUID, **filtros: Any) -> Linha:
    resposta = await b.http.get(f"/api/d5/backlog/{unidade}", params=filtros)
    assert resposta.status_code == 200, resposta.text
    corpo: Linha = resposta.json()
    return corpo


async def demandas(b: Bancada, unidade: UUID, **filtros: Any) -> list[str]:
    return [item["demanda_id"] for item in (await pagina(b, unidade, **filtros))["itens"]]


async def test_cada_item_traz_o_que_justifica_o_seu_lugar(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1), *fatos.no_backlog(2, nivel=3, score=5100.0))
        corpo = await pagina(b, fatos.centro)
    assert (corpo["total_itens"], corpo["nivel_corrente"], corpo["distribuicao"]) == (2, 1, list(FATIAS_PADRAO))
    assert "indice_no_nivel ÷ distribuicao" in corpo["ordem"]
    assert corpo["itens"][1] == {
        "posicao": 2,
        "demanda_id": str(fatos.demanda(2)),
        "categoria_id": "3.1",
        "nivel_precedencia": 3,
        "status": "disponivel",
        "score_final": 5100.0,
        "versao_parametros": "1.0.0",
        "indice_no_nivel": 1,
        "parte_do_nivel": FATIAS_PADRAO[2],
        "chave": 1 / FATIAS_PADRAO[2],
        "grupo_id": None,
        "data_conclusao": None,
        "dias_ate_conclusao": None,
    }


async def test_501_itens_de_score_igual_em_paginas_sem_repeticao_nem_falta(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*(fatos.ranqueada(n) for n in reversed(range(501))))
        depois, lidas = None, []
        while True:
            corpo = await pagina(b, fatos.centro, limite=100, **({"depois": depois} if depois else {}))
            lidas.append(corpo["itens"])
            depois = corpo["proximo"]
            if depois is None:
                break
    assert [len(itens) for itens in lidas] == [100, 100, 100, 100, 100, 1]
    assert [UUID(i["demanda_id"]) for itens in lidas for i in itens] == [fatos.demanda(n) for n in range(501)]
    assert [i["posicao"] for itens in lidas for i in itens] == list(range(1, 502))


async def test_a_pagina_continua_de_onde_parou_ainda_que_o_backlog_mude(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*(fatos.ranqueada(n, nivel=n % 2 + 1) for n in range(10)))
        primeira = await pagina(b, fatos.centro, limite=4)
        ultima = UUID(primeira["itens"][-1]["demanda_id"])
        await b.entregar(fatos.agregada(99, next(n for n in range(10) if fatos.demanda(n) == ultima)))
        await b.entregar(fatos.ranqueada(50, score=9900.0))
        vistas = [i["demanda_id"] for i in primeira["itens"]]
        vistas += await demandas(b, fatos.centro, depois=primeira["proximo"])
    assert len(vistas) == len(set(vistas)) == 10


async def test_os_filtros_escolhem_sem_mudar_o_lugar_de_ninguem(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(
            *fatos.no_backlog(1),
            *fatos.no_backlog(2, categoria=2),
            *fatos.no_backlog(3, nivel=2),
            *fatos.no_backlog(4),
        )
        await b.entregar(fatos.sorteada(2), fatos.concluida(4))
        um, dois, tres, quatro = (str(fatos.demanda(n)) for n in (1, 2, 3, 4))
        assert await demandas(b, fatos.centro) == [um, dois, tres]
        assert await demandas(b, fatos.centro, nivel=2) == [tres]
        assert await demandas(b, fatos.centro, status="disponivel") == [um, tres]
        assert await demandas(b, fatos.centro, status="concluido") == [quatro]
        assert await demandas(b, fatos.centro, status="agregado") == []
        assert await demandas(b, fatos.centro, categoria="1.1", nivel=1) == [um]
        [item] = (await pagina(b, fatos.centro, categoria="1.2"))["itens"]
    assert (item["demanda_id"], item["posicao"], item["indice_no_nivel"], item["status"]) == (dois, 2, 2, "atribuido")


async def test_o_territorio_e_qualquer_unidade_da_cadeia(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1))
        assert len(await demandas(b, fatos.centro, territorio=fatos.municipio)) == 1
        assert len(await demandas(b, fatos.centro, territorio=fatos.centro)) == 1
        assert await demandas(b, fatos.centro, territorio=fatos.vila) == []


async def test_o_concluido_diz_quando_e_em_quantos_dias(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1))
        await b.entregar(fatos.concluida(1, em=3 * 24 * 60))
        [item] = (await pagina(b, fatos.centro, status="concluido"))["itens"]
    assert (item["data_conclusao"], item["dias_ate_conclusao"]) == ("2026-03-17T13:32:00Z", 2)
    assert (item["posicao"], item["chave"], item["grupo_id"]) == (None, None, None)


async def test_concluidos_tambem_vem_em_paginas(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(
            *(fatos.ranqueada(n, nivel=n % 3 + 1) for n in range(9)), *(fatos.concluida(n) for n in range(9))
        )
        primeira = await pagina(b, fatos.centro, status="concluido", limite=5)
        resto = await demandas(b, fatos.centro, status="concluido", depois=primeira["proximo"])
    vistas = [i["demanda_id"] for i in primeira["itens"]] + resto
    assert vistas == [str(fatos.demanda(n)) for n in (0, 3, 6, 1, 4, 7, 2, 5, 8)]


async def test_unidade_sem_demanda_ranqueada_tem_um_backlog_vazio(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(fatos.publicada(fatos.vila))
        corpo = await pagina(b, fatos.vila)
    assert (corpo["total_itens"], corpo["itens"], corpo["proximo"], corpo["nivel_corrente"]) == (0, [], None, 1)
    assert (corpo["total_disponiveis"], corpo["total_atribuidos"], corpo["total_em_progresso"]) == (0, 0, 0)


async def test_unidade_que_deixou_de_existir_ainda_mostra_o_seu_backlog(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(fatos.publicada(), fatos.publicada(ativa=False))
        assert await demandas(b, fatos.centro) == []


@pytest.mark.parametrize(
    "dito",
    [
        lambda fatos: [fatos.situada(1)],
        lambda fatos: [fatos.ranqueada(1)],
        lambda fatos: [fatos.ranking()],
        lambda fatos: [fatos.concluida(1), fatos.ranqueada(1)],
    ],
    ids=["georreferenciada", "ranqueada", "ranking", "concluída antes de ranqueada"],
)
async def test_unidade_de_que_so_as_demandas_falaram_e_conhecida(
    bancada: FabricaDeBancadas, fatos: Fatos, dito: Callable[[Fatos], list[Any]]
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*dito(fatos))
        await pagina(b, fatos.centro)


async def test_unidade_desconhecida_e_um_problema_que_nomeia_o_campo(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(fatos.publicada(), *fatos.no_backlog(1))
        resposta = await b.http.get(f"/api/d5/backlog/{DESCONHECIDA}")
    assert (resposta.status_code, resposta.headers["content-type"]) == (404, "application/problem+json")
    problema = resposta.json()
    assert (problema["campo"], problema["uc_id"]) == ("uc_id", DESCONHECIDA)
    assert problema["detail"] == "Unidade cívica não encontrada."


DESCONHECIDA = "54ff8f56-5088-4293-b9b1-c0dcfdfd206f"


@pytest.mark.parametrize(
    ("caminho", "campo"),
    [
        ("praia", "uc_id"),
        (f"{DESCONHECIDA}?limite=0", "limite"),
        (f"{DESCONHECIDA}?limite=101", "limite"),
        (f"{DESCONHECIDA}?nivel=6", "nivel"),
        (f"{DESCONHECIDA}?categoria=agua", "categoria"),
        (f"{DESCONHECIDA}?status=removido", "status"),
        (f"{DESCONHECIDA}?territorio=x", "territorio"),
        (f"{DESCONHECIDA}?depois=1:nan:{DESCONHECIDA}", "depois"),
        (f"{DESCONHECIDA}?depois=6:1.0:{DESCONHECIDA}", "depois"),
        (f"{DESCONHECIDA}?depois=1:1.0", "depois"),
    ],
)
async def test_pedido_errado_recebe_um_problema_que_nomeia_o_campo(
    bancada: FabricaDeBancadas, caminho: str, campo: str
) -> None:
    async with bancada(colonia) as b:
        resposta = await b.http.get(f"/api/d5/backlog/{caminho}")
    assert resposta.status_code == 400
    assert [erro["campo"] for erro in resposta.json()["errors"]] == [campo]


async def test_mais_de_60_leituras_por_minuto_sao_recusadas(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(fatos.publicada())
        respostas = [await b.http.get(f"/api/d5/backlog/{fatos.centro}") for _ in range(61)]
    assert {r.status_code for r in respostas[:60]} == {200}
    assert respostas[60].status_code == 429
    assert "Retry-After" in respostas[60].headers
