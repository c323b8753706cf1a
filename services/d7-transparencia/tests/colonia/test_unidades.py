"""The figures of civic units: dashboard, ranking, report, history, polygons."""

from datetime import timedelta

import pytest
import shapely

from d7_transparencia.colonia import colonia
from d7_transparencia.rotas.vez import Vez


async def todas_as_paginas(b, caminho: str, **parametros) -> list[dict]:
    itens, depois = [], None
    while True:
        r = await b.http.get(caminho, params=parametros | ({"depois": depois} if depois else {}))
        assert r.status_code == 200, r.text
        itens += r.json()["itens"]
        depois = r.json()["proximo"]
        if depois is None:
            return itens


async def test_o_dashboard_conta_a_unidade_e_as_menores_dentro_dela(bancada, cenario, uc):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), cenario.taxonomia())
        na_lapa = {"georreferenciada": {"unidade_civica_id": uc.lapa, "confianca_geo": "baixa"}}
        agua = {"categorizada": {"categoria_id": "1.1", "nivel_precedencia": 1}}
        await b.entregar(
            *cenario.caminho(0),
            *cenario.caminho(1, **agua),
            *cenario.caminho(2, **na_lapa),
            *cenario.caminho(3)[:3],
            cenario.agregada(0, 2),
        )
        cidade = (await b.http.get(f"/api/d7/dashboard/{uc.sao_paulo}")).json()
        lapa = (await b.http.get(f"/api/d7/dashboard/{uc.lapa}")).json()
    assert cidade["unidade"]["nome"] == "São Paulo"
    assert (cidade["total_demandas"], cidade["total_demandas_ativas"]) == (4, 3)
    assert cidade["por_nivel"] == [
        {"nivel_precedencia": 1, "total": 1},
        {"nivel_precedencia": 3, "total": 1},
    ]
    assert [(s["status"], s["total"]) for s in cidade["por_status"]] == [
        ("georreferenciada", 1),
        ("ranqueada", 2),
        ("agregada", 1),
    ]
    assert cidade["por_categoria"] == [
        {"categoria_id": "1.1", "nome": None, "total": 1},
        {"categoria_id": "3.1", "nome": "Vias e pavimentação", "total": 1},
    ]
    assert cidade["taxa_confianca_geo_baixa"] == 0.25
    assert (lapa["total_demandas"], lapa["total_demandas_ativas"], lapa["taxa_confianca_geo_baixa"]) == (1, 0, 1.0)


async def test_o_dashboard_mede_o_andamento_e_soma_as_agendas(bancada, cenario, uc):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), *[e for n in range(5) for e in cenario.caminho(n)])
        await b.entregar(*cenario.caminho(5, georreferenciada={"unidade_civica_id": uc.lapa}))
        await b.entregar(cenario.iniciada(0, passo=30), cenario.iniciada(0, passo=90), cenario.concluida(0, passo=100))
        await b.entregar(*cenario.ciclo(1, quem=1)[:2], *cenario.ciclo(2, quem=2)[:2], cenario.iniciada(2, passo=50))
        await b.entregar(*cenario.ciclo(3, quem=3)[:3], cenario.encerrado(3, quem=3, motivo="desistencia"))
        await b.entregar(*cenario.ciclo(5, quem=5)[:3], cenario.concluida(5, passo=300))
        await b.entregar(cenario.encerrado(5, quem=5, passo=301))
        await b.entregar(cenario.agenda(total_itens=3, total_disponiveis=1), cenario.agenda("Lapa", minuto=9))
        cidade = (await b.http.get(f"/api/d7/dashboard/{uc.sao_paulo}")).json()
        bairro = (await b.http.get(f"/api/d7/dashboard/{uc.pinheiros}")).json()
    assert {s["status"]: s["total"] for s in bairro["por_status"]} == {
        "ranqueada": 1,
        "disponivel": 1,
        "atribuida": 1,
        "em_progresso": 1,
        "concluida": 1,
    }
    assert (bairro["conselheiros_ativos"], cidade["conselheiros_ativos"]) == (2, 2)
    assert bairro["tempo_medio_inicio_s"] == pytest.approx((30 + 50 + 7) / 3)
    assert (bairro["tempo_medio_conclusao_s"], cidade["tempo_medio_conclusao_s"]) == (100, 200)
    assert (bairro["agenda"]["total_itens"], bairro["agenda"]["total_disponiveis"]) == (3, 1)
    assert cidade["agenda"]["total_itens"] == 3 + cenario.agenda().payload.total_itens
    assert cidade["agenda"]["gerada_em"] == "2026-03-14T13:41:00Z"


async def test_dashboard_vazio_e_de_unidade_desconhecida(bancada, cenario, uc):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio())
        vazio = await b.http.get(f"/api/d7/dashboard/{uc.lapa}")
        nenhuma = await b.http.get(f"/api/d7/dashboard/{cenario.demanda()}")
    assert vazio.json()["total_demandas"] == 0
    assert vazio.json()["tempo_medio_conclusao_s"] is None
    assert vazio.json()["tempo_medio_inicio_s"] is None
    assert (vazio.json()["conselheiros_ativos"], vazio.json()["agenda"]) == (0, None)
    assert (nenhuma.status_code, nenhuma.json()["campo"]) == (404, "uc_id")


async def test_o_ranking_ordena_por_score_e_no_empate_por_recepcao(bancada, cenario, uc):
    scores = {0: 10.0, 1: 30.0, 2: 30.0, 3: 20.0}
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), cenario.taxonomia(), cenario.ranking())
        for n, score in scores.items():
            await b.entregar(*cenario.caminho(n, ranqueada={"score_final": score}))
        r = (await b.http.get(f"/api/d7/ranking/{uc.pinheiros}")).json()
    assert [(d["posicao"], d["demanda_id"]) for d in r["itens"]] == [
        (p, str(cenario.demanda(n))) for p, n in enumerate((1, 2, 3, 0), 1)
    ]
    assert (r["total_demandas"], r["nivel_corrente"], r["versao_parametros"]) == (4, 1, "1.0.0")
    assert r["distribuicao"] == [0.6, 0.24, 0.1, 0.04, 0.02]
    assert r["itens"][0]["categoria_nome"] == "Vias e pavimentação"


async def test_agregadas_e_concluidas_saem_do_ranking_e_as_posicoes_se_fecham(bancada, cenario, uc):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), *[e for n in range(4) for e in cenario.caminho(n)])
        await b.entregar(cenario.agregada(0, 1))
        await b.entregar(*cenario.ciclo(2))
        r = (await b.http.get(f"/api/d7/ranking/{uc.pinheiros}")).json()
    assert [(d["posicao"], d["demanda_id"]) for d in r["itens"]] == [
        (1, str(cenario.demanda(0))),
        (2, str(cenario.demanda(3))),
    ]
    assert r["total_demandas"] == 2


async def test_501_demandas_de_mesmo_score_em_paginas_sem_repetir_nem_pular(bancada, cenario, uc):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio())
        await b.entregar(*[cenario.recebida(n) for n in range(501)], *[cenario.ranqueada(n) for n in range(501)])
        itens = await todas_as_paginas(b, f"/api/d7/ranking/{uc.pinheiros}", limite=50)
    assert [d["demanda_id"] for d in itens] == [str(cenario.demanda(n)) for n in range(501)]
    assert [d["posicao"] for d in itens] == list(range(1, 502))


async def test_a_busca_no_ranking_acha_sem_acento_e_mantem_a_posicao_do_ranking_inteiro(bancada, cenario, uc):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio())
        titulos = ["Buraco na rua", "Falta de água", "Água parada", "100% sem luz"]
        for n, titulo in enumerate(titulos):
            await b.entregar(*cenario.caminho(n, normalizada={"titulo": titulo}))
        caminho = f"/api/d7/ranking/{uc.pinheiros}"
        achadas = await todas_as_paginas(b, caminho, titulo="AGUA", limite=1)
        curinga = (await b.http.get(caminho, params={"titulo": "%"})).json()
        literal = await todas_as_paginas(b, caminho, titulo="100%")
    assert [(d["posicao"], d["titulo"]) for d in achadas] == [(2, "Falta de água"), (3, "Água parada")]
    assert (curinga["status"], curinga["campo"]) == (400, "titulo")
    assert [d["titulo"] for d in literal] == ["100% sem luz"]


async def test_o_relatorio_da_unidade_agrupa_por_categoria_com_a_mais_antiga_e_os_responsaveis(bancada, cenario, uc):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), cenario.taxonomia())
        agua = {"categorizada": {"categoria_id": "1.1", "nivel_precedencia": 1}}
        await b.entregar(*cenario.caminho(0), *cenario.caminho(1), *cenario.caminho(2, **agua), *cenario.caminho(3)[:3])
        await b.entregar(cenario.agregada(0, 1))
        r = (await b.http.get(f"/api/d7/uc/{uc.brasil}/relatorio")).json()
        so_agua = (await b.http.get(f"/api/d7/uc/{uc.brasil}/relatorio", params={"categoria": "1.1"})).json()
        so_membros = (await b.http.get(f"/api/d7/uc/{uc.brasil}/relatorio", params={"status": "agregada"})).json()
    assert r["total"] == 4
    assert [(c["categoria_id"], c["nome"], c["total"]) for c in r["categorias"]] == [
        ("1.1", None, 1),
        ("3.1", "Vias e pavimentação", 2),
        (None, None, 1),
    ]
    vias = r["categorias"][1]
    assert vias["mais_antiga"]["demanda_id"] == str(cenario.demanda(0))
    assert vias["responsaveis"]["municipal"] == "Prefeitura"
    assert {s["status"]: s["total"] for s in vias["por_status"]} == {"ranqueada": 1, "agregada": 1}
    assert (so_agua["total"], so_membros["total"]) == (1, 1)


async def test_a_janela_do_relatorio_e_de_dias_locais_e_inclui_o_ultimo_inteiro(bancada, cenario, uc):
    meia_noite = cenario.inicio.replace(hour=3, minute=0)  # 00:00 in Brasília on 14/03
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio())
        horas = [-0.5, 0, 23.99, 24]
        for n, hora in enumerate(horas):
            await b.entregar(
                cenario.recebida(n, quando=meia_noite + timedelta(hours=hora)),
                cenario.georreferenciada(n),
            )
        caminho = f"/api/d7/uc/{uc.pinheiros}/relatorio"

        async def total(**janela) -> int:
            return (await b.http.get(caminho, params=janela)).json()["total"]

        assert await total(de="2026-03-14", ate="2026-03-14") == 2
        assert await total(ate="2026-03-14") == 3
        assert await total(de="2026-03-14") == 3
        assert await total(de="2026-03-13", ate="2026-03-15") == 4
        invertida = await b.http.get(caminho, params={"de": "2026-03-15", "ate": "2026-03-14"})
        limite = await b.http.get(caminho, params={"ate": "9999-12-31"})
    assert (invertida.status_code, invertida.json()["campo"]) == (400, "de")
    assert (limite.status_code, limite.json()["campo"]) == (400, "ate")


async def test_o_historico_traz_so_concluidas_da_ultima_a_primeira(bancada, cenario, uc):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), cenario.taxonomia())
        for n in range(5):
            await b.entregar(*cenario.caminho(n, normalizada={"titulo": f"Praça {n}"}))
        dia = timedelta(days=1)
        for n, quando in {0: 3, 1: 1, 2: 1, 3: 2}.items():
            await b.entregar(cenario.concluida(n, data_conclusao=cenario.inicio + quando * dia))
        caminho = f"/api/d7/uc/{uc.sao_paulo}/historico"
        todas = await todas_as_paginas(b, caminho, limite=1)
        janela = await todas_as_paginas(b, caminho, de="2026-03-16", ate="2026-03-16")
        titulo = await todas_as_paginas(b, caminho, titulo="praca 3")
        agua = await todas_as_paginas(b, caminho, categoria="1.1")
        lapa = await todas_as_paginas(b, f"/api/d7/uc/{uc.lapa}/historico")
        painel = (await b.http.get(f"/api/d7/dashboard/{uc.sao_paulo}")).json()
    assert [d["demanda_id"] for d in todas] == [str(cenario.demanda(n)) for n in (0, 3, 2, 1)]
    assert todas[0]["categoria_nome"] == "Vias e pavimentação"
    assert [d["titulo"] for d in janela] == ["Praça 3"]
    assert [d["titulo"] for d in titulo] == ["Praça 3"]
    assert (agua, lapa) == ([], [])
    assert painel["total_demandas_ativas"] == 1
    assert painel["tempo_medio_conclusao_s"] == pytest.approx(1.75 * 86400 - 90, abs=1)


async def test_a_janela_do_historico_e_de_dias_locais_e_inclui_a_ultima_noite(bancada, cenario, uc):
    meia_noite = cenario.inicio.replace(hour=3, minute=0)  # 00:00 in Brasília on 14/03
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio())
        for n, hora in enumerate([-0.01, 0, 21, 23.99, 24]):
            fim = meia_noite + timedelta(hours=hora)
            await b.entregar(*cenario.caminho(n), cenario.concluida(n, data_conclusao=fim))

        async def vistas(**janela) -> list[int]:
            itens = await todas_as_paginas(b, f"/api/d7/uc/{uc.sao_paulo}/historico", limite=2, **janela)
            return [int(d["titulo"].removeprefix("Buraco na rua ")) for d in itens]

        assert await vistas(de="2026-03-14", ate="2026-03-14") == [3, 2, 1]
        assert await vistas(de="2026-03-13", ate="2026-03-13") == [0]
        assert await vistas(ate="2026-03-14") == [3, 2, 1, 0]
        assert await vistas(de="2026-03-15") == [4]


async def test_o_dia_e_o_do_fuso_da_unidade_consultada(bancada, cenario):
    acre = cenario.unidade_id("Rio Branco")
    la = {"georreferenciada": {"unidade_civica_id": acre, "cadeia_ucs": [acre], "municipio_id": acre}}
    quase = cenario.inicio.replace(day=15, hour=4, minute=59)  # 23:59 of 14/03 in Rio Branco, UTC−5
    async with bancada(colonia) as b:
        await b.entregar(cenario.unidade("Rio Branco", 4, uf="AC"))
        for n, fim in enumerate([quase, quase + timedelta(minutes=1)]):
            _, *resto = cenario.caminho(n, **la)
            await b.entregar(cenario.recebida(n, quando=fim), *resto, cenario.concluida(n, data_conclusao=fim))
        dia = {"de": "2026-03-14", "ate": "2026-03-14"}
        historico = await todas_as_paginas(b, f"/api/d7/uc/{acre}/historico", **dia)
        relatorio = (await b.http.get(f"/api/d7/uc/{acre}/relatorio", params=dia)).json()
    assert [d["demanda_id"] for d in historico] == [str(cenario.demanda(0))]
    assert relatorio["total"] == 1


async def test_os_poligonos_se_acham_por_nome_nivel_id_e_uf(bancada, cenario, uc):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), cenario.unidade("Pau d'Arco", 4, "Brasil", uf="TO"))

        async def nomes(**filtros) -> list[str]:
            return [u["nome"] for u in await todas_as_paginas(b, "/api/d7/uc/poligonos", **filtros)]

        assert await nomes(limite=2) == ["Brasil", "Lapa", "Pau d'Arco", "Pinheiros", "São Paulo"]
        assert await nomes(nome="sao paulo") == ["São Paulo"]
        assert await nomes(nome="PAU DARCO") == ["Pau d'Arco"]
        assert await nomes(nivel=2) == ["Lapa", "Pinheiros"]
        assert await nomes(uc_id=str(uc.lapa)) == ["Lapa"]
        assert await nomes(uf="TO") == ["Pau d'Arco"]
        com = (await b.http.get("/api/d7/uc/poligonos", params={"uc_id": str(uc.lapa)})).json()["itens"][0]
        sem = await b.http.get("/api/d7/uc/poligonos", params={"uc_id": str(uc.lapa), "incluir_geometria": False})
    assert (com["uf"], com["parent_nome"]) == ("SP", "São Paulo")
    assert shapely.from_geojson(str(com["geojson"]).replace("'", '"')).covers(shapely.Point(-46.63, -23.55))
    assert sem.json()["itens"][0]["geojson"] is None


async def test_a_unidade_extinta_so_aparece_pelo_id_e_as_suas_demandas_continuam_contadas(bancada, cenario, uc):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), *cenario.caminho())
        await b.entregar(cenario.unidade("Pinheiros", 2, "São Paulo", minuto=5, ativa=False))
        lista = await todas_as_paginas(b, "/api/d7/uc/poligonos", nivel=2)
        uma = await todas_as_paginas(b, "/api/d7/uc/poligonos", uc_id=str(uc.pinheiros))
        painel = (await b.http.get(f"/api/d7/dashboard/{uc.sao_paulo}")).json()
    assert [u["nome"] for u in lista] == ["Lapa"]
    assert uma[0]["ativa"] is False
    assert painel["total_demandas"] == 1


async def test_uma_publicacao_atrasada_do_territorio_nao_desfaz_a_mais_nova(bancada, cenario, uc):
    async with bancada(colonia) as b:
        await b.entregar(cenario.unidade("Lapa", 2, minuto=9, versao_limites="2"))
        await b.entregar(cenario.unidade("Lapa", 2, minuto=1, versao_limites="1"))
        lapa = await todas_as_paginas(b, "/api/d7/uc/poligonos", uc_id=str(uc.lapa))
    assert lapa[0]["versao_limites"] == "2"


async def test_parametro_errado_recebe_400_com_o_nome_do_campo(bancada, cenario, uc):
    errados = {
        "uc/poligonos?nivel=8": "nivel",
        "uc/poligonos?uf=sp": "uf",
        "uc/poligonos?nome=%00": "nome",
        "uc/poligonos?uc_id=1": "uc_id",
        "ranking/x": "uc_id",
        f"ranking/{uc.lapa}?limite=0": "limite",
        f"uc/{uc.lapa}/relatorio?categoria=';--": "categoria",
        f"uc/{uc.lapa}/historico?de=ontem": "de",
    }
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio())
        for caminho, campo in errados.items():
            r = await b.http.get(f"/api/d7/{caminho}")
            assert (r.status_code, r.json()["campo"]) == (400, campo), caminho


async def test_cada_consulta_tem_o_seu_limite(bancada, cenario, uc):
    por_minuto = {
        f"timeline/{cenario.demanda()}": 60,
        f"dashboard/{uc.lapa}": 30,
        "demandas?lat_min=0&lat_max=1&lng_min=0&lng_max=1": 60,
        "uc/poligonos": 30,
        f"demanda/{cenario.demanda()}/resumo": 60,
        f"demanda/{cenario.demanda()}/relatorio": 30,
        f"uc/{uc.lapa}/relatorio": 15,
        f"uc/{uc.lapa}/historico": 60,
        f"ranking/{uc.lapa}": 60,
    }
    async with bancada(colonia) as b:
        for caminho, maximo in por_minuto.items():
            # The window slides with the real clock: on a slow machine a few more may pass before the refusal.
            respostas = []
            while 429 not in respostas and len(respostas) < 2 * maximo:
                respostas.append((await b.http.get(f"/api/d7/{caminho}")).status_code)
            assert respostas[-1] == 429, caminho
            assert len(respostas) > maximo, caminho


async def test_paineis_em_excesso_esperam_a_vez_e_desistem_com_503(bancada, cenario, uc, monkeypatch):
    monkeypatch.setattr("d7_transparencia.rotas.vez._ESPERA_S", 0.05)
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio())
        vez = b.viva.recursos[Vez]
        await vez.acquire()
        assert (await b.http.get(f"/api/d7/dashboard/{uc.lapa}")).status_code == 200
        await vez.acquire()
        r = await b.http.get(f"/api/d7/dashboard/{uc.lapa}")
        assert (r.status_code, r.headers["retry-after"]) == (503, "5")
        vez.release()
        assert (await b.http.get(f"/api/d7/uc/{uc.lapa}/relatorio")).status_code == 200
