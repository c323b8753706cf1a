"""The catalogue: event types for programs and for people."""

import json
from pathlib import Path
from typing import Any

import pytest

from n0b_registro.colonia import colonia
from nucleo import contratos
from nucleo.testes import FabricaDeBancadas

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_catalogo_tem_todos_os_tipos_com_versoes_status_e_quem_produz(cliente: Any) -> None:
    eventos = {evento["tipo"]: evento for evento in (await cliente.ver("/api/registro/eventos")).json()["eventos"]}
    assert eventos.keys() == contratos.carregar().por_tipo.keys()
    recebida = eventos["demanda.recebida"]
    assert recebida["produtores"] == ["d1a-captura"]
    assert recebida["visibilidade"] == "interna"
    assert [(v["versao"], v["status"], v["numero"]) for v in recebida["versoes"]] == [
        ("1.0.0", "mantida", 1),
        ("1.1.0", "mantida", 2),
        ("1.2.0", "vigente", 3),
    ]


async def test_ficha_de_um_tipo_traz_os_esquemas_e_o_id_de_cada_um(cliente: Any) -> None:
    ficha = (await cliente.ver("/api/registro/eventos/demanda.recebida")).json()
    for versao in ficha["versoes"]:
        assert (await cliente.ver(f"/schemas/ids/{versao['id']}/schema")).json() == versao["esquema"]


async def test_tipo_com_acento_se_acha_com_e_sem_ele(cliente: Any) -> None:
    com = await cliente.ver("/api/registro/eventos/território.unidade_publicada")
    sem = await cliente.ver("/api/registro/eventos/territorio.unidade_publicada")
    assert com.json() == sem.json()
    assert com.json()["tipo"] == "território.unidade_publicada"


async def test_tipo_desconhecido_e_um_problema_em_portugues(cliente: Any) -> None:
    resposta = await cliente.ver("/api/registro/eventos/nada.feito")
    assert resposta.status_code == 404
    assert resposta.headers["content-type"] == "application/problem+json"
    assert "nada.feito" in resposta.json()["detail"]


async def test_consumidores_vem_do_arquivo_gerado(bancada: FabricaDeBancadas, tmp_path: Path) -> None:
    arquivo = tmp_path / "consumidores.json"
    arquivo.write_text(json.dumps({"demanda.recebida": ["n0a-barramento", "d1b-normalizacao"]}))
    async with bancada(colonia, consumidores_arquivo=arquivo) as b:
        ficha = (await b.http.get("/api/registro/eventos/demanda.recebida")).json()
        assert ficha["consumidores"] == ["d1b-normalizacao", "n0a-barramento"]
        outra = (await b.http.get("/api/registro/eventos/demanda.ranqueada")).json()
        assert outra["consumidores"] == []
        assert "n0a-barramento" in (await b.http.get("/catalogo")).text


async def test_pagina_para_pessoas_lista_e_detalha(cliente: Any) -> None:
    lista = await cliente.http.get("/catalogo")
    assert lista.headers["content-type"] == "text/html; charset=utf-8"
    assert '<a href="/catalogo/territorio.unidade_publicada">' in lista.text
    detalhe = await cliente.http.get("/catalogo/demanda.recebida")
    assert "<h1>demanda.recebida</h1>" in detalhe.text
    assert "1.2.0 · vigente" in detalhe.text
    assert (await cliente.http.get("/catalogo/nada")).status_code == 404


async def test_raiz_leva_o_navegador_ao_catalogo_e_responde_a_clientes(cliente: Any) -> None:
    navegador = await cliente.http.get("/", headers={"Accept": "text/html,application/xhtml+xml"})
    assert navegador.headers["location"] == "/catalogo"
    assert (await cliente.http.get("/")).json() == {}
