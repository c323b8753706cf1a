"""The review queue: reading it page by page, deciding, contesting."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import RowMapping

from d3_categorizacao.dominio.decisao import ORDEM_NA_FILA
from d3_categorizacao.dominio.taxonomia import Categoria, taxonomia
from d3_categorizacao.estado.juncao import CATEGORIZADA, Categorizada, ler
from d3_categorizacao.estado.pessoas import PESSOA
from nucleo import UnidadeDeTrabalho
from nucleo.banco import Sessao


class Posicao(NamedTuple):
    """A place in the queue: what sorts it."""

    ordem: int
    confianca: float
    demanda_id: UUID


@dataclass(frozen=True, slots=True)
class Decisao:
    """What a moderator says of a demand."""

    categoria: Categoria
    subcategoria_id: str | None
    moderador: str
    justificativa: str | None
    nova_categoria: str | None


async def pagina(
    banco: Sessao, situacao: str, motivo: str | None, depois: Posicao | None, quantas: int
) -> Sequence[RowMapping]:
    """The queue in order of urgency, least sure first, after a place in it."""
    ordem, confianca, demanda_id = depois or (-1, -1.0, UUID(int=0))
    linhas = await banco.sql(
        _PAGINA,
        situacao=situacao,
        motivo=motivo,
        ordem=ordem,
        confianca=confianca,
        demanda_id=demanda_id,
        quantas=quantas,
    )
    return linhas.mappings().all()


async def uma(banco: Sessao, demanda_id: UUID) -> RowMapping | None:
    linhas = await banco.sql(f"{_COM_TEXTO} WHERE r.demanda_id = :demanda_id", demanda_id=demanda_id)
    return linhas.mappings().first()


async def situacao(uow: UnidadeDeTrabalho, demanda_id: UUID) -> str | None:
    """State of a review, locking first the demand and then the review, as every writer does."""
    await uow.sql("SELECT FROM demandas WHERE demanda_id = :d FOR UPDATE", d=demanda_id)
    linha = await uow.sql("SELECT situacao FROM revisoes WHERE demanda_id = :d FOR UPDATE", d=demanda_id)
    encontrada: str | None = linha.scalar_one_or_none()
    return encontrada


async def decidir(uow: UnidadeDeTrabalho, demanda_id: UUID, decisao: Decisao) -> Categorizada:
    """Close the review with a new version, the next one; the caller holds the demand's lock."""
    await uow.sql(
        _DECIDIR,
        demanda_id=demanda_id,
        categoria_id=decisao.categoria.id,
        subcategoria_id=decisao.subcategoria_id,
        nivel=decisao.categoria.nivel,
        score=decisao.categoria.score_horizontal,
        versao_taxonomia=taxonomia().versao,
        moderador=decisao.moderador,
        justificativa=decisao.justificativa,
        nova_categoria=decisao.nova_categoria,
        agora=uow.agora(),
    )
    linhas = await uow.sql(f"{CATEGORIZADA} WHERE d.demanda_id = :demanda_id", demanda_id=demanda_id)
    return ler(linhas.one())


async def versao_publica(uow: UnidadeDeTrabalho, demanda_id: UUID) -> tuple[int, bool] | None:
    """(current version, whether it was published) of a demand, which stays locked; None when it is not known."""
    linha = (
        await uow.sql(
            "SELECT versao, unidade_civica_id FROM demandas WHERE demanda_id = :d AND versao IS NOT NULL FOR UPDATE",
            d=demanda_id,
        )
    ).first()
    return None if linha is None else (linha.versao, bool(linha.versao) and linha.unidade_civica_id is not None)


async def contestar(
    uow: UnidadeDeTrabalho, demanda_id: UUID, cidadao_id: UUID, versao: int, categoria_sugerida: str | None
) -> bool:
    """Record a contestation and put the demand in the queue; False when this person had already contested it."""
    nova = await uow.sql(
        _CONTESTAR,
        demanda_id=demanda_id,
        cidadao_id=cidadao_id,
        versao=versao,
        categoria_sugerida=categoria_sugerida,
        agora=uow.agora(),
    )
    if nova.first() is None:
        return False
    await uow.sql(_ENFILEIRAR, demanda_id=demanda_id, ordem=ORDEM_NA_FILA["contestada"], agora=uow.agora())
    return True


_COM_TEXTO = f"""
SELECT r.*, d.texto, d.legendas, d.unidade_civica_id, d.versao, c.categoria_id, c.subcategoria_id, c.metodo,
       c.candidatas, c.evidencias, c.versao_classificador,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('categoria_id', categoria_sugerida, 'vezes', vezes)
                                  ORDER BY vezes DESC, categoria_sugerida), '[]')
        FROM (SELECT categoria_sugerida, count(DISTINCT {PESSOA.format("x")}) AS vezes FROM contestacoes x
              WHERE x.demanda_id = r.demanda_id GROUP BY categoria_sugerida) AS sugeridas) AS contestacoes
FROM revisoes r
JOIN demandas d USING (demanda_id)
JOIN categorizacoes c ON c.demanda_id = d.demanda_id AND c.versao = d.versao
"""
_PAGINA = f"""{_COM_TEXTO}
WHERE r.situacao = :situacao AND (CAST(:motivo AS text) IS NULL OR r.motivo = :motivo)
  AND (r.ordem, r.confianca, r.demanda_id)
      > (CAST(:ordem AS smallint), CAST(:confianca AS float8), CAST(:demanda_id AS uuid))
ORDER BY r.ordem, r.confianca, r.demanda_id LIMIT :quantas
"""
_DECIDIR = """
WITH atual AS (
    UPDATE demandas SET versao = versao + 1 WHERE demanda_id = :demanda_id RETURNING demanda_id, versao
), fechada AS (
    UPDATE revisoes SET situacao = 'decidida', decidida_em = :agora WHERE demanda_id = :demanda_id
)
INSERT INTO categorizacoes (demanda_id, versao, categoria_id, subcategoria_id, nivel_precedencia, score_horizontal,
                            confianca, metodo, candidatas, evidencias, versao_taxonomia, versao_classificador,
                            moderador, justificativa, nova_categoria, criada_em)
SELECT atual.demanda_id, atual.versao, :categoria_id, :subcategoria_id, :nivel, :score, 1.0, 'manual', c.candidatas,
       c.evidencias, :versao_taxonomia, c.versao_classificador, :moderador, :justificativa, :nova_categoria, :agora
FROM atual JOIN categorizacoes c ON c.demanda_id = atual.demanda_id AND c.versao = atual.versao - 1
"""
_CONTESTAR = f"""
INSERT INTO contestacoes (demanda_id, cidadao_id, versao, categoria_sugerida, criada_em)
SELECT :demanda_id, :cidadao_id, :versao, :categoria_sugerida, :agora
WHERE NOT EXISTS (SELECT FROM contestacoes c WHERE c.demanda_id = :demanda_id AND {PESSOA.format("c")} = :cidadao_id)
ON CONFLICT DO NOTHING RETURNING 1
"""
_ENFILEIRAR = """
INSERT INTO revisoes AS r (demanda_id, motivo, ordem, confianca, situacao, aberta_em)
SELECT demanda_id, 'contestada', :ordem, confianca, 'pendente', :agora
FROM demandas JOIN categorizacoes USING (demanda_id, versao) WHERE demanda_id = :demanda_id
ON CONFLICT (demanda_id) DO UPDATE
    SET motivo = excluded.motivo, ordem = excluded.ordem, confianca = excluded.confianca, situacao = 'pendente',
        aberta_em = CASE WHEN r.situacao = 'pendente' THEN r.aberta_em ELSE excluded.aberta_em END, decidida_em = NULL
"""
