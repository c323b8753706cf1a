"""The mesh in force: which version it is, and its units in columns for the index."""

import asyncio

import numpy as np
import shapely
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from d2_georreferenciamento.dominio.indice import Malha
from nucleo import UnidadeDeTrabalho
from nucleo.banco import Sessao
from nucleo.erros import FalhaTransitoria

_BLOCO = 1000


async def sequencia_vigente(banco: Sessao | UnidadeDeTrabalho) -> int:
    """Return the sequence of the boundary version in force; 0 before the first import."""
    return int((await banco.sql(_VIGENTE)).scalar_one())


async def carregar(
    sessao: AsyncSession, sequencia: int, *, nivel_minimo: int = 1, limite_mb: int | None = None
) -> Malha:
    """Read the mesh of a version, in blocks, decoding polygons off the event loop.

    Raises:
        FalhaTransitoria: the polygons alone are larger than `limite_mb`.
    """
    parametros = {"sequencia": sequencia, "nivel": nivel_minimo}
    ligacao = await sessao.connection()
    nome, tamanho = (await ligacao.execute(text(_MEDIR), parametros)).one()
    if limite_mb is not None and tamanho > limite_mb << 20:
        raise FalhaTransitoria(
            f"a malha {nome} tem {tamanho >> 20} MB de polígonos e o limite (malha_limite_mb) é {limite_mb} MB"
        )
    malha = Malha(nome or "", [], [], [], [], np.empty(0, dtype=object))
    geometrias = []
    resultado = await ligacao.stream(text(_LER).execution_options(yield_per=_BLOCO), parametros)
    async for linhas in resultado.partitions(_BLOCO):
        malha.ids += [linha.unidade_civica_id for linha in linhas]
        malha.niveis += [linha.nivel for linha in linhas]
        malha.pais += [linha.pai_id for linha in linhas]
        malha.areas += [linha.area_m2 for linha in linhas]
        geometrias.append(await asyncio.to_thread(shapely.from_wkb, [linha.geometria for linha in linhas]))
    if geometrias:
        malha.geometrias = np.concatenate(geometrias)
    return malha


_VIGENTE = "SELECT coalesce(max(sequencia), 0) FROM versoes_limites"
_DA_VERSAO = "desde <= :sequencia AND (ate IS NULL OR ate > :sequencia) AND nivel >= :nivel"
_MEDIR = f"""
SELECT (SELECT nome FROM versoes_limites WHERE sequencia = :sequencia),
       (SELECT coalesce(sum(octet_length(geometria)), 0)::bigint FROM unidades WHERE {_DA_VERSAO})
"""
_LER = f"SELECT unidade_civica_id, nivel, pai_id, area_m2, geometria FROM unidades WHERE {_DA_VERSAO}"
