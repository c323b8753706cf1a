"""HEAD wherever there is a GET, on a real server: it is the server that keeps the body back."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace

import httpx
import pytest
import uvicorn
from fastapi import APIRouter, FastAPI
from starlette.responses import StreamingResponse

from nucleo import http
from nucleo.erros import NaoEncontrado

rotas = APIRouter(prefix="/coisas")


@rotas.get("/{numero}")
async def ver(numero: int) -> dict[str, int]:
    if numero > 9:
        raise NaoEncontrado("Coisa não encontrada.", campo="numero")
    return {"numero": numero}


@rotas.post("")
async def criar() -> None:
    return None


@rotas.get("/{numero}/partes")
async def partes(numero: int) -> StreamingResponse:
    return StreamingResponse(iter([b"a", b"b"]), headers={"x-numero": str(numero)})


@pytest.fixture
def app() -> FastAPI:
    app = FastAPI()
    app.state.config = SimpleNamespace(corpo_maximo_bytes=2048)
    http.instalar(app)
    app.include_router(rotas)
    return app


@pytest.fixture
async def cliente(app: FastAPI, unused_tcp_port: int) -> AsyncIterator[httpx.AsyncClient]:
    servidor = uvicorn.Server(uvicorn.Config(app, port=unused_tcp_port, log_config=None, lifespan="off"))
    tarefa = asyncio.create_task(servidor.serve())
    while not servidor.started:
        await asyncio.sleep(0.01)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{unused_tcp_port}") as c:
        yield c
    servidor.should_exit = True
    await tarefa


@pytest.mark.parametrize("caminho", ["/coisas/1", "/coisas/10", "/coisas/x", "/coisas/1/partes", "/nada", "/docs"])
async def test_head_responde_como_get_e_sem_corpo(cliente: httpx.AsyncClient, caminho: str) -> None:
    cabecalhos = {"X-Correlacao-Id": "0199c0de-0000-7000-8000-00000000c0de"}
    get = await cliente.get(caminho, headers=cabecalhos)
    head = await cliente.head(caminho, headers=cabecalhos)
    assert head.status_code == get.status_code
    assert head.content == b"" != get.content
    ditos = {"content-type", "content-length", "x-correlacao-id", "x-numero"} & get.headers.keys()
    assert {nome: head.headers[nome] for nome in ditos} == {nome: get.headers[nome] for nome in ditos}


async def test_sem_get_nao_ha_head_e_o_allow_diz_o_que_ha(cliente: httpx.AsyncClient) -> None:
    recusado = await cliente.head("/coisas")
    assert (recusado.status_code, recusado.headers["allow"]) == (405, "POST")
    assert (await cliente.put("/coisas/1")).headers["allow"] == "GET, HEAD"


async def test_o_documento_nao_repete_cada_rota(cliente: httpx.AsyncClient) -> None:
    caminhos = (await cliente.get("/openapi.json")).json()["paths"]
    assert list(caminhos["/coisas/{numero}"]) == ["get"]
