"""Which demand is with which counsellor, as far as D-1a knows; and what counsellors sent about them, once each."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
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
    atualizacao: Atualizacao
    registrada_em: datetime
    correlacao_id: UUID | None
    rastro: str | None


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


async def da_demanda(uow: UnidadeDeTrabalho, demanda_id: UUID) -> list[Atribuicao]:
    """Return what is known of the attributions of a demand, newest first."""
    resultado = await uow.sql(_DA_DEMANDA, demanda=demanda_id)
    return [Atribuicao(*linha) for linha in resultado]


async def recusar(uow: UnidadeDeTrabalho, demanda_id: UUID, cidadao_id: UUID, motivo: str) -> bool:
    """Keep the refusal of the attribution in force of a demand, if it is this citizen's. False: nothing was kept."""
    dados = {"demandas": [demanda_id], "cidadaos": [cidadao_id], "motivo": motivo, "agora": uow.agora()}
    return (await uow.sql(_RECUSAR, **dados)).scalar_one_or_none() is not None


async def guardar(uow: UnidadeDeTrabalho, envios: Sequence[Envio]) -> set[UUID]:
    """Keep the updates that are new and of an attribution in force, and return their ids."""
    resultado = await uow.sql(
        _GUARDAR,
        ids=[e.atualizacao_id for e in envios],
        demandas=[e.demanda_id for e in envios],
        cidadaos=[e.cidadao_id for e in envios],
        impressoes=[e.impressao for e in envios],
        conclusoes=[e.atualizacao.conclui for e in envios],
        instantes=[e.registrada_em for e in envios],
    )
    return set(resultado.scalars())


async def encontrar(uow: UnidadeDeTrabalho, envio: Envio) -> tuple[UUID, datetime] | None:
    """Return the id and the instant of the same update, sent before by the same counsellor of the same demand."""
    resultado = await uow.sql(_ENCONTRAR, demanda=envio.demanda_id, cidadao=envio.cidadao_id, impressao=envio.impressao)
    linha = resultado.first()
    return None if linha is None else (linha.atualizacao_id, linha.registrada_em)


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
INSERT INTO atualizacao (atualizacao_id, sorteio_id, impressao, conclui, registrada_em)
SELECT n.atualizacao_id, a.sorteio_id, n.impressao, n.conclui, n.registrada_em
FROM unnest((SELECT CAST(:ids AS uuid[])), CAST(:demandas AS uuid[]), CAST(:cidadaos AS uuid[]),
            CAST(:impressoes AS bytea[]), CAST(:conclusoes AS boolean[]), CAST(:instantes AS timestamptz[]))
     AS n(atualizacao_id, demanda_id, cidadao_id, impressao, conclui, registrada_em)
{_EM_VIGOR}
RETURNING atualizacao_id
"""
_ENCONTRAR = """
SELECT u.atualizacao_id, u.registrada_em
FROM atribuicao a JOIN conselheiro c USING (conselheiro_id) JOIN atualizacao u USING (sorteio_id)
WHERE a.demanda_id = :demanda AND c.cidadao_id = :cidadao AND u.impressao = :impressao
ORDER BY u.registrada_em DESC LIMIT 1
"""
_DA_DEMANDA = """
SELECT c.cidadao_id, r.recusada_em,
       EXISTS (SELECT FROM atualizacao f WHERE f.sorteio_id = a.sorteio_id AND f.conclui) AS concluida,
       EXISTS (SELECT FROM encerramento e WHERE e.demanda_id = a.demanda_id
               AND e.conselheiro_id = a.conselheiro_id AND e.iniciado_em >= a.atribuida_em) AS encerrada
FROM atribuicao a LEFT JOIN conselheiro c USING (conselheiro_id) LEFT JOIN recusa r USING (sorteio_id)
WHERE a.demanda_id = :demanda ORDER BY a.atribuida_em DESC, a.sorteio_id DESC
"""
