"""Demands: opened under their locks with all that is known of them, and stored again."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from d6b_relatoria.dominio.demanda import Conclusao, Demanda, Recusa
from d6b_relatoria.estado import acompanhamentos
from d6b_relatoria.estado.conselheiros import CIDADAO
from nucleo import UnidadeDeTrabalho


async def abrir(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> dict[UUID, Demanda]:
    """Lock these demands, in the order of their ids, and read what is known of them: nothing, of a new one."""
    ids = sorted(demandas)
    await uow.sql(_GARANTIR, demandas=ids)
    return await abrir_conhecidas(uow, ids)


async def abrir_conhecidas(uow: UnidadeDeTrabalho, ids: Sequence[UUID]) -> dict[UUID, Demanda]:
    """As `abrir`, without those never heard of."""
    travadas = await uow.sql(_TRAVAR, demandas=ids)
    abertas = {t.demanda_id: Demanda(t.demanda_id, uow.agora(), t.concluida_em) for t in travadas}
    for acompanhamento in await acompanhamentos.ler(uow, list(abertas)):
        abertas[acompanhamento.demanda_id].acompanhamentos.append(acompanhamento)
    for c in await uow.sql(_CONCLUSOES, demandas=list(abertas)):
        conclusao = Conclusao(c.conclusao_id, c.total_conclusoes, c.data, c.ratificacao_necessaria)
        abertas[c.demanda_id].conclusoes.append(conclusao)
    for r in await uow.sql(_RECUSAS, demandas=list(abertas)):
        abertas[r.demanda_id].recusas.append(Recusa(r.cidadao, r.quando))
    return abertas


async def gravar(uow: UnidadeDeTrabalho, demandas: Collection[Demanda]) -> None:
    """Store what changed."""
    concluidas = {d.demanda_id: d.concluida_em for d in demandas if d.concluida_em is not None}
    if concluidas:
        await uow.sql(_CONCLUIR, demandas=list(concluidas), instantes=list(concluidas.values()))
    await acompanhamentos.gravar(uow, (a for d in demandas for a in d.acompanhamentos))


async def guardar_conclusoes(uow: UnidadeDeTrabalho, conclusoes: Sequence[tuple[UUID, Conclusao]]) -> None:
    """Keep collective conclusions, each with its demand."""
    await uow.sql(
        _GUARDAR_CONCLUSOES,
        ids=[c.conclusao_id for _, c in conclusoes],
        demandas=[demanda for demanda, _ in conclusoes],
        totais=[c.total_conclusoes for _, c in conclusoes],
        datas=[c.data for _, c in conclusoes],
        ratificacoes=[c.ratificacao_necessaria for _, c in conclusoes],
    )


async def guardar_recusas(uow: UnidadeDeTrabalho, recusas: Sequence[tuple[UUID, UUID, datetime]]) -> None:
    """Keep refusals: demand, citizen, instant."""
    demandas, cidadaos, instantes = zip(*recusas, strict=True)
    await uow.sql(_GUARDAR_RECUSAS, demandas=demandas, cidadaos=cidadaos, instantes=instantes)


_GARANTIR = "INSERT INTO demandas (demanda_id) SELECT unnest(CAST(:demandas AS uuid[])) ON CONFLICT DO NOTHING"
_TRAVAR = """
SELECT demanda_id, concluida_em FROM demandas
WHERE demanda_id = ANY(CAST(:demandas AS uuid[])) ORDER BY demanda_id FOR UPDATE
"""
_CONCLUSOES = """
SELECT * FROM conclusoes WHERE demanda_id = ANY(CAST(:demandas AS uuid[])) ORDER BY data, conclusao_id
"""
_RECUSAS = f"""
SELECT r.demanda_id, r.quando, {CIDADAO.format("r")} AS cidadao FROM recusas r
WHERE r.demanda_id = ANY(CAST(:demandas AS uuid[])) ORDER BY r.quando
"""
_CONCLUIR = """
UPDATE demandas d SET concluida_em = n.instante
FROM unnest(CAST(:demandas AS uuid[]), CAST(:instantes AS timestamptz[])) AS n(demanda_id, instante)
WHERE d.demanda_id = n.demanda_id AND d.concluida_em IS NULL
"""
_GUARDAR_CONCLUSOES = """
INSERT INTO conclusoes (conclusao_id, demanda_id, total_conclusoes, data, ratificacao_necessaria)
SELECT * FROM unnest(CAST(:ids AS uuid[]), CAST(:demandas AS uuid[]), CAST(:totais AS int[]),
                     CAST(:datas AS timestamptz[]), CAST(:ratificacoes AS bool[]))
ON CONFLICT DO NOTHING
"""
_GUARDAR_RECUSAS = """
INSERT INTO recusas (demanda_id, cidadao_id, quando)
SELECT * FROM unnest(CAST(:demandas AS uuid[]), CAST(:cidadaos AS uuid[]), CAST(:instantes AS timestamptz[]))
ON CONFLICT DO NOTHING
"""
