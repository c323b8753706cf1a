"""What of the territory still has to be told on the log."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row

from nucleo import UnidadeDeTrabalho


async def ha_folga(uow: UnidadeDeTrabalho, maximo: int) -> bool:
    """Tell whether fewer than `maximo` events wait in the outbox: a whole country must not delay the demands."""
    pendentes = await uow.sql(
        "SELECT count(*) FROM (SELECT FROM saida WHERE publicado_em IS NULL LIMIT :maximo) p", maximo=maximo
    )
    return int(pendentes.scalar_one()) < maximo


async def tomar(uow: UnidadeDeTrabalho, unidades: int, tamanho: int) -> Sequence[Row[Any]]:
    """Mark as published and return the next units, parents first, up to a number and a sum of bytes."""
    return (await uow.sql(_TOMAR, unidades=unidades, bytes=tamanho)).all()


_TOMAR = """
WITH proximas AS (
    SELECT unidade_civica_id, desde, coalesce(ate, desde) AS versao, nivel, octet_length(geometria) AS tamanho
    FROM unidades WHERE NOT publicada
    ORDER BY coalesce(ate, desde), nivel DESC, unidade_civica_id LIMIT :unidades
), somadas AS (
    SELECT *, row_number() OVER w AS ordem, sum(tamanho) OVER w AS ate_aqui FROM proximas
    WINDOW w AS (ORDER BY versao, nivel DESC, unidade_civica_id)
), tomadas AS (
    UPDATE unidades u SET publicada = true FROM somadas s
    WHERE u.unidade_civica_id = s.unidade_civica_id AND u.desde = s.desde AND (s.ordem = 1 OR s.ate_aqui <= :bytes)
    RETURNING u.*, s.ordem, s.versao
)
SELECT t.*, v.nome AS versao_limites FROM tomadas t
JOIN versoes_limites v ON v.sequencia = t.versao ORDER BY t.ordem
"""
