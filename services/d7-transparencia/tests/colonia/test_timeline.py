"""The timeline of a demand, told in Portuguese."""

from datetime import timedelta
from itertools import pairwise

from d7_transparencia.colonia import colonia


async def test_a_timeline_conta_o_caminho_da_demanda_do_mais_recente_ao_mais_antigo(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), cenario.taxonomia(), *cenario.caminho())
        r = await b.http.get(f"/api/d7/timeline/{cenario.demanda()}")
    assert r.status_code == 200, r.text
    assert [e["descricao"] for e in r.json()["itens"]] == [
        "Posição 1 de 1 no ranking de Pinheiros — score 4.800,00",
        "Categorizada automaticamente como: Vias e pavimentação (nível 3) — confiança 82%",
        "Localizada em Pinheiros",
        "Texto organizado automaticamente — confiança 92%",
        "Demanda registrada via app em 14/03/2026 às 10:32",
    ]
    assert r.json()["proximo"] is None


async def test_o_que_e_automatico_e_marcado_e_a_categoria_automatica_e_contestavel(bancada, cenario):
    async with bancada(colonia) as b:
        manual = cenario.categorizada(passo=9, metodo="manual", confianca_categorizacao=1.0)
        await b.entregar(*cenario.caminho(), manual)
        itens = (await b.http.get(f"/api/d7/timeline/{cenario.demanda()}")).json()["itens"]
    marcas = [(e["tipo"], e["automatico"], e["contestacao"]) for e in itens]
    assert marcas == [
        ("demanda.categorizada", False, None),
        ("demanda.ranqueada", True, None),
        ("demanda.categorizada", True, f"/api/d3/demandas/{cenario.demanda()}/contestacoes"),
        ("demanda.georreferenciada", True, None),
        ("demanda.normalizada", True, None),
        ("demanda.recebida", False, None),
    ]


async def test_a_entrada_interna_nunca_e_servida(bancada, cenario):
    async with bancada(colonia) as b:
        suspeita = {"conteudo_suspeito": True, "termos_suspeitos": ["documento"]}
        await b.entregar(*cenario.caminho(normalizada=suspeita))
        timeline = await b.http.get(f"/api/d7/timeline/{cenario.demanda()}")
        relatorio = await b.http.get(f"/api/d7/demanda/{cenario.demanda()}/relatorio")
        internas = await b.consultar("SELECT tipo FROM timeline WHERE NOT publica")
    assert internas == [{"tipo": "demanda.normalizada"}]
    for itens in (timeline.json()["itens"], relatorio.json()["timeline"]):
        assert [e["tipo"] for e in itens if e["tipo"] == "demanda.normalizada"] == []
        assert len(itens) == 4


async def test_501_entradas_em_paginas_sem_repetir_nem_pular(bancada, cenario):
    demanda = cenario.demanda()
    async with bancada(colonia) as b:
        # Half of them share one instant: the event id decides.
        eventos = [cenario.ranqueada(passo=4 + n // 2, posicao_no_ranking=n) for n in range(500)]
        await b.entregar(cenario.recebida(), *eventos)
        vistas, depois = [], None
        while True:
            parametros = {"limite": 100} | ({"depois": depois} if depois else {})
            pagina = (await b.http.get(f"/api/d7/timeline/{demanda}", params=parametros)).json()
            vistas += pagina["itens"]
            depois = pagina["proximo"]
            if depois is None:
                break
    assert len(vistas) == 501
    assert len({e["event_id"] for e in vistas}) == 501
    chaves = [(e["ocorrido_em"], e["event_id"]) for e in vistas]
    assert all(a > b for a, b in pairwise(chaves))


async def test_uma_pagina_cheia_e_ultima_diz_que_acabou(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.caminho())
        r = await b.http.get(f"/api/d7/timeline/{cenario.demanda()}", params={"limite": 5})
    assert len(r.json()["itens"]) == 5
    assert r.json()["proximo"] is None


async def test_demanda_desconhecida_recebe_404_e_cursor_ruim_400(bancada, cenario):
    async with bancada(colonia) as b:
        desconhecida = await b.http.get(f"/api/d7/timeline/{cenario.demanda()}")
        await b.entregar(cenario.recebida())
        ruim = await b.http.get(f"/api/d7/timeline/{cenario.demanda()}", params={"depois": "x"})
        sem_id = await b.http.get("/api/d7/timeline/abc")
    assert (desconhecida.status_code, desconhecida.json()["detail"]) == (404, "Demanda não encontrada.")
    assert (ruim.status_code, ruim.json()["campo"]) == (400, "depois")
    assert (sem_id.status_code, sem_id.json()["campo"]) == (400, "demanda_id")


async def test_a_hora_da_frase_e_a_da_recepcao_e_o_resumo_traz_tambem_a_do_aparelho(bancada, cenario):
    ontem = cenario.instante(0, 0) - timedelta(hours=20)
    noite = cenario.instante(0, 0) - timedelta(hours=11)
    async with bancada(colonia) as b:
        await b.entregar(cenario.recebida(quando=noite, timestamp_criacao=ontem))
        timeline = (await b.http.get(f"/api/d7/timeline/{cenario.demanda()}")).json()
        resumo = (await b.http.get(f"/api/d7/demanda/{cenario.demanda()}/resumo")).json()
    assert timeline["itens"][0]["descricao"] == "Demanda registrada via app em 13/03/2026 às 23:32"
    assert (resumo["criada_em"], resumo["recebida_em"]) == ("2026-03-13T17:32:00Z", "2026-03-14T02:32:00Z")
