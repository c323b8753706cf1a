"""The commit happens before the answer: what fails at commit is an error, never a 2xx already on its way."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy.exc import IntegrityError, OperationalError
from starlette.types import Message, Receive, Scope, Send

from nucleo import http
from nucleo.erros import Conflito
from nucleo.http import Leitura, Uow


class Viva:
    """Stands for `ColoniaViva`: tells what happened, in order, and fails where told."""

    def __init__(self) -> None:
        self.passos: list[str] = []
        self.correlacoes: list[UUID] = []
        self.rastros: list[str | None] = []
        self.ao_abrir: Exception | None = None
        self.ao_confirmar: Exception | None = None

    def exigir_preparada(self) -> None:
        """It always is."""

    @asynccontextmanager
    async def unidade(self, correlacao_id: UUID, rastro: str | None) -> AsyncIterator[Any]:
        if self.ao_abrir:
            raise self.ao_abrir
        self.correlacoes.append(correlacao_id)
        self.rastros.append(rastro)
        self.passos.append("abre")
        try:
            yield self
            if self.ao_confirmar:
                raise self.ao_confirmar
            self.passos.append("confirma")
        except BaseException:
            self.passos.append("desfaz")
            raise

    @asynccontextmanager
    async def leitura(self) -> AsyncIterator[Any]:
        self.passos.append("lê")
        yield self
        self.passos.append("devolve")


@pytest.fixture
def viva() -> Viva:
    return Viva()


@pytest.fixture
async def cliente(viva: Viva) -> AsyncIterator[httpx.AsyncClient]:
    app = FastAPI()
    app.state.config = SimpleNamespace(corpo_maximo_bytes=1024)
    app.state.colonia_viva = viva

    @app.post("/escreve", status_code=201)
    async def escreve(uow: Uow) -> str:
        return "feito"

    @app.post("/conflita")
    async def conflita(uow: Uow) -> str:
        raise Conflito("Já existe.")

    @app.post("/valida")
    async def valida(dados: dict[str, int], uow: Uow) -> str:
        return "feito"

    @app.get("/le")
    async def le(banco: Leitura) -> str:
        return "lido"

    class Anota:
        def __init__(self, app: Any) -> None:
            self.app = app

        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            async def enviar(mensagem: Message) -> None:
                if mensagem["type"] == "http.response.start":
                    viva.passos.append(f"responde {mensagem['status']}")
                await send(mensagem)

            scope.setdefault("state", {})["rastro"] = "00-a-b-01"
            await self.app(scope, receive, enviar)

    app.add_middleware(Anota)
    http.instalar(app)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://c") as c:
        yield c


async def test_confirma_antes_de_responder(cliente: httpx.AsyncClient, viva: Viva) -> None:
    assert (await cliente.post("/escreve")).status_code == 201
    assert viva.passos == ["abre", "confirma", "responde 201"]


async def test_a_unidade_recebe_a_correlacao_e_o_rastro_do_pedido(cliente: httpx.AsyncClient, viva: Viva) -> None:
    minha = uuid4()
    await cliente.post("/escreve", headers={"X-Correlacao-Id": str(minha)})
    assert (viva.correlacoes, viva.rastros) == ([minha], ["00-a-b-01"])


async def test_problema_na_rota_desfaz_e_responde(cliente: httpx.AsyncClient, viva: Viva) -> None:
    assert (await cliente.post("/conflita")).status_code == 409
    assert viva.passos == ["abre", "desfaz", "responde 409"]


async def test_pedido_invalido_desfaz(cliente: httpx.AsyncClient, viva: Viva) -> None:
    assert (await cliente.post("/valida", json={"a": "x"})).status_code == 400
    assert "confirma" not in viva.passos


@pytest.mark.parametrize(
    ("erro", "status"),
    [
        (OperationalError("COMMIT", {}, Exception()), 503),
        (ConnectionResetError(), 503),
        (Conflito("Outra pessoa chegou antes."), 409),
        (IntegrityError("INSERT", {}, Exception()), 500),
        (RuntimeError("bug"), 500),
    ],
    ids=lambda v: type(v).__name__ if isinstance(v, Exception) else str(v),
)
async def test_falha_ao_confirmar_nunca_vira_sucesso(
    cliente: httpx.AsyncClient, viva: Viva, erro: Exception, status: int
) -> None:
    viva.ao_confirmar = erro
    resposta = await cliente.post("/escreve")
    assert resposta.status_code == status
    assert resposta.headers["content-type"] == "application/problem+json"
    assert viva.passos == ["abre", "desfaz", f"responde {status}"] or status >= 500


async def test_banco_ausente_ao_abrir_responde_503(cliente: httpx.AsyncClient, viva: Viva) -> None:
    viva.ao_abrir = ConnectionRefusedError()
    resposta = await cliente.post("/escreve")
    assert resposta.status_code == 503
    assert resposta.headers["retry-after"]


async def test_a_leitura_devolve_a_conexao_antes_de_responder(cliente: httpx.AsyncClient, viva: Viva) -> None:
    assert (await cliente.get("/le")).json() == "lido"
    assert viva.passos == ["lê", "devolve", "responde 200"]
