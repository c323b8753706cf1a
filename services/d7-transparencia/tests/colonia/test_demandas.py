"""The public record of a demand, and the map."""

from d7_transparencia.colonia import colonia
from nucleo.eventos import MidiaDescrita, Subcategoria

CAIXA = {"lat_min": -23.6, "lat_max": -23.5, "lng_min": -46.7, "lng_max": -46.6}


async def resumo(b, demanda) -> dict:
    r = await b.http.get(f"/api/d7/demanda/{demanda}/resumo")
    assert r.status_code == 200, r.text
    return r.json()


async def test_o_resumo_junta_o_que_cada_colonia_disse(bancada, cenario, uc):
    sub = Subcategoria(subcategoria_id="3.1.2", nome="Buraco", descricao_formal="Cavidade na via.")
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), cenario.taxonomia(sub=[sub]))
        await b.entregar(*cenario.caminho(categorizada={"subcategoria_id": "3.1.2"}))
        r = await resumo(b, cenario.demanda())
    assert r["titulo"] == "Buraco na rua 0"
    assert r["descricao"] == "Tem um buraco na rua"
    assert r["status"] == "ranqueada"
    assert r["status_descricao"] == "No ranking da unidade cívica"
    assert r["coordenadas"] == {"lat": -23.55, "lng": -46.63}
    assert r["unidade"] == {
        "unidade_civica_id": str(uc.pinheiros),
        "municipio_id": str(uc.sao_paulo),
        "nivel": 2,
        "nome": "Pinheiros",
        "uf": "SP",
        "parent_nome": "São Paulo",
        "confianca_geo": "alta",
    }
    assert r["categoria"]["nome"] == "Vias e pavimentação"
    assert r["categoria"]["metodo"] == "automatico"
    assert r["subcategoria"] == {
        "subcategoria_id": "3.1.2",
        "nome": "Buraco",
        "descricao_formal": "Cavidade na via.",
    }
    assert r["agregado"] == {"representante_id": None, "membros_ids": []}


async def test_o_texto_do_cidadao_e_guardado_e_servido_cru(bancada, cenario):
    cru = """<form>"><img src=x onerror=alert(1)> Água & Luz, Pau d'Arco 😀 0"""
    async with bancada(colonia) as b:
        await b.entregar(*cenario.caminho(normalizada={"titulo": cru, "descricao_limpa": "0"}))
        r = await resumo(b, cenario.demanda())
    assert (r["titulo"], r["descricao"]) == (cru, "0")


async def test_a_descricao_publica_e_so_o_texto_do_cidadao(bancada, cenario):
    midia = MidiaDescrita(object_key_temp="tmp/1", descricao="Uma rua com buraco. " * 200)
    async with bancada(colonia) as b:
        await b.entregar(*cenario.caminho(normalizada={"descricao_limpa": "", "midias_descritas": [midia]}))
        r = await b.http.get(f"/api/d7/demanda/{cenario.demanda()}/relatorio")
        guardadas = await b.consultar("SELECT descricoes_midia FROM textos")
    assert r.json()["descricao"] == ""
    assert "Uma rua" not in r.text
    (descrita,) = guardadas[0]["descricoes_midia"]
    assert descrita["object_key"] == "tmp/1"
    assert len(descrita["descricao"]) == 2000


async def test_o_conteudo_suspeito_nao_aparece_em_lugar_nenhum(bancada, cenario, uc):
    segredo = "palavrao impublicavel"
    suspeito = {"titulo": segredo, "descricao_limpa": segredo, "conteudo_suspeito": True, "termos_suspeitos": [segredo]}
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), *cenario.caminho(normalizada=suspeito))
        id_ = cenario.demanda()
        for caminho in (
            f"timeline/{id_}",
            f"demanda/{id_}/resumo",
            f"demanda/{id_}/relatorio",
            f"ranking/{uc.pinheiros}",
            f"uc/{uc.pinheiros}/relatorio",
            f"dashboard/{uc.pinheiros}",
            f"demandas?lat_min=-24&lat_max=-23&lng_min=-47&lng_max=-46&busca={id_}",
        ):
            r = await b.http.get(f"/api/d7/{caminho}")
            assert r.status_code == 200, r.text
            assert segredo not in r.text, caminho
        achadas = await b.http.get(f"/api/d7/ranking/{uc.pinheiros}", params={"titulo": "palavrao"})
        assert achadas.json()["itens"] == []
        assert (await resumo(b, id_))["conteudo_retido"] is True


async def test_nenhum_evento_automatico_posterior_devolve_o_que_foi_retido(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.caminho(normalizada={"conteudo_suspeito": True}))
        await b.entregar(cenario.normalizada(passo=50, titulo="Outra versão"))
        r = await resumo(b, cenario.demanda())
    assert (r["titulo"], r["descricao"], r["conteudo_retido"]) == (None, None, True)


async def test_o_ponto_georreferenciado_toma_o_lugar_do_capturado_em_qualquer_ordem(bancada, cenario):
    geo = cenario.georreferenciada(coordenadas_lat=0.0, coordenadas_lng=-51.0)
    for ordem in ([cenario.recebida(), geo], [geo, cenario.recebida()]):
        async with bancada(colonia) as b:
            for e in ordem:
                await b.entregar(e)
            assert (await resumo(b, cenario.demanda()))["coordenadas"] == {"lat": 0.0, "lng": -51.0}


async def test_sem_ponto_georreferenciado_fica_o_capturado(bancada, cenario):
    async with bancada(colonia) as b:
        geo = cenario.georreferenciada(coordenadas_lat=None, coordenadas_lng=None)
        await b.entregar(cenario.recebida(), geo)
        assert (await resumo(b, cenario.demanda()))["coordenadas"] == {"lat": -23.55, "lng": -46.63}


async def test_sem_municipio_vale_o_quarto_elo_da_cadeia(bancada, cenario, uc):
    async with bancada(colonia) as b:
        await b.entregar(cenario.recebida(), cenario.georreferenciada(municipio_id=None))
        assert (await resumo(b, cenario.demanda()))["unidade"]["municipio_id"] == str(uc.sao_paulo)
        curta = cenario.georreferenciada(1, municipio_id=None, cadeia_ucs=[uc.pinheiros])
        await b.entregar(cenario.recebida(1), curta)
        assert (await resumo(b, cenario.demanda(1)))["unidade"]["municipio_id"] is None


async def test_o_status_e_o_fato_mais_adiantado(bancada, cenario):
    esperados = ["recebida", "normalizada", "georreferenciada", "categorizada", "ranqueada"]
    async with bancada(colonia) as b:
        for evento, status in zip(cenario.caminho(), esperados, strict=True):
            await b.entregar(evento)
            assert (await resumo(b, cenario.demanda()))["status"] == status
        await b.entregar(cenario.recebida(1), cenario.agregada(1, 0))
        assert (await resumo(b, cenario.demanda()))["status"] == "agregada"


async def test_o_agregado_mostra_representante_e_membros(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*[e for n in range(3) for e in cenario.caminho(n)], cenario.agregada(1, 0, 2))
        representante = await resumo(b, cenario.demanda(1))
        membro = await resumo(b, cenario.demanda(0))
    assert representante["agregado"]["membros_ids"] == [str(cenario.demanda(0)), str(cenario.demanda(2))]
    assert representante["status"] == "ranqueada"
    assert membro["agregado"] == {"representante_id": str(cenario.demanda(1)), "membros_ids": []}


async def test_o_relatorio_traz_score_posicao_de_agora_dias_e_responsaveis(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), cenario.taxonomia())
        await b.entregar(*[e for n in range(3) for e in cenario.caminho(n, ranqueada={"score_final": 10.0 + n})])
        b.relogio.avancar(hours=14)
        r = (await b.http.get(f"/api/d7/demanda/{cenario.demanda(0)}/relatorio")).json()
        agregada = cenario.agregada(2, 1)
        await b.entregar(agregada)
        depois = (await b.http.get(f"/api/d7/demanda/{cenario.demanda(0)}/relatorio")).json()
        membro = (await b.http.get(f"/api/d7/demanda/{cenario.demanda(1)}/relatorio")).json()
    assert r["ranking"]["posicao"] == 3
    assert r["ranking"]["peso_nacional"] == 60.0
    assert r["dias_em_aberto"] == 1
    assert r["responsaveis"] == {"municipal": "Prefeitura", "estadual": "Estado", "federal": "União"}
    assert len(r["timeline"]) == 5
    assert depois["ranking"]["posicao"] == 2
    assert membro["ranking"]["posicao"] is None


async def test_antes_da_recepcao_nao_ha_resumo(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.caminho()[1:])
        r = await b.http.get(f"/api/d7/demanda/{cenario.demanda()}/resumo")
        assert r.status_code == 404
        await b.entregar(cenario.recebida())
        assert (await resumo(b, cenario.demanda()))["status"] == "ranqueada"


async def test_o_mapa_mostra_o_que_esta_na_caixa_e_em_aberto_do_mais_novo_ao_mais_antigo(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*[e for n in range(4) for e in cenario.caminho(n)])
        longe = cenario.caminho(4, georreferenciada={"coordenadas_lat": -46.63, "coordenadas_lng": -23.55})
        await b.entregar(*longe, cenario.agregada(0, 1))
        abertas = (await b.http.get("/api/d7/demandas", params=CAIXA)).json()["itens"]
        agregadas = (await b.http.get("/api/d7/demandas", params=CAIXA | {"status": "agregada"})).json()["itens"]
        duas = (await b.http.get("/api/d7/demandas", params=CAIXA | {"status": ["agregada", "ranqueada"]})).json()
    assert [d["demanda_id"] for d in abertas] == [str(cenario.demanda(n)) for n in (3, 2, 0)]
    assert [d["demanda_id"] for d in agregadas] == [str(cenario.demanda(1))]
    assert agregadas[0]["agregado_representante_id"] == str(cenario.demanda(0))
    assert len(duas["itens"]) == 4


async def test_a_borda_da_caixa_pertence_a_ela(bancada, cenario):
    ponto = {"lat_min": -23.55, "lat_max": -23.55, "lng_min": -46.63, "lng_max": -46.63}
    async with bancada(colonia) as b:
        await b.entregar(cenario.recebida())
        assert len((await b.http.get("/api/d7/demandas", params=ponto)).json()["itens"]) == 1


async def test_501_demandas_no_mapa_em_paginas_sem_repetir_nem_pular(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*[cenario.recebida(n) for n in range(501)])
        vistas, depois = [], None
        while True:
            r = await b.http.get("/api/d7/demandas", params=CAIXA | ({"depois": depois} if depois else {}))
            vistas += [d["demanda_id"] for d in r.json()["itens"]]
            depois = r.json()["proximo"]
            if depois is None:
                break
    assert vistas == [str(cenario.demanda(n)) for n in reversed(range(501))]


async def test_parametro_errado_recebe_400_com_o_nome_do_campo(bancada):
    errados = [
        ({"lat_min": "91"}, "lat_min"),
        ({"lng_max": "nan"}, "lng_max"),
        ({"lat_max": "inf"}, "lat_max"),
        ({"lat_min": "x"}, "lat_min"),
        ({"lat_min": -23.4}, "lat_min"),
        ({"lng_min": -46.5}, "lng_min"),
        ({"status": "nenhum"}, "status"),
        ({"limite": 501}, "limite"),
        ({"depois": "zzz"}, "depois"),
    ]
    async with bancada(colonia) as b:
        for errado, campo in errados:
            r = await b.http.get("/api/d7/demandas", params=CAIXA | errado)
            assert r.status_code == 400, errado
            assert r.json()["campo"].startswith(campo), errado


async def test_sem_caixa_nao_ha_mapa(bancada):
    async with bancada(colonia) as b:
        r = await b.http.get("/api/d7/demandas")
    assert r.status_code == 400
    assert {e["campo"] for e in r.json()["errors"]} == {"lat_min", "lat_max", "lng_min", "lng_max"}
