"""The OpenAPI document: every route says how it fails, and how a citizen is identified."""

from typing import Any

from fastapi import FastAPI

from nucleo.http.problemas import TIPO_DE_MIDIA, URN
from nucleo.identidade import CABECALHO, CIDADAOS

_PROBLEMA = {
    "description": "Problema",
    "content": {TIPO_DE_MIDIA: {"schema": {"$ref": "#/components/schemas/Problema"}}},
}

RESPOSTAS_DE_ERRO: dict[int | str, dict[str, Any]] = {400: _PROBLEMA, "default": _PROBLEMA}
"""What every operation answers besides its success: 400 for the input, `default` for any other problem."""

ESQUEMA_DO_PROBLEMA: dict[str, Any] = {
    "type": "object",
    "description": "RFC 9457: o que deu errado, em português; `type` é estável e não muda com o texto.",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "pattern": f"^{URN}[a-z0-9_-]+$"},
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string"},
        "instance": {"type": "string", "description": "Correlação do pedido, como urn:uuid."},
        "campo": {"type": "string", "description": "Campo em falta ou inválido."},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["campo", "detalhe"],
                "properties": {"campo": {"type": "string"}, "detalhe": {"type": "string"}},
            },
        },
    },
}


_CABECALHO = {
    "name": CABECALHO,
    "in": "header",
    "description": "Identidade anônima do cidadão; dispensável com um token (Authorization: Bearer), que prevalece.",
    "schema": {
        "type": "string",
        "format": "uuid",
        "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
    },
}


def documentar(app: FastAPI) -> None:
    """Make the OpenAPI of `app` say how every operation fails (FastAPI's own 422 goes away) and who may ask."""
    original = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            _acrescentar(original())
        return original()

    app.openapi = openapi  # type: ignore[method-assign]  # the way FastAPI documents to extend its OpenAPI


def _acrescentar(documento: dict[str, Any]) -> None:
    componentes = documento.setdefault("components", {})
    esquemas = componentes.setdefault("schemas", {})
    esquemas.pop("HTTPValidationError", None)
    esquemas.pop("ValidationError", None)
    esquemas["Problema"] = ESQUEMA_DO_PROBLEMA
    for esquema in CIDADAOS:
        componentes.get("securitySchemes", {}).pop(esquema, None)
    for operacao in (o for caminho in documento.get("paths", {}).values() for o in caminho.values()):
        operacao["responses"].pop("422", None)
        for status, resposta in RESPOSTAS_DE_ERRO.items():
            operacao["responses"].setdefault(str(status), resposta)
        _descrever_cidadao(operacao)


def _descrever_cidadao(operacao: dict[str, Any]) -> None:
    """Show the citizen's id as the header that it is: FastAPI's own headers cost more than the whole dependency."""
    seguranca = operacao.get("security", [])
    for esquema in [nome for item in seguranca for nome in item if nome in CIDADAOS]:
        operacao.setdefault("parameters", []).append({**_CABECALHO, "required": CIDADAOS[esquema]})
    operacao["security"] = [item for item in seguranca if not CIDADAOS.keys() & item.keys()]
    if not operacao["security"]:
        del operacao["security"]
