"""A registry with an operator, and short names for what its clients send."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import pytest_asyncio

from n0b_registro.colonia import colonia
from nucleo.testes import Bancada, FabricaDeBancadas

OPERADOR = ("operador", "sênha:com dois-pontos")
MIDIA = "application/vnd.schemaregistry.v1+json"


# Undoes what the tests before did, without the time of a new database.
AO_COMECO = (
    "DELETE FROM referencia",
    "DELETE FROM versao WHERE assunto NOT IN (SELECT assunto FROM ajuste WHERE protegido)",
    "DELETE FROM versao WHERE assunto LIKE 'teste.%'",
    "DELETE FROM esquema WHERE id NOT IN (SELECT esquema_id FROM versao)",
    "DELETE FROM ajuste WHERE NOT protegido OR assunto LIKE 'teste.%'",
)


class Cliente:
    """What a client of the Confluent protocol does, with the operator's credential unless told otherwise."""

    def __init__(self, bancada: Bancada) -> None:
        self.bancada = bancada
        self.http = bancada.http

    async def pedir(self, metodo: str, caminho: str, corpo: Any = None, **mais: Any) -> httpx.Response:
        opcoes = {"auth": httpx.BasicAuth(*OPERADOR), "headers": {"Content-Type": MIDIA}} | mais
        if corpo is not None:
            opcoes["json"] = corpo
        return await self.http.request(metodo, caminho, **opcoes)

    async def registrar(self, assunto: str, esquema: Any, **mais: Any) -> httpx.Response:
        return await self.pedir("POST", f"/subjects/{quote(assunto, safe='')}/versions", corpo_de(esquema, **mais))

    async def procurar(self, assunto: str, esquema: Any, **mais: Any) -> httpx.Response:
        return await self.pedir("POST", f"/subjects/{quote(assunto, safe='')}", corpo_de(esquema, **mais))

    async def ver(self, caminho: str, **parametros: str) -> httpx.Response:
        return await self.pedir("GET", caminho, params=parametros)

    async def apagar(self, caminho: str, **parametros: str) -> httpx.Response:
        return await self.pedir("DELETE", caminho, params=parametros)

    async def nivel(self, assunto: str, nivel: str) -> None:
        resposta = await self.pedir("PUT", f"/config/{assunto}", {"compatibility": nivel})
        assert resposta.status_code == 200, resposta.text

    async def id_de(self, assunto: str, esquema: Any, **mais: Any) -> int:
        resposta = await self.registrar(assunto, esquema, **mais)
        assert resposta.status_code == 200, resposta.text
        return int(resposta.json()["id"])


def corpo_de(esquema: Any, **mais: Any) -> dict[str, Any]:
    return {"schema": esquema if isinstance(esquema, str) else json.dumps(esquema)} | mais


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def aberto(bancada: FabricaDeBancadas) -> AsyncIterator[Bancada]:
    """One registry for the tests of a module."""
    async with bancada(colonia, operador_usuario=OPERADOR[0], operador_senha=OPERADOR[1]) as b:
        yield b


@pytest_asyncio.fixture(loop_scope="module")
async def cliente(aberto: Bancada) -> Cliente:
    """A registry as it starts: only the contracts of the product are in it."""
    for comando in AO_COMECO:
        await aberto.consultar(comando)
    return Cliente(aberto)


Recusa = Callable[[Awaitable[httpx.Response], int], Awaitable[str]]


@pytest.fixture
def recusa() -> Recusa:
    """`await recusa(resposta, 40401)`: checks the refusal's code, status and content type; gives its sentence."""

    async def conferir(espera: Awaitable[httpx.Response], codigo: int) -> str:
        resposta = await espera
        assert resposta.json()["error_code"] == codigo, resposta.text
        assert resposta.status_code == int(str(codigo)[:3])
        assert resposta.headers["content-type"] == MIDIA
        return str(resposta.json()["message"])

    return conferir


def registro_avro(*campos: Any, nome: str = "R", **mais: Any) -> dict[str, Any]:
    """An Avro record; a field is a name (a string) or a whole definition."""
    definidos = [{"name": c, "type": "string"} if isinstance(c, str) else c for c in campos]
    return {"type": "record", "name": nome, "fields": definidos} | mais


@pytest.fixture
def avro() -> Callable[..., dict[str, Any]]:
    """`avro("a", {…})`: an Avro record of those fields."""
    return registro_avro
