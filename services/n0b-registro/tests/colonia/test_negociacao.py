"""Content types, as the protocol negotiates them."""

from typing import Any

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="module")


V1 = "application/vnd.schemaregistry.v1+json"


@pytest.mark.parametrize(
    ("aceita", "recebe"),
    [
        (None, V1),
        ("*/*", V1),
        ("*", V1),
        ("application/*", V1),
        ("*/qualquer", V1),
        (V1, V1),
        ("application/json", "application/json"),
        ("application/vnd.schemaregistry+json", "application/vnd.schemaregistry+json"),
        ("text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", V1),
        (
            "application/vnd.schemaregistry.v2+json; q=0.1, application/vnd.schemaregistry+json; q=0.9",
            "application/vnd.schemaregistry+json",
        ),
        (f"{V1}, application/vnd.schemaregistry+json, application/json", V1),
        ("application/json; q=0.5, application/vnd.schemaregistry.v1+json", V1),
    ],
)
async def test_a_resposta_vem_no_tipo_que_o_cliente_prefere(cliente: Any, aceita: str | None, recebe: str) -> None:
    cabecalhos = {} if aceita is None else {"Accept": aceita}
    resposta = await cliente.http.get("/subjects", headers=cabecalhos)
    assert (resposta.status_code, resposta.headers["content-type"]) == (200, recebe)
    erro = await cliente.http.get("/subjects/nada/versions", headers=cabecalhos)
    assert (erro.status_code, erro.headers["content-type"]) == (404, recebe)


@pytest.mark.parametrize(
    "aceita", ["text/*", "text/html", "application/octet-stream", "application/vnd.schemaregistry.v2+json", "*/*;q=0"]
)
async def test_o_que_nao_existe_e_406(cliente: Any, recusa: Any, aceita: str) -> None:
    mensagem = await recusa(cliente.http.get("/subjects", headers={"Accept": aceita}), 406)
    assert mensagem == "HTTP 406 Not Acceptable"


@pytest.mark.parametrize(
    "tipo", [V1, f"{V1}; charset=utf-8", "application/json", "application/octet-stream", "APPLICATION/JSON", ""]
)
async def test_corpos_que_clientes_mandam_sao_lidos(cliente: Any, tipo: str) -> None:
    cabecalhos = {"Content-Type": tipo} if tipo else {}
    resposta = await cliente.pedir("PUT", "/config", content='{"compatibility": "FULL"}', headers=cabecalhos)
    assert resposta.json() == {"compatibility": "FULL"}


async def test_outro_tipo_de_corpo_e_415(cliente: Any, recusa: Any) -> None:
    pedido = cliente.pedir("PUT", "/config", {"compatibility": "FULL"}, headers={"Content-Type": "text/html"})
    assert await recusa(pedido, 415) == "HTTP 415 Unsupported Media Type"
