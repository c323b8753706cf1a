"""How many demands stand ahead of one, at a cost that does not grow with the queue.

Active demands are counted by score and, within a score, by slices of the 48-bit time prefix of `demanda_id`: a slice
of grain g holds 2^g ms, and splits in at most 128 of the next grain. Ahead of a demand are the better scores and, grain
by grain, the earlier slices within the one that holds it; the rest of the last one is counted on the ranking's index.
"""

from collections.abc import Sequence
from itertools import pairwise
from uuid import UUID

from d4_ranking.dominio.calculo import Calculo
from nucleo import UnidadeDeTrabalho

GRAOS = (48, 34, 27, 20, 13)  # a score; then slices of about 200 days, 37 hours, 17 minutes and 8 seconds
_BITS_ALEATORIOS = 80  # what follows the time prefix in a UUID


def _fatias_anteriores(maior: int, grao: int) -> str:
    return f"""
    (SELECT coalesce(sum(ativas), 0) FROM contagem c
     WHERE c.unidade_civica_id = n.unidade_civica_id AND c.score_final = n.score_final AND c.grao = {grao}
       AND c.balde >= (n.ms >> {maior}) << {maior - grao} AND c.balde < n.ms >> {grao})"""


ANTES = f"""
    (SELECT coalesce(sum(ativas), 0) FROM contagem c
     WHERE c.unidade_civica_id = n.unidade_civica_id AND c.score_final > n.score_final AND c.grao = {GRAOS[0]})
    + {" + ".join(_fatias_anteriores(*par) for par in pairwise(GRAOS))} +
    (SELECT count(*) FROM demandas d
     WHERE d.ativo AND d.unidade_civica_id = n.unidade_civica_id AND d.score_final = n.score_final
       AND d.demanda_id >= n.inicio AND d.demanda_id < n.demanda_id)"""
"""SQL: demands ahead of `n (unidade_civica_id, score_final, demanda_id, ms, inicio)`."""

_QUANTAS_ANTES = f"""
SELECT {ANTES} FROM unnest(CAST(:unidades AS uuid[]), CAST(:scores AS float8[]), CAST(:demandas AS uuid[]),
                           CAST(:ms AS bigint[]), CAST(:inicios AS uuid[]))
    WITH ORDINALITY AS n(unidade_civica_id, score_final, demanda_id, ms, inicio, ordem)
ORDER BY ordem"""


def prefixo(demanda_id: UUID) -> int:
    """The time prefix of an id, in milliseconds."""
    return demanda_id.int >> _BITS_ALEATORIOS


def inicio_da_fatia(demanda_id: UUID) -> UUID:
    """The first id of the finest slice that holds this one."""
    bits = _BITS_ALEATORIOS + GRAOS[-1]
    return UUID(int=demanda_id.int >> bits << bits)


async def quantas_antes(uow: UnidadeDeTrabalho, calculos: Sequence[Calculo]) -> list[int]:
    """Demands ahead of each of these in its unit, in the order given. The units must be locked."""
    resultado = await uow.sql(
        _QUANTAS_ANTES,
        unidades=[c.unidade_civica_id for c in calculos],
        scores=[c.fatores.score_final for c in calculos],
        demandas=[c.demanda_id for c in calculos],
        ms=[prefixo(c.demanda_id) for c in calculos],
        inicios=[inicio_da_fatia(c.demanda_id) for c in calculos],
    )
    return [int(antes) for antes in resultado.scalars()]
