"""A citizen enters by the public door; what each colony may know of them is what it should be."""

import json
import time
from collections.abc import Callable
from uuid import uuid4

import httpx
import pytest

from formigueiro.cidadao import entrar
from formigueiro.operador import Operador
from formigueiro.sistema import Sistema

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]


def ate(condicao: Callable[[], bool], segundos: float = 20) -> None:
    limite = time.monotonic() + segundos
    while not condicao():
        assert time.monotonic() < limite
        time.sleep(0.1)


def test_quem_entra_pela_porta_tem_um_token_que_todas_as_colonias_aceitam(sistema: Sistema, porta: httpx.Client):
    zuleica = entrar(str(porta.base_url), "Zuleica Xavante", uuid4())
    assert porta.get("/api/perfil", headers=zuleica.cabecalhos).json()["nome"] == "Zuleica Xavante"
    # Valid, of somebody without the role: each colony answers 403 by itself, not 401.
    for nome, caminho in (("d3-categorizacao", "/api/d3/revisoes"), ("d2-georreferenciamento", "/api/d2/revisoes")):
        endereco = sistema.endereco(sistema.colonias[nome]) + caminho
        assert httpx.get(endereco, headers=zuleica.cabecalhos, trust_env=False).status_code == 403


def test_o_identificador_de_uma_conta_nao_serve_de_anonimo(porta: httpx.Client):
    conta = str(entrar(str(porta.base_url), "Yara Zanini").cidadao_id)
    pedido = {"headers": {"X-Cidadao-Id": conta}}
    ate(lambda: porta.get("/api/demandas", **pedido).status_code == 401)


def test_o_arquivo_guarda_quem_entrou_sem_nada_que_diga_quem_e(porta: httpx.Client, operador: Operador):
    conta = str(entrar(str(porta.base_url), "Xerxes Wanderley", uuid4()).cidadao_id)

    def eventos() -> list[str]:
        tipos = ("cidadão.cadastrado", "cidadão.vinculado")
        achados = (operador.paginas("n0a-barramento", "/api/events", "eventos", tipo=tipo) for tipo in tipos)
        return [json.dumps(e) for pagina in achados for e in pagina if conta in json.dumps(e)]

    ate(lambda: len(eventos()) == 2)
    assert not any("erxes" in evento for evento in eventos())


def test_uma_pagina_entra_renova_e_sai_pelo_cookie(porta: httpx.Client):
    origem = str(porta.base_url).rstrip("/")
    with httpx.Client(base_url=origem, trust_env=False) as navegador, httpx.Client(trust_env=False) as emissor:
        ida = navegador.get(
            "/api/sessao/entrar/teste", params={"retorno": "/mapa"}, headers={"Accept": "application/json"}
        )
        volta = emissor.post(ida.json()["endereco"], data={"sub": "wilma"}).headers["location"]
        assert navegador.get(volta).headers["location"] == "/mapa"
        for _ in range(2):
            tokens = navegador.post("/api/sessao/renovar", headers={"Origin": origem}).json()
        perfil = navegador.get("/api/perfil", headers={"Authorization": f"Bearer {tokens['token']}"})
        assert perfil.status_code == 200
        assert navegador.post("/api/sessao/renovar", headers={"Origin": "https://mau.exemplo"}).status_code == 403
        assert navegador.post("/api/sessao/sair", headers={"Origin": origem}).status_code == 204
        assert navegador.post("/api/sessao/renovar", headers={"Origin": origem}).status_code == 401
