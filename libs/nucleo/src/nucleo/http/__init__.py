"""The HTTP edge of a colony: problems in Portuguese, identity, limits, and the unit of work of a request."""

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from nucleo.erros import Problema
from nucleo.escopo import rota
from nucleo.http.corpo import Corpo
from nucleo.http.correlacao import Correlacao, correlacao_id
from nucleo.http.dependencias import Leitura, Uow
from nucleo.http.documento import RESPOSTAS_DE_ERRO, documentar
from nucleo.http.head import Head
from nucleo.http.problemas import (
    TIPO_DE_MIDIA,
    Falhas,
    ao_erro_http,
    ao_pedido_invalido,
    ao_problema,
    responder,
)
from nucleo.identidade import Cidadao, CidadaoOpcional, Conta, Identidade, exige_papel
from nucleo.limites import limite

__all__ = [
    "RESPOSTAS_DE_ERRO",
    "TIPO_DE_MIDIA",
    "Cidadao",
    "CidadaoOpcional",
    "Conta",
    "Identidade",
    "Leitura",
    "Uow",
    "correlacao_id",
    "exige_papel",
    "instalar",
    "limite",
    "responder",
    "rota",
]


def instalar(app: FastAPI) -> None:
    """Give `app` the edge of the house. It reads `app.state.config` and `app.state.colonia_viva` at each request."""
    app.add_exception_handler(Problema, ao_problema)
    app.add_exception_handler(HTTPException, ao_erro_http)
    app.add_exception_handler(RequestValidationError, ao_pedido_invalido)
    for middleware in (Head, Corpo, Falhas, Correlacao):  # the last one added is the outermost
        app.add_middleware(middleware)
    documentar(app)
