"""What routes need that wait for a provider between two units of work: a transaction never waits for the network."""

from contextlib import AbstractAsyncContextManager
from typing import Annotated

from fastapi import Depends, Request

from c1_cidadaos.config import ConfigC1
from nucleo import UnidadeDeTrabalho
from nucleo.http import correlacao_id
from nucleo.viva import ColoniaViva


def _viva(request: Request) -> ColoniaViva:
    viva: ColoniaViva = request.app.state.colonia_viva
    viva.exigir_preparada()
    return viva


Viva = Annotated[ColoniaViva, Depends(_viva)]
"""The running colony; 503 while it is not prepared."""


def _ajustes(viva: Viva) -> ConfigC1:
    assert isinstance(viva.config, ConfigC1)
    return viva.config


Ajustes = Annotated[ConfigC1, Depends(_ajustes)]
"""The settings of C-1."""


def unidade(request: Request) -> AbstractAsyncContextManager[UnidadeDeTrabalho]:
    """Open a unit of work of this request."""
    viva = _viva(request)
    return viva.unidade(correlacao_id=correlacao_id(), rastro=request.scope.get("state", {}).get("rastro"))
