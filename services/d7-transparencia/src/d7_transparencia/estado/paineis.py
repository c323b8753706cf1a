"""Figures of civic units, calculated when asked (Spec D-7, "Dashboard básico")."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlmodel.ext.asyncio.session import AsyncSession

from d7_transparencia.estado.andamento import FATOS_NA_UNIDADE, SEM_CONSELHEIRO, STATUS_NA_UNIDADE, juntar
from d7_transparencia.estado.consulta import DEPOIS_DE_TODAS, VISIVEL, Linha, ficha, todas, uma


async def contagens(banco: AsyncSession, ucs: Sequence[UUID]) -> list[Linha]:
    """Count demands, and add up seconds since reception, by level, category, status and geographic confidence.

    Few rows, summed up by the caller.
    """
    return await todas(banco, _CONTAGENS, ucs=list(ucs))


async def conselheiros_ativos(banco: AsyncSession, ucs: Sequence[UUID]) -> int:
    """Count the counsellors who follow a demand: the end of a cycle is always told, whatever ended it."""
    linha = await uma(banco, _ATIVOS, ucs=list(ucs))
    assert linha is not None
    return int(linha["total"])


async def agenda(banco: AsyncSession, ucs: Sequence[UUID]) -> Linha | None:
    """Return the totals of the backlogs of some units; None where there is none."""
    return await uma(banco, _AGENDA, ucs=list(ucs))


async def por_categoria(
    banco: AsyncSession,
    ucs: Sequence[UUID],
    categoria_id: str | None,
    status: Sequence[str] | None,
    janela: tuple[datetime | None, datetime | None],
) -> list[Linha]:
    """Count demands received in [start, end) by category and status, with the oldest one of each."""
    return await todas(
        banco,
        _POR_CATEGORIA,
        ucs=list(ucs),
        categoria_id=categoria_id,
        status=None if status is None else list(status),
        de=janela[0],
        ate=janela[1],
    )


async def concluidas(
    banco: AsyncSession,
    ucs: Sequence[UUID],
    categoria_id: str | None,
    busca: str | None,
    janela: tuple[datetime | None, datetime | None],
    antes_de: tuple[datetime, UUID] | None,
    limite: int,
) -> list[Linha]:
    """Return demands concluded in [start, end), latest conclusion first."""
    instante, demanda_id = antes_de or (None, DEPOIS_DE_TODAS)
    return await todas(
        banco,
        _CONCLUIDAS,
        ucs=list(ucs),
        categoria_id=categoria_id,
        padrao=None if busca is None else f"%{busca}%",
        de=janela[0],
        ate=janela[1],
        instante=instante,
        demanda_id=demanda_id,
        limite=limite,
    )


_NAS_UNIDADES = "localizacoes.unidade_civica_id = ANY(CAST(:ucs AS uuid[]))"


def _desde_a_recepcao(instante: str, nome: str) -> str:
    """Return the SQL of how many demands came to an instant, and of the seconds that they took together."""
    demora = f"{instante} - recebida_em"
    return f"""count({demora}) AS {nome}, COALESCE(CAST(sum(extract(epoch FROM {demora})) AS float8), 0) AS {nome}_s"""


_CONTAGENS = f"""
SELECT grupos.*, categorias.nome AS categoria_nome FROM (
    SELECT categorizacoes.nivel_precedencia, categorizacoes.categoria_id, {STATUS_NA_UNIDADE} AS status,
        localizacoes.confianca_geo, count(*) AS total,
        {_desde_a_recepcao("primeiro_em", "iniciadas")}, {_desde_a_recepcao("concluida_em", "concluidas")}
    FROM localizacoes LEFT JOIN demandas USING (demanda_id) {FATOS_NA_UNIDADE} WHERE {_NAS_UNIDADES} GROUP BY 1, 2, 3, 4
) AS grupos LEFT JOIN categorias USING (categoria_id)
"""
_ATIVOS = f"""
SELECT count(DISTINCT atribuicoes.conselheiro_id) AS total
FROM localizacoes JOIN atribuicoes USING (demanda_id) LEFT JOIN vagas USING (demanda_id)
WHERE {_NAS_UNIDADES} AND NOT {SEM_CONSELHEIRO}
"""
_AGENDA = """
SELECT CAST(sum(total_itens) AS int) AS total_itens, CAST(sum(total_disponiveis) AS int) AS total_disponiveis,
    CAST(sum(total_atribuidos) AS int) AS total_atribuidos,
    CAST(sum(total_em_progresso) AS int) AS total_em_progresso, max(gerada_em) AS gerada_em
FROM agendas WHERE unidade_civica_id = ANY(CAST(:ucs AS uuid[])) HAVING count(*) > 0
"""
_POR_CATEGORIA = f"""
WITH escolhidas AS MATERIALIZED (
    SELECT demanda_id, recebida_em, categorizacoes.categoria_id, {STATUS_NA_UNIDADE} AS status
    FROM localizacoes JOIN demandas USING (demanda_id) {FATOS_NA_UNIDADE}
    WHERE {_NAS_UNIDADES} AND recebida_em IS NOT NULL
    AND (CAST(:categoria_id AS text) IS NULL OR categorizacoes.categoria_id = :categoria_id)
    AND (CAST(:status AS text[]) IS NULL OR {STATUS_NA_UNIDADE} = ANY(CAST(:status AS text[])))
    AND (CAST(:de AS timestamptz) IS NULL OR recebida_em >= :de)
    AND (CAST(:ate AS timestamptz) IS NULL OR recebida_em < :ate)
), grupos AS (
    SELECT categoria_id, status, count(*) AS total, min(recebida_em) AS desde FROM escolhidas GROUP BY 1, 2
), primeiras AS (
    SELECT categoria_id, min(desde) AS desde FROM grupos GROUP BY 1
), antigas AS (
    SELECT DISTINCT ON (escolhidas.categoria_id) escolhidas.* FROM primeiras JOIN escolhidas ON recebida_em = desde
        AND escolhidas.categoria_id IS NOT DISTINCT FROM primeiras.categoria_id
    ORDER BY escolhidas.categoria_id, demanda_id
)
SELECT grupos.categoria_id, grupos.status, grupos.total,
    antigas.demanda_id AS antiga_id, antigas.recebida_em AS antiga_recebida_em,
    CASE WHEN {VISIVEL} THEN textos.titulo END AS antiga_titulo,
    categorias.nome, categorias.area, categorias.responsaveis
FROM grupos JOIN antigas ON antigas.categoria_id IS NOT DISTINCT FROM grupos.categoria_id
LEFT JOIN textos USING (demanda_id)
LEFT JOIN retencoes USING (demanda_id)
LEFT JOIN categorias ON categorias.categoria_id = grupos.categoria_id
ORDER BY grupos.categoria_id, grupos.status
"""
# The page is chosen first, along the index of dates; then everything about it is read.
_PAGINA_DE_CONCLUIDAS = f"""
SELECT demandas.* FROM conclusoes JOIN localizacoes USING (demanda_id) JOIN demandas USING (demanda_id)
{juntar("categorizacoes", "textos", "retencoes")}
WHERE {_NAS_UNIDADES} AND demandas.recebida_em IS NOT NULL
AND (CAST(:categoria_id AS text) IS NULL OR categorizacoes.categoria_id = :categoria_id)
AND (CAST(:padrao AS text) IS NULL OR ({VISIVEL} AND textos.titulo_busca LIKE :padrao))
AND conclusoes.concluida_em >= COALESCE(:de, CAST('-infinity' AS timestamptz))
AND conclusoes.concluida_em < COALESCE(:ate, CAST('infinity' AS timestamptz))
AND (conclusoes.concluida_em, conclusoes.demanda_id)
    < (COALESCE(:instante, CAST('infinity' AS timestamptz)), :demanda_id)
ORDER BY conclusoes.concluida_em DESC, conclusoes.demanda_id DESC LIMIT :limite"""
_CONCLUIDAS = f"""
SELECT ficha.*, categorias.nome AS categoria_nome
FROM ({ficha(f"({_PAGINA_DE_CONCLUIDAS}) AS demandas")}) AS ficha LEFT JOIN categorias USING (categoria_id)
ORDER BY concluida_em DESC, demanda_id DESC
"""
