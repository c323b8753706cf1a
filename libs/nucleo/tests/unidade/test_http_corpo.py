"""Bodies have a size, JSON is strict, and text is what PostgreSQL can hold; the field is always named."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI, Request
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import JsonValue

from nucleo import http
from nucleo.erros import Invalido
from nucleo.http.corpo import conferir_json

MAXIMO = 2048
JSON = {"content-type": "application/json"}


@pytest.fixture
async def cliente() -> AsyncIterator[httpx.AsyncClient]:
    app = FastAPI()
    app.state.config = SimpleNamespace(corpo_maximo_bytes=MAXIMO)
    http.instalar(app)

    @app.post("/eco")
    async def eco(dados: dict[str, JsonValue]) -> dict[str, JsonValue]:
        return dados

    @app.post("/bruto")
    async def bruto(request: Request) -> int:
        return sum([len(parte) async for parte in request.stream()])

    @app.get("/busca/{nome}")
    async def busca(nome: str, termo: str = "") -> str:
        return nome + termo

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://c") as c:
        yield c


async def em_partes(corpo: bytes, tamanho: int = 7) -> AsyncIterator[bytes]:
    for inicio in range(0, len(corpo), tamanho):
        yield corpo[inicio : inicio + tamanho]


CORPOS_RUINS = [
    (b'{"lat": NaN}', "lat"),
    (b'{"p": {"lat": Infinity}}', "p.lat"),
    (b'{"p": {"lat": -Infinity}}', "p.lat"),
    (b'{"p": [0, 1e400]}', "p[1]"),
    (b'{"p": -1e400}', "p"),
    (b'{"n": 1' + b"0" * 400 + b"}", "n"),
    (b'{"texto": "a\\u0000b"}', "texto"),
    (b'{"lista": [{"t": "x"}, {"t": "\\u0000"}]}', "lista[1].t"),
    (b'{"texto": "\\ud800"}', "texto"),
    (b'{"texto": "\\udc00\\ud800"}', "texto"),
    (b'{"texto": "\\ud83d!"}', "texto"),
    (b'{"a\\u0000b": 1}', "a\0b"),
    (b'{"x": {"a\\ud800": 1}}', "x.a\ud800"),
    (b'"\\u0000"', "corpo"),
    (b"NaN", "corpo"),
    (b"{", "corpo"),
    (b'{"a": 1,}', "corpo"),
    (b"{'a': 1}", "corpo"),
    (b'{"a": "\xff"}', "corpo"),
    (b"\xef\xbb\xbf{}", "corpo"),
    ('{"a": "\\u0000"}'.encode("utf-16"), "a"),
    (b"[" * 5000 + b"]" * 5000, "corpo"),
    (b'{"a":' * 500 + b"NaN" + b"}" * 500, None),
    (b'{"n": 1' + b"0" * 5000 + b"}", "corpo"),
]


@pytest.mark.parametrize(("corpo", "onde"), CORPOS_RUINS, ids=lambda v: repr(v)[:30])
def test_o_que_nao_e_json_ou_nao_se_pode_guardar_e_recusado_com_o_campo(corpo: bytes, onde: str | None) -> None:
    with pytest.raises(Invalido) as erro:
        conferir_json(corpo)
    assert onde is None or erro.value.campo == onde


@pytest.mark.parametrize("corpo", [c for c, _ in CORPOS_RUINS if len(c) <= MAXIMO], ids=lambda v: repr(v)[:30])
async def test_corpo_ruim_responde_400_inteiro_ou_em_partes(cliente: httpx.AsyncClient, corpo: bytes) -> None:
    for conteudo in (corpo, em_partes(corpo)):
        resposta = await cliente.post("/eco", content=conteudo, headers=JSON)
        assert resposta.status_code == 400, resposta.text
        assert resposta.headers["content-type"] == "application/problem+json"
        assert resposta.json()["campo"]


@pytest.mark.parametrize(
    "texto", ["Água & Luz", "Pau d'Arco", "😀", "<b>", "\\u0000 escrito por extenso", "\u2028", "e\u0301", "0", ""]
)
async def test_texto_de_gente_passa_inteiro(cliente: httpx.AsyncClient, texto: str) -> None:
    for ascii_ in (True, False):
        corpo = json.dumps({"texto": texto}, ensure_ascii=ascii_).encode()
        resposta = await cliente.post("/eco", content=corpo, headers=JSON)
        assert resposta.json() == {"texto": texto}


guardavel = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
documentos = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False, allow_infinity=False)
    | guardavel,
    lambda filhos: st.lists(filhos, max_size=4) | st.dictionaries(guardavel, filhos, max_size=4),
    max_leaves=20,
)


@given(documentos, st.booleans())
def test_todo_json_guardavel_passa(documento: Any, ascii_: bool) -> None:
    conferir_json(json.dumps(documento, ensure_ascii=ascii_).encode())


@given(documentos, st.sampled_from([float("nan"), float("inf"), "\0", "\ud800", "x\udfff"]), st.data())
def test_um_valor_ruim_em_qualquer_lugar_e_achado(documento: Any, ruim: Any, data: st.DataObject) -> None:
    chave = data.draw(guardavel)
    embrulhado = data.draw(
        st.sampled_from([{chave: [documento, ruim]}, [documento, {chave: ruim}], [[ruim], documento]])
    )
    with pytest.raises(Invalido):
        conferir_json(json.dumps(embrulhado).encode())


@given(st.binary(max_size=60) | st.text('[]{}:,"0123456789eE+-.\\u ntruefals', max_size=60).map(str.encode))
@example(b"")
def test_corpo_qualquer_ou_passa_ou_e_invalido(corpo: bytes) -> None:
    with contextlib.suppress(Invalido):
        conferir_json(corpo)
        assert not corpo or json.dumps(json.loads(corpo), allow_nan=False)


def test_corpo_hostil_nao_custa_o_quadrado() -> None:
    corpo = b'{"' + b"k" * 500_000 + b'": [' + b"0," * 250_000 + b"NaN]}"
    with pytest.raises(Invalido) as erro:
        conferir_json(corpo)
    assert len(erro.value.campo or "") <= 200


async def test_corpo_grande_demais_responde_413(cliente: httpx.AsyncClient) -> None:
    grande = b'{"a": "' + b"x" * MAXIMO + b'"}'
    for conteudo in (grande, em_partes(grande, 500)):
        resposta = await cliente.post("/eco", content=conteudo, headers=JSON)
        assert resposta.status_code == 413
        assert resposta.headers["content-type"] == "application/problem+json"
        assert resposta.json()["type"] == "urn:formigueiro:erro:corpo-grande-demais"


async def test_quem_ainda_esta_enviando_consegue_ler_o_413(unused_tcp_port: int) -> None:
    """Closing the connection under a client that still sends would give it a broken pipe instead of the reason."""
    app = FastAPI()
    app.state.config = SimpleNamespace(corpo_maximo_bytes=MAXIMO)
    http.instalar(app)
    servidor = uvicorn.Server(uvicorn.Config(app, port=unused_tcp_port, log_config=None, lifespan="off"))
    tarefa = asyncio.create_task(servidor.serve())
    while not servidor.started:
        await asyncio.sleep(0.01)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{unused_tcp_port}") as c:
        for _ in range(3):
            assert (await c.post("/eco", content=b"x" * 5_000_000, headers=JSON)).status_code == 413
    servidor.should_exit = True
    await tarefa


async def test_o_maior_corpo_permitido_passa(cliente: httpx.AsyncClient) -> None:
    corpo = b'{"a": "' + b"x" * (MAXIMO - 9) + b'"}'
    assert len(corpo) == MAXIMO
    for conteudo in (corpo, em_partes(corpo, 500)):
        assert (await cliente.post("/eco", content=conteudo, headers=JSON)).status_code == 200


async def test_corpo_lido_em_fluxo_tambem_tem_limite(cliente: httpx.AsyncClient) -> None:
    assert (await cliente.post("/bruto", content=em_partes(b"x" * MAXIMO, 100))).json() == MAXIMO
    assert (await cliente.post("/bruto", content=em_partes(b"x" * (MAXIMO + 1), 100))).status_code == 413
    assert (await cliente.post("/bruto", content=em_partes(b'{"a": NaN}'), headers=JSON)).json()["campo"] == "a"


async def test_content_length_que_mente_nao_passa(cliente: httpx.AsyncClient) -> None:
    resposta = await cliente.post("/bruto", content=em_partes(b"x" * (MAXIMO + 1)), headers={"content-length": "3"})
    assert resposta.status_code == 413


@pytest.mark.parametrize(
    ("url", "onde"),
    [("/busca/a?termo=%00", "termo"), ("/busca/a?te%00rmo=1", "termo"), ("/busca/a%00b", "caminho")],
)
async def test_caractere_nulo_no_endereco_responde_400(cliente: httpx.AsyncClient, url: str, onde: str) -> None:
    resposta = await cliente.get(url)
    assert (resposta.status_code, resposta.json()["campo"]) == (400, onde)


async def test_utf8_invalido_no_endereco_nao_e_500(cliente: httpx.AsyncClient) -> None:
    for url in ("/busca/%ff?termo=%ed%a0%80", "/busca/%ed%a0%80?termo=%2500"):
        assert (await cliente.get(url)).status_code == 200
