"""Every failure leaves as RFC 9457, in Portuguese, naming the field; nothing leaks."""

import asyncio
import socket
from collections.abc import AsyncIterator
from datetime import date
from types import SimpleNamespace
from typing import Annotated, Any, Literal
from uuid import UUID, uuid4

import asyncpg
import httpx
import pytest
from fastapi import APIRouter, FastAPI, Query
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, field_validator
from pydantic_core import ErrorTypeInfo
from pydantic_core._pydantic_core import list_all_errors
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as EsperaPorConexao
from starlette.responses import StreamingResponse

from nucleo import http
from nucleo.erros import Conflito, NaoAutenticado, NaoEncontrado, Sobrecarga
from nucleo.http.validacao import MAXIMO, TAMANHO, campo, descrever

rotas = APIRouter()


class Ponto(BaseModel):
    lat: Annotated[float, Field(ge=-90, le=90)]
    lng: Annotated[float, Field(strict=True, ge=-180, le=180)]


class Entrada(BaseModel, extra="forbid"):
    texto: Annotated[str, Field(min_length=3, max_length=10)]
    localizacao_bruta: Ponto
    tipo_midia: Literal["texto", "foto"] = "texto"
    midia_urls: Annotated[list[str], Field(max_length=2)] = []
    cidadao_id: UUID | None = None
    quando: date | None = None

    @field_validator("texto")
    @classmethod
    def _sem_caixa_alta(cls, valor: str) -> str:
        if valor.isupper():
            raise ValueError("Não escreva tudo em maiúsculas.")
        return valor


@rotas.post("/entrada")
async def entrada(dados: Entrada) -> dict[str, str]:
    return {"texto": dados.texto}


@rotas.get("/recurso")
@rotas.delete("/recurso")
async def recurso() -> None:
    return None


@rotas.get("/lista/{item}")
async def lista(item: UUID, limite: Annotated[int, Query(ge=1, le=50)] = 10) -> dict[str, int]:
    return {"limite": limite}


FALHAS: dict[str, Exception] = {}


@rotas.get("/falha/{qual}")
async def falha(qual: str) -> None:
    raise FALHAS[qual]


@rotas.get("/rompe")
async def rompe() -> StreamingResponse:
    async def corpo() -> AsyncIterator[bytes]:
        yield b"metade"
        raise RuntimeError("a fonte secou")

    return StreamingResponse(corpo())


@rotas.get("/mente")
async def mente() -> Ponto:
    return {"lat": "segredo"}  # type: ignore[return-value]  # a route that breaks its own promise


@pytest.fixture
async def cliente() -> AsyncIterator[httpx.AsyncClient]:
    app = FastAPI()
    app.state.config = SimpleNamespace(corpo_maximo_bytes=2048)
    http.instalar(app)
    app.include_router(rotas)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://c") as c:
        yield c


def problema(resposta: httpx.Response, status: int) -> dict[str, Any]:
    assert resposta.status_code == status, resposta.text
    assert resposta.headers["content-type"] == "application/problem+json"
    documento: dict[str, Any] = resposta.json()
    assert documento["status"] == status
    assert documento["type"].startswith("urn:formigueiro:erro:")
    assert documento["title"]
    assert documento["detail"]
    assert documento["instance"] == f"urn:uuid:{resposta.headers['x-correlacao-id']}"
    return documento


def pedido(**mudancas: Any) -> dict[str, Any]:
    return {"texto": "buraco", "localizacao_bruta": {"lat": -23.55, "lng": -46.63}, **mudancas}


async def test_o_pedido_certo_passa(cliente: httpx.AsyncClient) -> None:
    assert (await cliente.post("/entrada", json=pedido())).json() == {"texto": "buraco"}


@pytest.mark.parametrize(
    ("mudancas", "onde", "detalhe"),
    [
        ({"localizacao_bruta": {"lng": 1.5}}, "localizacao_bruta.lat", "Campo obrigatório."),
        ({"localizacao_bruta": {"lat": 91, "lng": 1.5}}, "localizacao_bruta.lat", "Deve ser menor ou igual a 90.0."),
        ({"localizacao_bruta": {"lat": 1, "lng": "-46.63"}}, "localizacao_bruta.lng", "Deve ser um número."),
        ({"localizacao_bruta": [1, 2]}, "localizacao_bruta", "Deve ser um objeto JSON."),
        ({"texto": 5}, "texto", "Deve ser um texto."),
        ({"texto": "oi"}, "texto", "Deve ter pelo menos 3 caractere(s)."),
        ({"texto": "comprido demais"}, "texto", "Deve ter no máximo 10 caractere(s)."),
        ({"texto": "BURACO"}, "texto", "Não escreva tudo em maiúsculas."),
        ({"tipo_midia": "vídeo"}, "tipo_midia", "Deve ser um destes valores: 'texto' ou 'foto'."),
        ({"midia_urls": ["a", 2]}, "midia_urls[1]", "Deve ser um texto."),
        ({"midia_urls": ["a", "b", "c"]}, "midia_urls", "Deve ter no máximo 2 item(ns)."),
        ({"midia_urls": "a"}, "midia_urls", "Deve ser uma lista."),
        ({"cidadao_id": "eu"}, "cidadao_id", "Deve ser um UUID."),
        ({"quando": "ontem"}, "quando", "Deve ser uma data no formato AAAA-MM-DD."),
        ({"intruso": 1}, "intruso", "Campo desconhecido."),
    ],
)
async def test_campo_invalido_e_nomeado_em_portugues(
    cliente: httpx.AsyncClient, mudancas: dict[str, Any], onde: str, detalhe: str
) -> None:
    documento = problema(await cliente.post("/entrada", json=pedido(**mudancas)), 400)
    assert (documento["campo"], documento["detail"]) == (onde, detalhe)
    assert documento["errors"] == [{"campo": onde, "detalhe": detalhe}]
    assert documento["type"] == "urn:formigueiro:erro:dados-invalidos"


async def test_todos_os_campos_invalidos_vem_de_uma_vez(cliente: httpx.AsyncClient) -> None:
    documento = problema(await cliente.post("/entrada", json={}), 400)
    assert [erro["campo"] for erro in documento["errors"]] == ["texto", "localizacao_bruta"]
    assert documento["campo"] == "texto"


async def test_parametros_da_rota_e_da_consulta_sao_nomeados(cliente: httpx.AsyncClient) -> None:
    documento = problema(await cliente.get("/lista/x?limite=99"), 400)
    assert documento["errors"] == [
        {"campo": "item", "detalhe": "Deve ser um UUID."},
        {"campo": "limite", "detalhe": "Deve ser menor ou igual a 50."},
    ]


async def test_o_que_foi_enviado_nao_volta_na_resposta(cliente: httpx.AsyncClient) -> None:
    resposta = await cliente.post("/entrada", json=pedido(cidadao_id="meu segredo"))
    assert "meu segredo" not in resposta.text


async def test_corpo_ausente_e_nomeado(cliente: httpx.AsyncClient) -> None:
    assert problema(await cliente.post("/entrada"), 400)["campo"] == "corpo"


async def test_corpo_que_nao_e_json_e_recusado_pelo_formato(cliente: httpx.AsyncClient) -> None:
    documento = problema(await cliente.post("/entrada", content=b"a=1", headers={"content-type": "text/plain"}), 415)
    assert "application/json" in documento["detail"]


async def test_endereco_e_metodo_inexistentes(cliente: httpx.AsyncClient) -> None:
    assert problema(await cliente.get("/nada"), 404)["type"].endswith(":endereco-inexistente")
    resposta = await cliente.delete("/entrada")
    assert problema(resposta, 405)["detail"] == "Este endereço não aceita este método HTTP."
    assert resposta.headers["allow"] == "POST"


async def test_allow_lista_os_metodos_de_todas_as_rotas_do_endereco(cliente: httpx.AsyncClient) -> None:
    assert (await cliente.put("/recurso")).headers["allow"] == "GET, HEAD, DELETE"


async def test_problema_da_colonia_leva_campo_cabecalhos_e_extras(cliente: httpx.AsyncClient) -> None:
    existente = uuid4()
    FALHAS["conflito"] = Conflito("Demanda já registrada.", campo="texto", demanda_id=existente, status="aberta")
    documento = problema(await cliente.get("/falha/conflito"), 409)
    assert (documento["demanda_id"], documento["campo"]) == (str(existente), "texto")

    FALHAS["sessao"] = NaoAutenticado()
    resposta = await cliente.get("/falha/sessao")
    assert problema(resposta, 401)
    assert resposta.headers["www-authenticate"] == "Bearer"

    FALHAS["carga"] = Sobrecarga(3)
    resposta = await cliente.get("/falha/carga")
    assert problema(resposta, 503)
    assert resposta.headers["retry-after"] == "3"


async def test_campo_com_surrogado_vindo_do_cliente_nao_quebra_a_resposta(cliente: httpx.AsyncClient) -> None:
    FALHAS["surrogado"] = NaoEncontrado("Não há \ud800.")
    assert problema(await cliente.get("/falha/surrogado"), 404)


@pytest.mark.parametrize(
    "erro",
    [
        OperationalError("SELECT 1", {}, Exception("fora")),
        InterfaceError("SELECT 1", {}, Exception("fora")),
        DBAPIError("SELECT 1", {}, Exception("caiu"), connection_invalidated=True),
        EsperaPorConexao("QueuePool limit"),
        asyncpg.CannotConnectNowError("a iniciar"),
        asyncpg.ConnectionDoesNotExistError("caiu"),
        ConnectionRefusedError(),
        socket.gaierror("nome desconhecido"),
        OSError("Multiple exceptions"),
        TimeoutError(),
    ],
    ids=lambda e: type(e).__name__,
)
async def test_banco_ausente_responde_503_e_quando_voltar(cliente: httpx.AsyncClient, erro: Exception) -> None:
    FALHAS["banco"] = erro
    resposta = await cliente.get("/falha/banco")
    assert problema(resposta, 503)["type"] == "urn:formigueiro:erro:servico-indisponivel"
    assert int(resposta.headers["retry-after"]) > 0
    assert "SELECT" not in resposta.text


async def test_falha_inesperada_responde_500_sem_contar_nada(
    cliente: httpx.AsyncClient, capsys: pytest.CaptureFixture[str]
) -> None:
    FALHAS["bug"] = RuntimeError("o cidadão João da Silva")
    resposta = await cliente.get("/falha/bug")
    assert problema(resposta, 500)["type"] == "urn:formigueiro:erro:erro-interno"
    registrado = capsys.readouterr().out
    assert "João" not in resposta.text + registrado
    assert "RuntimeError" in registrado
    assert resposta.headers["x-correlacao-id"] in registrado
    assert "test_http_problemas.py" in registrado


async def test_resposta_que_quebra_o_proprio_contrato_e_500(cliente: httpx.AsyncClient) -> None:
    resposta = await cliente.get("/mente")
    assert problema(resposta, 500)
    assert "segredo" not in resposta.text


async def test_falha_no_meio_da_resposta_corta_a_conexao(cliente: httpx.AsyncClient) -> None:
    with pytest.raises(RuntimeError, match="a fonte secou"):
        await cliente.get("/rompe")


async def test_correlacao_recebida_volta_e_a_ausente_nasce_uuid7(cliente: httpx.AsyncClient) -> None:
    minha = str(uuid4())
    assert (await cliente.get("/nada", headers={"X-Correlacao-Id": minha})).headers["x-correlacao-id"] == minha
    for alheia in ("", "não", "1" * 36, minha.replace("-", ""), f"{{{minha}}}"):
        nova = (await cliente.get("/nada", headers=[(b"X-Correlacao-Id", alheia.encode())])).headers["x-correlacao-id"]
        assert UUID(nova).version == 7


async def test_correlacoes_de_pedidos_simultaneos_nao_se_misturam(cliente: httpx.AsyncClient) -> None:
    minhas = [str(uuid4()) for _ in range(20)]
    respostas = await asyncio.gather(*(cliente.get("/nada", headers={"X-Correlacao-Id": m}) for m in minhas))
    assert [r.json()["instance"] for r in respostas] == [f"urn:uuid:{m}" for m in minhas]
    assert http.correlacao_id() is None


@given(st.lists(st.text(max_size=300) | st.integers(0, 10**6), max_size=6))
def test_o_caminho_de_um_campo_e_sempre_um_texto_curto(local: list[str | int]) -> None:
    assert 0 < len(campo(["body", *local])) <= TAMANHO


@pytest.mark.parametrize("erro", list_all_errors(), ids=lambda e: e["type"])
def test_todo_erro_do_pydantic_tem_mensagem_em_portugues(erro: ErrorTypeInfo) -> None:
    contexto = erro.get("example_context") or {}
    (descrito,) = descrever([{"type": erro["type"], "loc": ("body", "x"), "ctx": contexto}])
    assert descrito["detalhe"]
    assert descrito["detalhe"] != erro["example_message_python"]


def test_a_lista_de_erros_tem_fim() -> None:
    assert len(descrever([{"type": "missing", "loc": ("body", i)} for i in range(1000)])) == MAXIMO


def test_o_nome_dos_validadores_do_pydantic_nao_entra_no_caminho() -> None:
    assert campo(["body", "itens", 0, "function-after[f(), str]"]) == "itens[0]"
    assert campo(["header", "X-Cidadao-Id"]) == "X-Cidadao-Id"
    assert campo(["query"]) == "query"
