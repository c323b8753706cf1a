"""Which demand is with which counsellor, as far as D-1a knows; and what counsellors sent about them, once each."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from d1a_captura.dominio.atribuicao import Atribuicao
from d1a_captura.dominio.atualizacao import Atualizacao
from nucleo import UnidadeDeTrabalho
from nucleo.eventos import ConselheiroCicloConcluido, ConselheiroSorteado


@dataclass(frozen=True, slots=True)
class Envio:
    """A valid update on its way to the database, with what ties it to its request."""

    atualizacao_id: UUID
    demanda_id: UUID
    cidadao_id: UUID
    impressao: bytes
    chave: str | None
    atualizacao: Atualizacao
    registrada_em: datetime
    correlacao_id: UUID | None
    rastro: str | None


@dataclass(frozen=True, slots=True)
class Anterior:
    """An update that was sent before: the same one or, when not `igual`, another with the same key."""

    atualizacao_id: UUID
    registrada_em: datetime
    igual: bool


async def atribuir(uow: UnidadeDeTrabalho, sorteios: Collection[ConselheiroSorteado]) -> None:
    """Note draws."""
    await uow.sql(
        _ATRIBUIR,
        sorteios=[s.sorteio_id for s in sorteios],
        demandas=[s.demanda_id for s in sorteios],
        conselheiros=[s.conselheiro_id for s in sorteios],
        instantes=[s.timestamp for s in sorteios],
    )


async def encerrar(uow: UnidadeDeTrabalho, ciclos: Collection[ConselheiroCicloConcluido]) -> None:
    """Note ends of cycles, also of those whose draw is still to come."""
    await uow.sql(
        _ENCERRAR,
        demandas=[c.demanda_id for c in ciclos],
        conselheiros=[c.conselheiro_id for c in ciclos],
        inicios=[c.data_inicio for c in ciclos],
    )


async def das_demandas(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> dict[UUID, list[Atribuicao]]:
    """Return what is known of the attributions of each demand, newest first; nothing of those never drawn."""
    achadas: dict[UUID, list[Atribuicao]] = defaultdict(list)
    if demandas:
        for demanda_id, *atribuicao in await uow.sql(_DAS_DEMANDAS, demandas=list(demandas)):
            achadas[demanda_id].append(Atribuicao(*atribuicao))
    return achadas


async def recusar(uow: UnidadeDeTrabalho, demanda_id: UUID, cidadao_id: UUID, motivo: str) -> bool:
    """Keep the refusal of the attribution in force of a demand, if it is this citizen's. False: nothing was kept."""
    dados = {"demandas": [demanda_id], "cidadaos": [cidadao_id], "motivo": motivo, "agora": uow.agora()}
    return (await uow.sql(_RECUSAR, **dados)).scalar_one_or_none() is not None


async def guardar(uow: UnidadeDeTrabalho, envios: Sequence[Envio]) -> set[UUID]:
    """Keep the updates that are new and of an attribution in force, and return their ids."""
    resultado = await uow.sql(
        _GUARDAR,
        **_em_colunas(envios),
        conclusoes=[e.atualizacao.conclui for e in envios],
        instantes=[e.registrada_em for e in envios],
    )
    return set(resultado.scalars())


async def encontrar(uow: UnidadeDeTrabalho, envios: Sequence[Envio]) -> dict[UUID, Anterior]:
    """Return what the same counsellor of the same demand had sent before of each update, or else with its key."""
    if not envios:
        return {}
    resultado = await uow.sql(_ENCONTRAR, **_em_colunas(envios))
    return {envio: Anterior(*anterior) for envio, *anterior in resultado}


def _em_colunas(envios: Sequence[Envio]) -> dict[str, list[Any]]:
    return {
        "ids": [e.atualizacao_id for e in envios],
        "demandas": [e.demanda_id for e in envios],
        "cidadaos": [e.cidadao_id for e in envios],
        "impressoes": [e.impressao for e in envios],
        "chaves": [e.chave for e in envios],
    }


_ATRIBUIR = """
INSERT INTO atribuicao (sorteio_id, demanda_id, conselheiro_id, atribuida_em)
SELECT * FROM unnest(CAST(:sorteios AS uuid[]), CAST(:demandas AS uuid[]), CAST(:conselheiros AS uuid[]),
                     CAST(:instantes AS timestamptz[])) AS n(sorteio_id)
ORDER BY sorteio_id
ON CONFLICT DO NOTHING
"""
_ENCERRAR = """
INSERT INTO encerramento (demanda_id, conselheiro_id, iniciado_em)
SELECT * FROM unnest(CAST(:demandas AS uuid[]), CAST(:conselheiros AS uuid[]), CAST(:inicios AS timestamptz[]))
    AS n(demanda_id)
ORDER BY demanda_id
ON CONFLICT DO NOTHING
"""
# The attribution `a` in force of each demand of `n`, when it is that citizen's. The constraints of the tables, and not
# this reading, are what keeps two at once from both being kept.
_EM_VIGOR = """
JOIN LATERAL (
    SELECT * FROM atribuicao t WHERE t.demanda_id = n.demanda_id ORDER BY atribuida_em DESC, sorteio_id DESC LIMIT 1
) a ON true
JOIN conselheiro c ON c.conselheiro_id = a.conselheiro_id AND c.cidadao_id = n.cidadao_id
WHERE NOT EXISTS (SELECT FROM recusa r WHERE r.sorteio_id = a.sorteio_id)
  AND NOT EXISTS (SELECT FROM atualizacao f WHERE f.sorteio_id = a.sorteio_id AND f.conclui)
  AND NOT EXISTS (SELECT FROM encerramento e WHERE e.demanda_id = a.demanda_id
                  AND e.conselheiro_id = a.conselheiro_id AND e.iniciado_em >= a.atribuida_em)
ON CONFLICT DO NOTHING
"""
_RECUSAR = f"""
INSERT INTO recusa (sorteio_id, motivo, recusada_em)
SELECT a.sorteio_id, :motivo, :agora
FROM unnest(CAST(:demandas AS uuid[]), CAST(:cidadaos AS uuid[])) AS n(demanda_id, cidadao_id)
{_EM_VIGOR}
RETURNING sorteio_id
"""
# The SELECT around the first array: see `estado.demandas`.
_GUARDAR = f"""
INSERT INTO atualizacao (atualizacao_id, sorteio_id, impressao, chave, conclui, registrada_em)
SELECT n.atualizacao_id, a.sorteio_id, n.impressao, n.chave, n.conclui, n.registrada_em
FROM unnest((SELECT CAST(:ids AS uuid[])), CAST(:demandas AS uuid[]), CAST(:cidadaos AS uuid[]),
            CAST(:impressoes AS bytea[]), CAST(:chaves AS varchar[]), CAST(:conclusoes AS boolean[]),
            CAST(:instantes AS timestamptz[]))
     AS n(atualizacao_id, demanda_id, cidadao_id, impressao, chave, conclui, registrada_em)
{_EM_VIGOR}
RETURNING atualizacao_id
"""
_ENCONTRAR = """
SELECT DISTINCT ON (n.envio) n.envio, u.atualizacao_id, u.registrada_em, u.impressao = n.impressao AS igual
FROM unnest(CAST(:ids AS uuid[]), CAST(:demandas AS uuid[]), CAST(:cidadaos AS uuid[]), CAST(:impressoes AS bytea[]),
            CAST(:chaves AS varchar[]))
     AS n(envio, demanda_id, cidadao_id, impressao, chave)
JOIN atribuicao a USING (demanda_id)
JOIN conselheiro c ON c.conselheiro_id = a.conselheiro_id AND c.cidadao_id = n.cidadao_id
JOIN atualizacao u ON u.sorteio_id = a.sorteio_id AND (u.impressao = n.impressao OR u.chave = n.chave)
ORDER BY n.envio, igual DESC, u.registrada_em DESC
"""
_DAS_DEMANDAS = """
SELECT a.demanda_id, c.cidadao_id, r.recusada_em,
       EXISTS (SELECT FROM atualizacao f WHERE f.sorteio_id = a.sorteio_id AND f.conclui) AS concluida,
       EXISTS (SELECT FROM encerramento e WHERE e.demanda_id = a.demanda_id
               AND e.conselheiro_id = a.conselheiro_id AND e.iniciado_em >= a.atribuida_em) AS encerrada
FROM atribuicao a LEFT JOIN conselheiro c USING (conselheiro_id) LEFT JOIN recusa r USING (sorteio_id)
WHERE a.demanda_id = ANY(CAST(:demandas AS uuid[])) ORDER BY a.atribuida_em DESC, a.sorteio_id DESC
"""
