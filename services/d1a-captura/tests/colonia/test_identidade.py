"""Ids of accounts and of linked devices: who may use them, and whose the demands are."""

import asyncio
import random
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from d1a_captura.colonia import colonia
from nucleo.eventos import CidadaoCadastrado, CidadaoVinculado, DemandaRecebida
from nucleo.testes import Bancada, exemplo
from nucleo.testes.bancada import FabricaDeBancadas
from nucleo.testes.eventos import INICIO

CONTA = UUID("7d9f4c2e-18ab-4f6d-9c3e-5b2a1f0e8d77")
OUTRA_CONTA = UUID("1b4e28ba-2fa1-41d2-883f-0016d3cca427")
APARELHO = UUID("0d5c9a60-6a35-4c0d-8a3e-9b6c1d2e3f40")
TABLET = UUID("2c1f7e4a-93b8-4b0e-9c55-7a1d0e6f8b21")
LIVRE = {"limite_multiplicador": 1000}


def cadastrado(conta: UUID = CONTA) -> CidadaoCadastrado:
    return exemplo(CidadaoCadastrado, cidadao_id=conta)


def vinculado(conta: UUID = CONTA, aparelho: UUID = APARELHO, minuto: int = 0) -> CidadaoVinculado:
    instante = INICIO + timedelta(minutes=minuto)
    return exemplo(CidadaoVinculado, cidadao_id=conta, cidadao_id_anonimo=aparelho, timestamp_vinculo=instante)


async def enviar(b: Bancada, quem: dict[str, str], texto: str = "Buraco na rua") -> Any:
    relato = {"texto_bruto": texto, "localizacao_bruta": {"lat": -23.55, "lng": -46.63}, "canal": "web"}
    return await b.http.post("/api/demandas", json=relato, headers=quem)


def anonimo(cidadao: UUID) -> dict[str, str]:
    return {"X-Cidadao-Id": str(cidadao)}


@pytest.fixture
async def b(bancada: FabricaDeBancadas) -> AsyncIterator[Bancada]:
    async with bancada(colonia, **LIVRE) as bancada_aberta:
        yield bancada_aberta


async def test_o_id_de_uma_conta_ou_de_aparelho_vinculado_nao_serve_sem_entrar(b: Bancada) -> None:
    await b.entregar(cadastrado(), vinculado())
    for cidadao in (CONTA, APARELHO):
        r = await enviar(b, anonimo(cidadao))
        assert (r.status_code, r.json()["type"]) == (401, "urn:formigueiro:erro:login-necessario")
        assert (r.json()["campo"], r.headers["www-authenticate"]) == ("X-Cidadao-Id", "Bearer")
        assert "Entre na sua conta" in r.json()["detail"]
        for caminho in ("/api/demandas", f"/api/demandas/{APARELHO}"):
            assert (await b.http.get(caminho, headers=anonimo(cidadao))).status_code == 401
    assert (await enviar(b, anonimo(TABLET))).status_code == 201
    assert (await enviar(b, b.token(sub=CONTA) | anonimo(APARELHO))).status_code == 201
    assert len(await b.publicados(DemandaRecebida)) == 2


async def test_no_mesmo_lote_so_o_que_e_de_conta_e_recusado(b: Bancada) -> None:
    await b.entregar(vinculado())
    quem = [anonimo(APARELHO), b.token(sub=CONTA), anonimo(TABLET), anonimo(CONTA), anonimo(APARELHO)]
    respostas = await asyncio.gather(*(enviar(b, cabecalhos) for cabecalhos in quem))
    assert [r.status_code for r in respostas] == [401, 201, 201, 401, 401]


async def test_o_que_o_aparelho_enviou_passa_a_ser_da_conta(b: Bancada) -> None:
    antes = await enviar(b, anonimo(APARELHO))
    await b.entregar(cadastrado())
    assert (await b.http.get(antes.headers["location"], headers=b.token(sub=CONTA))).status_code == 404
    await b.entregar(vinculado())
    da_conta, de_outra = b.token(sub=CONTA), b.token(sub=OUTRA_CONTA)
    assert (await b.http.get(antes.headers["location"], headers=da_conta)).status_code == 200
    assert (await b.http.get(antes.headers["location"], headers=de_outra)).status_code == 404
    depois = await enviar(b, da_conta, "Outro buraco")
    lista = (await b.http.get("/api/demandas", headers=da_conta)).json()["demandas"]
    assert {d["demanda_id"] for d in lista} == {antes.json()["demanda_id"], depois.json()["demanda_id"]}
    assert (await b.http.get("/api/demandas", headers=de_outra)).json()["demandas"] == []


async def test_o_mesmo_relato_depois_do_vinculo_e_o_que_o_aparelho_enviou(b: Bancada) -> None:
    antes = await enviar(b, anonimo(APARELHO))
    await b.entregar(vinculado())
    de_novo = await enviar(b, b.token(sub=CONTA))
    assert (de_novo.status_code, de_novo.json()["demanda_id"]) == (409, antes.json()["demanda_id"])
    assert (await enviar(b, b.token(sub=OUTRA_CONTA))).status_code == 201
    assert len(await b.publicados(DemandaRecebida)) == 2


async def test_demandas_iguais_do_aparelho_e_da_conta_ficam_as_duas(b: Bancada) -> None:
    do_aparelho, do_tablet = await enviar(b, anonimo(APARELHO)), await enviar(b, anonimo(TABLET))
    da_conta = await enviar(b, b.token(sub=CONTA))
    await b.entregar(vinculado(), vinculado(aparelho=TABLET))
    ids = {r.json()["demanda_id"] for r in (do_aparelho, do_tablet, da_conta)}
    lista = (await b.http.get("/api/demandas", headers=b.token(sub=CONTA))).json()["demandas"]
    assert {d["demanda_id"] for d in lista} == ids
    assert len(ids) == 3
    repetida = await enviar(b, b.token(sub=CONTA))
    assert (repetida.status_code, repetida.json()["demanda_id"]) == (409, min(ids))


async def test_relato_do_aparelho_que_chega_com_o_vinculo_em_curso_nao_se_perde(b: Bancada) -> None:
    """The link was known to the account before the device's last report was stored here: whatever the order."""
    await b.entregar(vinculado(aparelho=TABLET))
    antes = await enviar(b, anonimo(APARELHO))
    await b.entregar(vinculado())
    assert antes.status_code == 201
    assert (await b.http.get(antes.headers["location"], headers=b.token(sub=CONTA))).status_code == 200


async def test_o_aparelho_de_duas_contas_e_da_primeira(b: Bancada) -> None:
    antes = await enviar(b, anonimo(APARELHO))
    await b.entregar(vinculado(OUTRA_CONTA, minuto=5))
    await b.entregar(vinculado(CONTA, minuto=1))
    await b.entregar(vinculado(OUTRA_CONTA, minuto=9))
    assert (await b.http.get(antes.headers["location"], headers=b.token(sub=CONTA))).status_code == 200
    assert (await b.http.get(antes.headers["location"], headers=b.token(sub=OUTRA_CONTA))).status_code == 404


async def test_uma_conta_que_e_o_proprio_aparelho_continua_sua(b: Bancada) -> None:
    antes = await enviar(b, anonimo(CONTA))
    await b.entregar(vinculado(CONTA, aparelho=CONTA))
    assert (await enviar(b, anonimo(CONTA))).status_code == 401
    assert (await b.http.get(antes.headers["location"], headers=b.token(sub=CONTA))).status_code == 200


@pytest.mark.parametrize("semente", range(12))
async def test_em_qualquer_ordem_nenhuma_demanda_se_perde_nem_se_repete(b: Bancada, semente: int) -> None:
    """Reports of two devices and of their account, with the links in between: all of them end up the account's."""
    sorteio = random.Random(semente)
    quem = {"aparelho": anonimo(APARELHO), "tablet": anonimo(TABLET), "conta": b.token(sub=CONTA)}
    atos = [(nome, texto) for nome in quem for texto in ("Buraco", "Poste", "Mato alto") for _ in range(2)]
    atos += [("vinculo", nome) for nome in ("aparelho", "tablet") for _ in range(2)]
    sorteio.shuffle(atos)
    vinculados: set[str] = set()
    aceitas: dict[str, set[str]] = {}
    for nome, texto in atos:
        if nome == "vinculo":
            await b.entregar(vinculado(aparelho=APARELHO if texto == "aparelho" else TABLET))
            vinculados.add(texto)
            continue
        r = await enviar(b, quem[nome], texto)
        assert (r.status_code == 401) == (nome in vinculados)
        if r.status_code == 201:
            aceitas.setdefault(texto, set()).add(r.json()["demanda_id"])
        elif r.status_code == 409:
            assert r.json()["demanda_id"] in aceitas[texto]
    suas = (await b.http.get("/api/demandas?limite=100", headers=quem["conta"])).json()["demandas"]
    assert {d["demanda_id"] for d in suas} == set().union(*aceitas.values())
    assert len(suas) == len(await b.publicados(DemandaRecebida))
    for texto, ids in aceitas.items():
        r = await enviar(b, quem["conta"], texto)
        assert (r.status_code, r.json()["demanda_id"]) == (409, min(ids))
