"""The catalogue: every event type with its versions, who produces it and who consumes it; JSON, and a page."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from n0b_registro.acoes.consumidores import Consumidores
from n0b_registro.acoes.semear import Publicacao
from n0b_registro.rotas import pagina
from n0b_registro.rotas.fichas import Catalogo, Ficha
from nucleo.contratos import Catalogo as Contratos
from nucleo.contratos import Contrato, dobrar
from nucleo.erros import NaoEncontrado
from nucleo.http import Uow

catalogo = APIRouter(tags=["catálogo"])


class Fonte:
    """What the catalogue is made of."""

    def __init__(self, request: Request, uow: Uow) -> None:
        self.contratos: Contratos = request.app.state.colonia_viva.catalogo
        self._publicacao = uow.recurso(Publicacao)
        self._consumidores = uow.recurso(Consumidores)

    def ficha(self, contrato: Contrato, *, com_esquemas: bool = False) -> Ficha:
        """The sheet of a contract."""
        return Ficha.de(contrato, self._publicacao, self._consumidores, com_esquemas=com_esquemas)

    def completa(self, tipo: str) -> Ficha:
        """The whole sheet of a type, with or without accents. Raises `NaoEncontrado`."""
        contrato = self.contratos.por_topico.get(dobrar(tipo))
        if contrato is None:
            raise NaoEncontrado(f"O tipo de evento “{tipo}” não existe no catálogo.", campo="tipo")
        return self.ficha(contrato, com_esquemas=True)


DoCatalogo = Annotated[Fonte, Depends()]


@catalogo.get("/api/registro/eventos", response_model_exclude_none=True)
async def listar(fonte: DoCatalogo) -> Catalogo:
    """Every event type: versions and their status, producers, consumers, visibility."""
    return Catalogo(eventos=[fonte.ficha(contrato) for contrato in fonte.contratos])


@catalogo.get("/api/registro/eventos/{tipo}", response_model_exclude_none=True)
async def ver(tipo: str, fonte: DoCatalogo) -> Ficha:
    """One event type, with the schema of each version."""
    return fonte.completa(tipo)


@catalogo.get("/catalogo", response_class=HTMLResponse)
async def ver_pagina(fonte: DoCatalogo) -> HTMLResponse:
    """The catalogue for people."""
    return HTMLResponse(pagina.lista([fonte.ficha(contrato) for contrato in fonte.contratos]))


@catalogo.get("/catalogo/{tipo}", response_class=HTMLResponse)
async def ver_pagina_do_tipo(tipo: str, fonte: DoCatalogo) -> HTMLResponse:
    """One event type for people."""
    return HTMLResponse(pagina.evento(fonte.completa(tipo)))


@catalogo.get("/", include_in_schema=False)
async def raiz(request: Request) -> Response:
    """An empty object, as registries answer to who checks that they are there; to a browser, the catalogue."""
    if "text/html" in request.headers.get("accept", ""):
        return RedirectResponse("/catalogo")
    return JSONResponse({})
