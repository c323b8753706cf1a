"""Which civic units exist."""

from collections.abc import Mapping
from uuid import UUID

from nucleo import UnidadeDeTrabalho


async def registrar(uow: UnidadeDeTrabalho, unidades: Mapping[UUID, bool]) -> None:
    """Note units, and whether each is in force."""
    ids = sorted(unidades)
    await uow.sql(_REGISTRAR, ids=ids, ativas=[unidades[i] for i in ids])


async def em_vigor(uow: UnidadeDeTrabalho, unidade_civica_id: UUID) -> bool:
    """Tell whether a unit is known and in force."""
    resultado = await uow.sql("SELECT ativa FROM unidade WHERE unidade_civica_id = :id", id=unidade_civica_id)
    return bool(resultado.scalar_one_or_none())


_REGISTRAR = """
INSERT INTO unidade (unidade_civica_id, ativa) SELECT * FROM unnest(CAST(:ids AS uuid[]), CAST(:ativas AS boolean[]))
ON CONFLICT (unidade_civica_id) DO UPDATE SET ativa = excluded.ativa
"""
