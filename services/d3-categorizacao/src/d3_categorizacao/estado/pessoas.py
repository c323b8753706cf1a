"""Who contests: the account to which a device belongs now, so that one person counts once."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from nucleo import UnidadeDeTrabalho

PESSOA = "coalesce((SELECT v.cidadao_id FROM vinculos v WHERE v.cidadao_id_anonimo = {0}.cidadao_id), {0}.cidadao_id)"
"""SQL: the person behind the citizen's id of a row."""


async def vincular(uow: UnidadeDeTrabalho, vinculos: Mapping[UUID, tuple[datetime, UUID]]) -> None:
    """Keep to which account each device belongs, and since when. Of two accounts, it belongs to the first."""
    aparelhos = sorted(vinculos)
    await uow.sql(
        _VINCULAR,
        aparelhos=aparelhos,
        instantes=[vinculos[a][0] for a in aparelhos],
        contas=[vinculos[a][1] for a in aparelhos],
    )


_VINCULAR = """
INSERT INTO vinculos AS v (cidadao_id_anonimo, cidadao_id, vinculado_em)
SELECT * FROM unnest(CAST(:aparelhos AS uuid[]), CAST(:contas AS uuid[]), CAST(:instantes AS timestamptz[]))
ON CONFLICT (cidadao_id_anonimo) DO UPDATE SET cidadao_id = excluded.cidadao_id, vinculado_em = excluded.vinculado_em
WHERE (excluded.vinculado_em, excluded.cidadao_id) < (v.vinculado_em, v.cidadao_id)
"""
