"""Public reading of a demand, and the labelled pairs that improve the classifier."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import RowMapping

from d3_categorizacao.estado.pessoas import PESSOA
from nucleo.banco import Sessao


async def demanda(banco: Sessao, demanda_id: UUID) -> RowMapping | None:
    linhas = await banco.sql(_DEMANDA, demanda_id=demanda_id)
    return linhas.mappings().first()


async def versoes(banco: Sessao, demanda_id: UUID) -> Sequence[RowMapping]:
    """Every version, newest first."""
    linhas = await banco.sql(
        "SELECT * FROM categorizacoes WHERE demanda_id = :demanda_id ORDER BY versao DESC", demanda_id=demanda_id
    )
    return linhas.mappings().all()


async def pares(banco: Sessao, depois: UUID | None, quantos: int) -> Sequence[RowMapping]:
    """(text, right category) of the demands that a person decided and whose text was not erased."""
    linhas = await banco.sql(_PARES, depois=depois or UUID(int=0), quantos=quantos)
    return linhas.mappings().all()


_DEMANDA = f"""
SELECT d.demanda_id, d.versao, d.unidade_civica_id,
       (SELECT count(DISTINCT {PESSOA.format("c")}) FROM contestacoes c
        WHERE c.demanda_id = d.demanda_id) AS contestacoes,
       (SELECT r.motivo FROM revisoes r WHERE r.demanda_id = d.demanda_id AND r.situacao = 'pendente') AS em_revisao
FROM demandas d WHERE d.demanda_id = :demanda_id AND d.versao IS NOT NULL
"""
_PARES = """
SELECT d.demanda_id, d.texto, d.legendas, c.categoria_id, c.subcategoria_id, c.versao_taxonomia,
       a.categoria_id AS categoria_automatica, a.confianca AS confianca_automatica, a.versao_classificador,
       c.criada_em AS decidida_em
FROM demandas d
JOIN categorizacoes c USING (demanda_id, versao)
JOIN LATERAL (SELECT * FROM categorizacoes p WHERE p.demanda_id = d.demanda_id ORDER BY p.versao LIMIT 1) a ON true
WHERE c.metodo = 'manual' AND d.texto <> '' AND d.demanda_id > :depois
ORDER BY d.demanda_id LIMIT :quantos
"""
