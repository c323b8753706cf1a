"""What the public reads: a page of a ranking, and one demand with its history."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import RowMapping, text
from sqlmodel.ext.asyncio.session import AsyncSession

from d4_ranking.estado.contagem import ANTES, inicio_da_fatia, prefixo


async def pagina(
    banco: AsyncSession, unidade: UUID, depois: tuple[float, UUID] | None, limite: int
) -> Sequence[RowMapping]:
    """Active demands of a unit, in order, after a (score_final, demanda_id)."""
    score, demanda_id = depois or (float("inf"), UUID(int=0))
    return await _linhas(banco, _PAGINA, unidade=unidade, score=score, demanda=demanda_id, limite=limite)


async def total(banco: AsyncSession, unidade: UUID) -> int:
    """How many active demands a unit has; 0 when none was ever ranked there."""
    linhas = await _linhas(banco, "SELECT total FROM unidades WHERE unidade_civica_id = :u", u=unidade)
    return int(linhas[0]["total"]) if linhas else 0


async def posicao(banco: AsyncSession, unidade: UUID, score: float, demanda_id: UUID) -> int:
    """The position, now, of an active demand."""
    linhas = await _linhas(
        banco,
        _POSICAO,
        unidade=unidade,
        score=score,
        demanda=demanda_id,
        ms=prefixo(demanda_id),
        inicio=inicio_da_fatia(demanda_id),
    )
    return int(linhas[0]["posicao"])


async def demanda(banco: AsyncSession, demanda_id: UUID) -> RowMapping | None:
    """The last calculation of a demand."""
    linhas = await _linhas(banco, "SELECT * FROM demandas WHERE demanda_id = :d", d=demanda_id)
    return linhas[0] if linhas else None


async def historico(banco: AsyncSession, demanda_id: UUID) -> Sequence[RowMapping]:
    """Every calculation of a demand, the oldest first."""
    return await _linhas(banco, "SELECT * FROM historico WHERE demanda_id = :d ORDER BY calculado_em", d=demanda_id)


async def _linhas(banco: AsyncSession, comando: str, **parametros: Any) -> Sequence[RowMapping]:
    ligacao = await banco.connection()
    return (await ligacao.execute(text(comando), parametros)).mappings().all()


# Two ranges of the same index: no work on the demands already shown, however many have the same score.
_PAGINA = """
(SELECT * FROM demandas WHERE ativo AND unidade_civica_id = :unidade AND score_final = :score AND demanda_id > :demanda
 ORDER BY demanda_id LIMIT :limite)
UNION ALL
(SELECT * FROM demandas WHERE ativo AND unidade_civica_id = :unidade AND score_final < :score
 ORDER BY score_final DESC, demanda_id LIMIT :limite)
ORDER BY score_final DESC, demanda_id LIMIT :limite"""

_POSICAO = f"""
SELECT {ANTES} + 1 AS posicao
FROM (SELECT CAST(:unidade AS uuid), CAST(:score AS float8), CAST(:demanda AS uuid), CAST(:ms AS bigint),
             CAST(:inicio AS uuid)) AS n(unidade_civica_id, score_final, demanda_id, ms, inicio)"""
