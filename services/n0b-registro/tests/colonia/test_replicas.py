"""Two replicas on one database."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from n0b_registro.colonia import colonia
from nucleo.aplicacao import montar
from nucleo.testes import Bancada
from nucleo.viva import ColoniaViva

pytestmark = pytest.mark.asyncio(loop_scope="module")


@asynccontextmanager
async def outra_replica(b: Bancada) -> AsyncIterator[httpx.AsyncClient]:
    viva = ColoniaViva(colonia, b.viva.config, registro=b.viva.registro)
    try:
        await viva.preparar()
        transporte = httpx.ASGITransport(montar(colonia, b.viva.config, viva))
        async with httpx.AsyncClient(transport=transporte, base_url="http://outra") as http:
            yield http
    finally:
        await viva.parar()


async def test_registro_simultaneo_em_duas_replicas_da_um_id_e_uma_versao(cliente: Any) -> None:
    async with outra_replica(cliente.bancada) as outra:
        corpo = {"schema": '{"type":"fixed","name":"F","size":3}'}
        pedidos = [
            cliente.pedir("POST", "/subjects/a/versions", corpo)
            if i % 2
            else outra.post("/subjects/a/versions", json=corpo, auth=("operador", "sênha:com dois-pontos"))
            for i in range(16)
        ]
        respostas = await asyncio.gather(*pedidos)
        assert {resposta.status_code for resposta in respostas} == {200}
        assert len({resposta.json()["id"] for resposta in respostas}) == 1
        assert (await outra.get("/subjects/a/versions")).json() == [1]


async def test_replica_que_comeca_depois_publica_os_mesmos_contratos(cliente: Any) -> None:
    antes = await cliente.bancada.estado(["esquema", "versao", "ajuste"])
    async with outra_replica(cliente.bancada) as outra:
        assert (await outra.get("/api/registro/eventos")).json() == (await cliente.ver("/api/registro/eventos")).json()
    assert await cliente.bancada.estado(["esquema", "versao", "ajuste"]) == antes
