"""From a declaration to an ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from nucleo import http, operacao
from nucleo.colonia import Colonia
from nucleo.config import Config
from nucleo.limites import limitador
from nucleo.telemetria_http import TelemetriaHTTP
from nucleo.viva import ColoniaViva


def montar(colonia: Colonia, config: Config | None = None, viva: ColoniaViva | None = None) -> FastAPI:
    """Build the application of a colony; nothing starts before its lifespan does.

    Args:
        colonia: the declaration.
        config: its settings; read from the environment when absent.
        viva: a running colony prepared by the caller (the test kit), which then starts and stops it itself.
    """
    config = config or colonia.config.carregar(colonia.nome)
    propria = viva is None
    viva = viva or ColoniaViva(colonia, config)

    @asynccontextmanager
    async def vida(app: FastAPI) -> AsyncIterator[None]:
        if propria:
            await viva.iniciar()
        yield
        await limitador(app).fechar()
        if propria:
            await viva.parar()

    app = FastAPI(
        title=f"{colonia.id} · {colonia.nome}",
        description=colonia.resumo,
        version="1",
        lifespan=vida,
        responses=http.RESPOSTAS_DE_ERRO,
        # Ours counts every request and traces those sampled; FastAPI's own would do it again.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.colonia_viva = viva
    app.state.config = config
    http.instalar(app)
    for rotas in (*colonia.rotas, operacao.saude, operacao.dlq):  # in the order they are tried: the colony's first
        app.include_router(rotas)
    app.add_middleware(TelemetriaHTTP, viva=viva)
    return app
