"""This colony's copy of which civic units exist."""

from collections.abc import Sequence
from uuid import UUID

from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import TerritorioUnidadePublicada

_GUARDAR = """
INSERT INTO unidades AS atual (unidade_civica_id, ativa, ocorrido_em, event_id)
SELECT DISTINCT ON (unidade_civica_id) unidade_civica_id, ativa, ocorrido_em, event_id
FROM unnest(CAST(:unidades AS uuid[]), CAST(:ativas AS boolean[]), CAST(:instantes AS timestamptz[]),
            CAST(:eventos AS uuid[])) AS n(unidade_civica_id, ativa, ocorrido_em, event_id)
ORDER BY unidade_civica_id, ocorrido_em DESC, event_id DESC
ON CONFLICT (unidade_civica_id) DO UPDATE
SET ativa = excluded.ativa, ocorrido_em = excluded.ocorrido_em, event_id = excluded.event_id
WHERE (excluded.ocorrido_em, excluded.event_id) > (atual.ocorrido_em, atual.event_id)
"""
_EXISTE = "SELECT 1 FROM unidades WHERE unidade_civica_id = :unidade AND ativa"


async def guardar(uow: UnidadeDeTrabalho, eventos: Sequence[Evento[TerritorioUnidadePublicada]]) -> None:
    """Keep the newest that was published of each unit."""
    await uow.sql(
        _GUARDAR,
        unidades=[e.payload.unidade_civica_id for e in eventos],
        ativas=[e.payload.ativa for e in eventos],
        instantes=[e.timestamp for e in eventos],
        eventos=[e.event_id for e in eventos],
    )


async def existe(uow: UnidadeDeTrabalho, unidade: UUID) -> bool:
    """Tell whether somebody can live there now."""
    return (await uow.sql(_EXISTE, unidade=unidade)).first() is not None
