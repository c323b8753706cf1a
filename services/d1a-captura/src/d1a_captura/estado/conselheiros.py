"""Who asked to be a counsellor, and who is behind each counsellor's public id."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from nucleo import UnidadeDeTrabalho


async def candidatar(
    uow: UnidadeDeTrabalho, cidadao_id: UUID, unidade_civica_id: UUID, capacitacao_concluida: bool, desde: datetime
) -> datetime | None:
    """Keep what a citizen asks now; the instant of the same request, when one was made after `desde` (None: new)."""
    pedido = {"cidadao": cidadao_id, "unidade": unidade_civica_id, "capacitacao": capacitacao_concluida}
    nova = await uow.sql(_CANDIDATAR, **pedido, agora=uow.agora(), desde=desde)
    if nova.scalar_one_or_none() is not None:
        return None
    anterior = await uow.sql("SELECT registrada_em FROM candidatura WHERE cidadao_id = :id", id=cidadao_id)
    registrada_em: datetime = anterior.scalar_one()
    return registrada_em


async def identificar(uow: UnidadeDeTrabalho, cidadaos: Mapping[UUID, UUID]) -> None:
    """Note the citizen behind each counsellor."""
    ids = sorted(cidadaos)
    await uow.sql(_IDENTIFICAR, ids=ids, cidadaos=[cidadaos[i] for i in ids])


_CANDIDATAR = """
INSERT INTO candidatura AS c (cidadao_id, unidade_civica_id, capacitacao_concluida, registrada_em)
VALUES (:cidadao, :unidade, :capacitacao, :agora)
ON CONFLICT (cidadao_id) DO UPDATE SET unidade_civica_id = excluded.unidade_civica_id,
    capacitacao_concluida = excluded.capacitacao_concluida, registrada_em = excluded.registrada_em
WHERE c.registrada_em < :desde OR (c.unidade_civica_id, c.capacitacao_concluida)
    <> (excluded.unidade_civica_id, excluded.capacitacao_concluida)
RETURNING cidadao_id
"""
_IDENTIFICAR = """
INSERT INTO conselheiro (conselheiro_id, cidadao_id)
SELECT * FROM unnest(CAST(:ids AS uuid[]), CAST(:cidadaos AS uuid[]))
ON CONFLICT DO NOTHING
"""
