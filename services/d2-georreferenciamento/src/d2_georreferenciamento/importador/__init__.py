"""Brings official boundary files into D-2's database: read, repaired, versioned, linked to their parents."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from d2_georreferenciamento.colonia import colonia
from d2_georreferenciamento.estado import importacao
from d2_georreferenciamento.importador.campos import Escolhas
from d2_georreferenciamento.importador.carga import Opcoes, Progresso, carregar
from d2_georreferenciamento.importador.relatorio import ArquivoInvalido, Ocorrencia, Relatorio
from nucleo import Config, UnidadeDeTrabalho
from nucleo.viva import ColoniaViva

__all__ = ["ArquivoInvalido", "Escolhas", "Ocorrencia", "Opcoes", "Relatorio", "importar", "listar"]


async def importar(
    caminho: Path,
    nivel: int | None = None,
    opcoes: Opcoes | None = None,
    *,
    config: Config | None = None,
    progresso: Progresso | None = None,
) -> Relatorio:
    """Import a file, folder or zip into D-2's database, as one transaction of a process of its own.

    Args:
        caminho: shapefile (also zipped), GeoPackage, GeoJSON or TopoJSON, or a folder of them.
        nivel: 1 (sector) to 7 (country); recognised from IBGE's field names when absent.
        opcoes: source, fields, reference system and the rest; see `Opcoes`.
        config: D-2's settings; from the environment when absent.
        progresso: called with layer, features done and total.

    Raises:
        ArquivoInvalido: nothing there can be read.
    """
    async with _unidade(config) as uow:
        return await carregar(uow, caminho, nivel, opcoes or Opcoes(), progresso)


async def listar(*, config: Config | None = None) -> list[dict[str, Any]]:
    """Return the units in force by source and level, with the newest version of each."""
    async with _unidade(config) as uow:
        return await importacao.resumir(uow)


@asynccontextmanager
async def _unidade(config: Config | None) -> AsyncIterator[UnidadeDeTrabalho]:
    viva = ColoniaViva(colonia, config or colonia.config.carregar(colonia.nome))
    try:
        await viva.migrar()
        async with viva.unidade() as uow:
            yield uow
    finally:
        await viva.parar()
