"""Who counsellors are: the pair that only colonies know, and the accounts to which anonymous ids now belong."""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from nucleo import UnidadeDeTrabalho

CIDADAO = "coalesce((SELECT v.cidadao_id FROM vinculos v WHERE v.cidadao_id_anonimo = {0}.cidadao_id), {0}.cidadao_id)"
"""SQL: the citizen of a row, by the account to which the id now belongs."""


async def identificar(uow: UnidadeDeTrabalho, pares: Mapping[UUID, UUID]) -> list[UUID]:
    """Keep who each counsellor is and return the demands drawn for them."""
    conselheiros = sorted(pares)
    await uow.sql(_IDENTIFICAR, conselheiros=conselheiros, cidadaos=[pares[c] for c in conselheiros])
    return list((await uow.sql(_DEMANDAS_DE, conselheiros=conselheiros)).scalars())


async def reconhecer(uow: UnidadeDeTrabalho, conselheiros: Collection[UUID]) -> dict[UUID, UUID | None]:
    """Return who these counsellors are, None for one whom D-6a has not identified yet.

    Their rows stay locked until the commit: an identification that comes meanwhile will see these draws.
    """
    ids = sorted(conselheiros)
    await uow.sql(_GARANTIR, conselheiros=ids)
    linhas = await uow.sql(_RECONHECER, conselheiros=ids)
    return {linha.conselheiro_id: linha.cidadao for linha in linhas}


async def vincular(uow: UnidadeDeTrabalho, vinculos: Sequence[tuple[UUID, UUID]]) -> list[UUID]:
    """Keep to which account each anonymous id belongs, and return the demands where it may change something."""
    anonimos, contas = [a for a, _ in vinculos], [c for _, c in vinculos]
    await uow.sql(_VINCULAR, anonimos=anonimos, contas=contas)
    return list((await uow.sql(_DEMANDAS_DE_ANONIMOS, anonimos=anonimos)).scalars())


_IDENTIFICAR = """
INSERT INTO conselheiros (conselheiro_id, cidadao_id)
SELECT * FROM unnest(CAST(:conselheiros AS uuid[]), CAST(:cidadaos AS uuid[]))
ON CONFLICT (conselheiro_id) DO UPDATE SET cidadao_id = EXCLUDED.cidadao_id
"""
_DEMANDAS_DE = (
    "SELECT DISTINCT demanda_id FROM acompanhamentos WHERE conselheiro_id = ANY(CAST(:conselheiros AS uuid[]))"
)
_GARANTIR = """
INSERT INTO conselheiros (conselheiro_id) SELECT unnest(CAST(:conselheiros AS uuid[])) ON CONFLICT DO NOTHING
"""
_RECONHECER = f"""
SELECT c.conselheiro_id, {CIDADAO.format("c")} AS cidadao
FROM conselheiros c WHERE c.conselheiro_id = ANY(CAST(:conselheiros AS uuid[])) ORDER BY 1 FOR SHARE OF c
"""
_VINCULAR = """
INSERT INTO vinculos (cidadao_id_anonimo, cidadao_id)
SELECT DISTINCT ON (anonimo) anonimo, conta
FROM unnest(CAST(:anonimos AS uuid[]), CAST(:contas AS uuid[])) WITH ORDINALITY AS n(anonimo, conta, posicao)
ORDER BY anonimo, posicao DESC
ON CONFLICT (cidadao_id_anonimo) DO UPDATE SET cidadao_id = EXCLUDED.cidadao_id
"""
_DEMANDAS_DE_ANONIMOS = """
SELECT demanda_id FROM atualizacoes
WHERE cidadao_id = ANY(CAST(:anonimos AS uuid[])) AND situacao IN ('aguardando', 'recusada')
UNION SELECT demanda_id FROM recusas WHERE cidadao_id = ANY(CAST(:anonimos AS uuid[]))
UNION SELECT a.demanda_id FROM acompanhamentos a JOIN conselheiros c USING (conselheiro_id)
WHERE c.cidadao_id = ANY(CAST(:anonimos AS uuid[]))
"""
