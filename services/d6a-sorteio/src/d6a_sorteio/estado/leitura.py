"""What counsellors see of themselves: their row, the demand that is with them, a page of those that were."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import RowMapping

from nucleo.banco import Sessao


async def conselheiro(banco: Sessao, cidadao_id: UUID) -> RowMapping | None:
    """The counsellor that a citizen is; None when they never registered."""
    return (await banco.sql(_CONSELHEIRO, cidadao=cidadao_id)).mappings().first()


async def ativa(banco: Sessao, conselheiro_id: UUID) -> RowMapping | None:
    """The attribution that has not ended, with the demand as the agenda offered it."""
    return (await banco.sql(_ATIVA, conselheiro=conselheiro_id)).mappings().first()


async def historico(banco: Sessao, conselheiro_id: UUID, depois: UUID | None, limite: int) -> Sequence[RowMapping]:
    """Attributions of a counsellor, the newest first, after the one of a draw; none when it is not theirs."""
    linhas = await banco.sql(_HISTORICO, conselheiro=conselheiro_id, depois=depois, limite=limite)
    return linhas.mappings().all()


_CONSELHEIRO = """
SELECT *, mandato_fim IS NULL OR mandato_fim < cadastrado_em AS em_mandato
FROM conselheiros WHERE cidadao_id = :cidadao
"""
_ATIVA = """
SELECT * FROM atribuicoes JOIN demandas USING (demanda_id)
WHERE conselheiro_id = :conselheiro AND encerrada_em IS NULL
"""
_HISTORICO = """
SELECT demanda_id, sorteio_id, atribuida_em, encerrada_em, desfecho FROM atribuicoes
WHERE conselheiro_id = :conselheiro AND (
    CAST(:depois AS uuid) IS NULL
    OR (atribuida_em, sorteio_id) < (
        SELECT atribuida_em, sorteio_id FROM atribuicoes WHERE sorteio_id = :depois AND conselheiro_id = :conselheiro))
ORDER BY atribuida_em DESC, sorteio_id DESC LIMIT :limite
"""
