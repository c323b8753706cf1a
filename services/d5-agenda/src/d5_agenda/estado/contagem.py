"""The index of an item in its level, at a cost that does not grow with the backlog.

Items of a level are counted by score and, within a score, by slices of the 48-bit time prefix of `demanda_id`: a slice
of grain g holds 2^g ms, and splits in at most 128 of the next grain. Ahead of an item are the better scores and, grain
by grain, the earlier slices within the one that holds it; the rest of the last one is counted on the order's index.
"""

from itertools import pairwise

from d5_agenda.estado.tabelas import NA_ORDEM

GRAOS = (48, 34, 27, 20, 13)  # a score; then slices of about 200 days, 37 hours, 17 minutes and 8 seconds
BITS_ALEATORIOS = 80  # what follows the time prefix in a UUID

_MS = "CAST(CAST('x' || translate(substr(CAST(d.demanda_id AS text), 1, 13), '-', '') AS bit(48)) AS bigint)"
_INICIO = f"CAST(lpad(to_hex({_MS} >> {GRAOS[-1]} << {GRAOS[-1]}), 12, '0') || repeat('0', 20) AS uuid)"
_DO_NIVEL = "c.unidade_civica_id = d.unidade_civica_id AND c.nivel_precedencia = d.nivel_precedencia"


def _fatias_anteriores(maior: int, grao: int) -> str:
    return f"""
    (SELECT coalesce(sum(c.itens), 0) FROM contagem c
     WHERE {_DO_NIVEL} AND c.score_final = d.score_final AND c.grao = {grao}
       AND c.balde >= (n.ms >> {maior}) << {maior - grao} AND c.balde < n.ms >> {grao})"""


INDICE = f"""
    (SELECT 1 + (SELECT coalesce(sum(c.itens), 0) FROM contagem c
                 WHERE {_DO_NIVEL} AND c.grao = {GRAOS[0]} AND c.score_final > d.score_final)
     + {" + ".join(_fatias_anteriores(*par) for par in pairwise(GRAOS))} +
     (SELECT count(*) FROM demandas o
      WHERE o.{NA_ORDEM} AND o.unidade_civica_id = d.unidade_civica_id AND o.nivel_precedencia = d.nivel_precedencia
        AND o.score_final = d.score_final AND o.demanda_id >= n.inicio AND o.demanda_id < d.demanda_id)
     FROM (SELECT {_MS}, {_INICIO}) AS n(ms, inicio))"""
"""SQL: the index in its level, from 1, of the item `d` of `demandas`."""

TOTAIS = f"""
    ARRAY(SELECT coalesce(sum(c.itens), 0) FROM generate_series(1, 5) AS nivel
          LEFT JOIN contagem c ON c.unidade_civica_id = u.unidade_civica_id AND c.nivel_precedencia = nivel
                              AND c.grao = {GRAOS[0]}
          GROUP BY nivel ORDER BY nivel)"""
"""SQL: how many items each level of the unit `u` has."""
