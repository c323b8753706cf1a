"""The API of D-2."""

from uuid import uuid4

import pytest

from d2_georreferenciamento.colonia import colonia
from d2_georreferenciamento.territorio import Territorio
from nucleo.eventos import DemandaGeorreferenciada


@pytest.fixture
async def b(bancada, importa):
    async with bancada(colonia, limite_multiplicador=1000) as b:
        await importa(b)
        async with b.viva.leitura() as sessao:
            await b.viva.recursos[Territorio].atualizar(sessao)
        yield b


async def test_resolver_da_as_unidades_da_menor_para_a_maior(b, mundo):
    resposta = await b.http.get("/api/d2/resolver", params={"lat": -23.55, "lng": -46.63})
    assert resposta.status_code == 200
    lugar = resposta.json()
    assert [(elo["nivel"], elo["nome"]) for elo in lugar["cadeia"]] == [
        (2, "Vila São José"),
        (4, "Pau d'Arco"),
        (5, "Serra d'Oeste"),
        (7, "Brasil"),
    ]
    assert lugar["unidade_civica_id"] == str(mundo.uid(2, "B1"))
    assert lugar["municipio_id"] == str(mundo.uid(4, "M1"))
    assert lugar["versao_limites"] == "0001-malha"


@pytest.mark.parametrize(
    ("lat", "lng", "campo"),
    [
        ("NaN", "-46.63", "lat"),
        ("-23.55", "nan", "lng"),
        ("1e400", "-46.63", "lat"),
        ("-23.55", "-1e400", "lng"),
        ("0", "0", "lng"),
        ("-23.55", "0", "lng"),
        ("-46.63", "-23.55", "lat"),
        ("abc", "-46.63", "lat"),
        ("-23,55", "-46.63", "lat"),
        ("", "-46.63", "lat"),
        ("-23.55", '"-46.63"', "lng"),
    ],
)
async def test_coordenada_errada_responde_400_com_o_nome_do_campo(b, lat, lng, campo):
    resposta = await b.http.get("/api/d2/resolver", params={"lat": lat, "lng": lng})
    assert resposta.status_code == 400
    assert resposta.headers["content-type"] == "application/problem+json"
    assert resposta.json()["campo"] == campo


async def test_coordenada_ausente_responde_400(b):
    assert (await b.http.get("/api/d2/resolver", params={"lat": -23.55})).json()["campo"] == "lng"


async def test_latitude_zero_e_procurada_e_nao_recusada(b):
    assert (await b.http.get("/api/d2/resolver", params={"lat": 0.0, "lng": -51.07})).status_code == 404


async def test_ponto_fora_de_tudo_responde_404(b, mundo):
    resposta = await b.http.get("/api/d2/resolver", params={"lat": mundo.fora[0], "lng": mundo.fora[1]})
    assert resposta.status_code == 404
    assert resposta.json()["detail"] == "O ponto não está em nenhuma unidade cívica conhecida."


async def test_resolver_tem_limite_de_taxa(bancada, importa):
    async with bancada(colonia) as b:
        respostas = [await b.http.get("/api/d2/resolver", params={"lat": -23, "lng": -46}) for _ in range(61)]
        assert [r.status_code for r in respostas[-2:]] == [404, 429]


async def test_unidade_com_cadeia_e_geometria(b, mundo):
    sem = (await b.http.get(f"/api/d2/unidades/{mundo.uid(2, 'B1')}")).json()
    assert (sem["nome"], sem["nivel"], sem["uf"], sem["ativa"]) == ("Vila São José", 2, "SO", True)
    assert [elo["nivel"] for elo in sem["cadeia"]] == [2, 4, 5, 7]
    assert sem["geometria"] is None
    com = (await b.http.get(f"/api/d2/unidades/{mundo.uid(2, 'B1')}", params={"incluir_geometria": True})).json()
    assert com["geometria"]["type"] == "Polygon"


async def test_unidade_desconhecida_ou_id_que_nao_e_uuid(b):
    assert (await b.http.get(f"/api/d2/unidades/{uuid4()}")).status_code == 404
    assert (await b.http.get("/api/d2/unidades/Pau d'Arco")).status_code == 400


@pytest.mark.parametrize("nome", ["PAU D’ARCO", "pau d'arco", "d arco"])
async def test_busca_por_nome_ignora_acento_caixa_e_pontuacao(b, nome):
    achadas = (await b.http.get("/api/d2/unidades", params={"nome": nome, "nivel": 4})).json()["unidades"]
    assert [u["nome"] for u in achadas] == ["Pau d'Arco"]


async def test_nome_e_dado_e_nao_padrao_de_busca(b):
    for nome in ("%", "_", "Água & Luz"):
        achadas = (await b.http.get("/api/d2/unidades", params={"nome": nome})).json()["unidades"]
        assert len(achadas) == (1 if nome == "Água & Luz" else 5), nome


async def test_paginas_de_unidades_nao_repetem_nem_saltam(b):
    vistas, cursor = [], None
    for _ in range(10):
        parametros = {"quantas": 2} | ({"cursor": cursor} if cursor else {})
        pagina = (await b.http.get("/api/d2/unidades", params=parametros)).json()
        vistas += [u["codigo_origem"] for u in pagina["unidades"]]
        cursor = pagina["proximo"]
        if cursor is None:
            break
    assert vistas == ["B1", "M2", "M1", "E1", "BR"]


async def test_filhas_de_uma_unidade(b, mundo):
    filhas = (await b.http.get("/api/d2/unidades", params={"pai_id": str(mundo.uid(5, "E1"))})).json()["unidades"]
    assert [u["codigo_origem"] for u in filhas] == ["M2", "M1"]


async def test_revisoes_sao_so_para_operadores(b):
    assert (await b.http.get("/api/d2/revisoes")).status_code == 401
    assert (await b.http.get("/api/d2/revisoes", headers=b.token(papeis=["moderador"]))).status_code == 403


async def test_operador_lista_pendentes_em_paginas(b, mundo):
    await b.entregar(*(mundo.demanda(n, mundo.fora) for n in range(5)))
    operador, vistas, cursor = b.token(papeis=["operador"]), [], None
    for _ in range(10):
        parametros = {"quantas": 2} | ({"cursor": cursor} if cursor else {})
        pagina = (await b.http.get("/api/d2/revisoes", params=parametros, headers=operador)).json()
        vistas += [r["demanda_id"] for r in pagina["revisoes"]]
        cursor = pagina["proximo"]
        if cursor is None:
            break
    assert vistas == [str(mundo.demanda(n).demanda_id) for n in range(5)]


async def test_operador_escolhe_a_unidade_e_a_demanda_segue_com_confianca_baixa(b, mundo):
    await b.entregar(mundo.demanda(1, mundo.fora))
    operador = b.token(papeis=["operador"])
    caminho = f"/api/d2/revisoes/{mundo.demanda(1).demanda_id}"
    resposta = await b.http.post(
        f"{caminho}/resolver", json={"unidade_civica_id": str(mundo.uid(2, "B1"))}, headers=operador
    )
    assert resposta.json() == {"situacao": "resolvida"}
    (publicado,) = await b.publicados(DemandaGeorreferenciada)
    assert publicado.payload.cadeia_ucs == [
        mundo.uid(2, "B1"),
        mundo.uid(4, "M1"),
        mundo.uid(5, "E1"),
        mundo.uid(7, "BR"),
    ]
    assert (publicado.payload.metodo_resolucao, publicado.payload.confianca_geo) == ("inferencia", "baixa")
    assert (publicado.payload.coordenadas_lat, publicado.payload.coordenadas_lng) == mundo.fora
    (revisao,) = await b.consultar("SELECT * FROM revisoes_geo_pendentes")
    assert publicado.causacao_id == revisao["evento_id"]
    assert publicado.correlacao_id == revisao["correlacao_id"]
    assert revisao["operador"]
    de_novo = await b.http.post(
        f"{caminho}/resolver", json={"unidade_civica_id": str(mundo.uid(4, "M1"))}, headers=operador
    )
    assert (de_novo.status_code, de_novo.json()["situacao"]) == (409, "resolvida")


async def test_operador_descarta_com_motivo_e_nada_se_publica(b, mundo):
    await b.entregar(mundo.demanda(1, mundo.fora))
    operador = b.token(papeis=["operador"])
    caminho = f"/api/d2/revisoes/{mundo.demanda(1).demanda_id}"
    assert (await b.http.post(f"{caminho}/descartar", json={"motivo": ""}, headers=operador)).json()[
        "campo"
    ] == "motivo"
    resposta = await b.http.post(f"{caminho}/descartar", json={"motivo": "no mar"}, headers=operador)
    assert resposta.json() == {"situacao": "descartada"}
    assert not await b.publicados(DemandaGeorreferenciada)
    await b.entregar(mundo.demanda(1))
    assert not await b.publicados(DemandaGeorreferenciada)
    assert (await b.http.post(f"{caminho}/descartar", json={"motivo": "no mar"}, headers=operador)).status_code == 409


async def test_unidade_inexistente_na_revisao_responde_400_e_a_revisao_continua(b, mundo):
    await b.entregar(mundo.demanda(1, mundo.fora))
    operador = b.token(papeis=["operador"])
    caminho = f"/api/d2/revisoes/{mundo.demanda(1).demanda_id}/resolver"
    resposta = await b.http.post(caminho, json={"unidade_civica_id": str(uuid4())}, headers=operador)
    assert (resposta.status_code, resposta.json()["campo"]) == (400, "unidade_civica_id")
    assert (await b.http.get("/api/d2/revisoes", headers=operador)).json()["revisoes"]


async def test_revisao_desconhecida_responde_404(b):
    caminho = f"/api/d2/revisoes/{uuid4()}/descartar"
    resposta = await b.http.post(caminho, json={"motivo": "no mar"}, headers=b.token(papeis=["operador"]))
    assert resposta.status_code == 404
