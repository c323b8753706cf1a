"""The register: who may be drawn where, and what keeps them from it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import ConselheiroCadastrado
from nucleo.fontes import derivar_id


@dataclass(frozen=True, slots=True)
class Cadastro:
    """What registering made of a citizen."""

    conselheiro_id: UUID
    degrau_uc_id: UUID


async def cadastrar(uow: UnidadeDeTrabalho, eventos: Sequence[Evento[ConselheiroCadastrado]]) -> dict[UUID, Cadastro]:
    """Register citizens, no one twice, and say what each is now; nothing of those whose later event was seen before.

    Who registers again keeps the id. A pool under draw loses and gains nobody: who moves is moved at its end.
    """
    linhas = await uow.sql(
        _CADASTRAR,
        ids=[derivar_id(e.event_id, "conselheiro") for e in eventos],
        cidadaos=[e.payload.cidadao_id for e in eventos],
        unidades=[e.payload.unidade_civica_id for e in eventos],
        capacitados=[e.payload.capacitacao_concluida for e in eventos],
        instantes=[e.payload.timestamp_cadastro for e in eventos],
    )
    return {linha.cidadao_id: Cadastro(linha.conselheiro_id, linha.degrau_uc_id) for linha in linhas}


@dataclass(frozen=True, slots=True)
class Recusante:
    """Who refuses: the counsellor that a citizen is, and what they had refused before."""

    conselheiro_id: UUID
    recusas: int


async def do_cidadao(uow: UnidadeDeTrabalho, cidadao_id: UUID) -> Recusante | None:
    """The counsellor that a citizen is; None when they never registered."""
    linhas = await uow.sql("SELECT conselheiro_id, recusas FROM conselheiros WHERE cidadao_id = :c", c=cidadao_id)
    linha = linhas.first()
    return None if linha is None else Recusante(*linha)


async def punir(uow: UnidadeDeTrabalho, conselheiro_id: UUID, recusas: int, suspenso_ate: datetime | None) -> None:
    """Keep what a refusal costs."""
    await uow.sql(
        "UPDATE conselheiros SET recusas = :r, suspenso_ate = coalesce(:ate, suspenso_ate) WHERE conselheiro_id = :c",
        c=conselheiro_id,
        r=recusas,
        ate=suspenso_ate,
    )


async def soltar(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> set[UUID]:
    """Free those whom these demands kept busy; return the pools that they come back to."""
    if not demandas:
        return set()
    linhas = await uow.sql(_SOLTAR, demandas=list(demandas))
    return set(linhas.scalars())


async def mudar(uow: UnidadeDeTrabalho, degraus: Collection[UUID]) -> set[UUID]:
    """Move those who asked for another unit while their pool was under draw; return their new pools."""
    linhas = await uow.sql(_MUDAR, degraus=list(degraus))
    return set(linhas.scalars())


async def reativar(uow: UnidadeDeTrabalho) -> set[UUID]:
    """Forget the suspensions that have ended; return the pools whose members they were."""
    linhas = await uow.sql(
        "UPDATE conselheiros SET suspenso_ate = NULL WHERE suspenso_ate <= :agora RETURNING degrau_uc_id",
        agora=uow.agora(),
    )
    return set(linhas.scalars())


_CADASTRAR = """
INSERT INTO conselheiros AS c (conselheiro_id, cidadao_id, unidade_civica_id, degrau_uc_id, capacitado, cadastrado_em,
                               recusas)
SELECT id, cidadao, unidade, unidade, capacitado, instante, 0
FROM unnest(CAST(:ids AS uuid[]), CAST(:cidadaos AS uuid[]), CAST(:unidades AS uuid[]), CAST(:capacitados AS bool[]),
            CAST(:instantes AS timestamptz[])) AS n(id, cidadao, unidade, capacitado, instante)
ON CONFLICT (cidadao_id) DO UPDATE SET
    unidade_civica_id = EXCLUDED.unidade_civica_id, capacitado = EXCLUDED.capacitado,
    cadastrado_em = EXCLUDED.cadastrado_em,
    degrau_uc_id = CASE WHEN EXISTS (SELECT FROM sorteios s WHERE s.degrau_uc_id = c.degrau_uc_id
                                     AND s.situacao = 'aberto')
                        THEN c.degrau_uc_id ELSE EXCLUDED.unidade_civica_id END
WHERE c.cadastrado_em <= EXCLUDED.cadastrado_em
RETURNING cidadao_id, conselheiro_id, degrau_uc_id
"""
_SOLTAR = """
UPDATE conselheiros SET ocupado_com = NULL WHERE ocupado_com = ANY(CAST(:demandas AS uuid[])) RETURNING degrau_uc_id
"""
_MUDAR = """
UPDATE conselheiros SET degrau_uc_id = unidade_civica_id
WHERE degrau_uc_id <> unidade_civica_id AND degrau_uc_id = ANY(CAST(:degraus AS uuid[]))
RETURNING degrau_uc_id
"""
