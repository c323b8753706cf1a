"""The OpenAPI says how each route fails, so that a client (and schemathesis) can hold it to that."""

from types import SimpleNamespace
from typing import Annotated, Any

import schemathesis
from fastapi import APIRouter, Depends, FastAPI, Query
from jsonschema_rs import validator_for
from pydantic import BaseModel, Field

from nucleo import http
from nucleo.erros import NaoEncontrado
from nucleo.http import Cidadao, CidadaoOpcional, Identidade, exige_papel, limite

operador = Depends(exige_papel("operador"))
rotas = APIRouter()


class Ponto(BaseModel):
    lat: Annotated[float, Field(strict=True, ge=-90, le=90)]
    texto: Annotated[str, Field(max_length=50)] = ""


@rotas.post("/pontos", status_code=201, dependencies=[Depends(limite("100000/minute"))])
async def criar(ponto: Ponto, cidadao: Cidadao) -> Ponto:
    return ponto


@rotas.get("/pontos/{numero}")
async def ver(numero: Annotated[int, Field(ge=0, le=9)], quem: CidadaoOpcional) -> Ponto:
    if numero:
        raise NaoEncontrado("Ponto não encontrado.", campo="numero")
    return Ponto(lat=0.0)


@rotas.get("/busca")
async def busca(termo: Annotated[str, Query(max_length=10)]) -> list[str]:
    return [termo]


@rotas.delete("/pontos", dependencies=[operador])
async def apagar() -> None:
    return None


@rotas.get("/eu")
async def eu(quem: Annotated[Identidade, operador]) -> str:
    return str(quem.sub)


def app_de_teste() -> FastAPI:
    app = FastAPI(responses=http.RESPOSTAS_DE_ERRO)
    app.state.config = SimpleNamespace(
        corpo_maximo_bytes=100_000,
        saltos_confiaveis=0,
        limites_uri="async+memory://",
        limite_multiplicador=1,
        jwks=None,
        jwt_emissor="formigueiro",
        jwt_audiencia="formigueiro",
    )
    http.instalar(app)
    app.include_router(rotas)
    return app


def test_toda_rota_documenta_o_problema_e_nenhuma_o_422() -> None:
    documento = app_de_teste().openapi()
    operacoes = [o for caminho in documento["paths"].values() for o in caminho.values()]
    assert len(operacoes) == 5
    for operacao in operacoes:
        assert {"400", "default"} <= operacao["responses"].keys()
        assert "422" not in operacao["responses"]
        assert list(operacao["responses"]["default"]["content"]) == ["application/problem+json"]
    assert "HTTPValidationError" not in documento["components"]["schemas"]


def test_o_documento_e_o_mesmo_pedido_duas_vezes() -> None:
    app = app_de_teste()
    assert app.openapi() is app.openapi()


def test_a_identidade_do_cidadao_e_um_cabecalho_e_o_papel_um_token() -> None:
    documento = app_de_teste().openapi()
    criar_ = documento["paths"]["/pontos"]["post"]
    (cabecalho,) = criar_["parameters"]
    assert (cabecalho["name"], cabecalho["in"], cabecalho["required"]) == ("X-Cidadao-Id", "header", True)
    assert "security" not in criar_
    opcional = documento["paths"]["/pontos/{numero}"]["get"]["parameters"][1]
    assert (opcional["name"], opcional["required"]) == ("X-Cidadao-Id", False)
    assert documento["paths"]["/pontos"]["delete"]["security"] == [{"jwt": []}]
    assert list(documento["components"]["securitySchemes"]) == ["jwt"]


def test_o_esquema_do_problema_recusa_o_que_nao_e_problema() -> None:
    validador = validator_for(app_de_teste().openapi()["components"]["schemas"]["Problema"])
    assert validador.is_valid({"type": "urn:formigueiro:erro:x", "title": "X", "status": 400, "detail": "x"})
    assert not validador.is_valid({"detail": "Not Found"})


# A null character is a legal JSON string that no PostgreSQL text can hold; the schema cannot say so.
CONFIG = schemathesis.Config.from_dict({"generation": {"allow-x00": False, "max-examples": 25}})
api = schemathesis.openapi.from_asgi("/openapi.json", app_de_teste(), config=CONFIG)


@api.parametrize()
def test_nenhuma_entrada_quebra_o_que_a_api_promete(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate()
