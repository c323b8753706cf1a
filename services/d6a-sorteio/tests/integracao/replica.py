"""One replica of D-6a in a process of its own, to be killed: `python replica.py '{"banco_url": …, "broker": …}'`."""

import asyncio
import json
import sys

from d6a_sorteio.colonia import colonia
from nucleo import contratos
from nucleo.registro import RegistroDoCatalogo
from nucleo.viva import ColoniaViva


async def viver(ajustes: dict[str, str]) -> None:
    """Run until killed."""
    config = colonia.config.carregar(colonia.nome, rastros_amostra=0.0, log_nivel="ERROR", **ajustes)
    viva = ColoniaViva(colonia, config, registro=RegistroDoCatalogo(contratos.carregar()))
    await viva.iniciar()
    await asyncio.Event().wait()


asyncio.run(viver(json.loads(sys.argv[1])))
