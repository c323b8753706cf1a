"""Figures of a civic unit and the smaller ones inside it, calculated when asked (Spec D-7, "Dashboard básico")."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlmodel.ext.asyncio.session import AsyncSession

from d7_transparencia.estado.consulta import DENTRO, DEPOIS_DE_TODAS, FICHA, STATUS, VISIVEL, Linha, todas, uma


async def contagens(banco: AsyncSession, uc: UUID) -> list[Linha]:
    """Count demands by level, category, status and geographic confidence: few rows, summed up by the caller."""
    return await todas(banco, _CONTAGENS, uc=uc)


async def tempo_medio_de_conclusao(banco: AsyncSession, uc: UUID) -> float | None:
    """Return the mean seconds from reception to conclusion; None where nothing was concluded."""
    linha = await uma(banco, _TEMPO_MEDIO, uc=uc)
    return linha["segundos"] if linha else None


async def por_categoria(
    banco: AsyncSession,
    uc: UUID,
    categoria_id: str | None,
    status: Sequence[str] | None,
    janela: tuple[datetime | None, datetime | None],
) -> list[Linha]:
    """Count demands received in [start, end) by category and status, with the oldest one of each."""
    return await todas(
        banco,
        _POR_CATEGORIA,
        uc=uc,
        categoria_id=categoria_id,
        status=None if status is None else list(status),
        de=janela[0],
        ate=janela[1],
    )


async def concluidas(
    banco: AsyncSession,
    uc: UUID,
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
        uc=uc,
        categoria_id=categoria_id,
        padrao=None if busca is None else f"%{busca}%",
        de=janela[0],
        ate=janela[1],
        instante=instante,
        demanda_id=demanda_id,
        limite=limite,
    )


_FATOS = """
FROM localizacoes JOIN dentro USING (unidade_civica_id)
JOIN demandas USING (demanda_id)
LEFT JOIN textos USING (demanda_id)
LEFT JOIN categorizacoes USING (demanda_id)
LEFT JOIN ranqueamentos USING (demanda_id)
LEFT JOIN agregacoes USING (demanda_id)
LEFT JOIN conclusoes USING (demanda_id)
WHERE demandas.recebida_em IS NOT NULL"""
_CONTAGENS = f"""
WITH RECURSIVE {DENTRO}
SELECT grupos.*, categorias.nome AS categoria_nome FROM (
    SELECT categorizacoes.nivel_precedencia, categorizacoes.categoria_id, {STATUS} AS status,
        localizacoes.confianca_geo, count(*) AS total
    {_FATOS} GROUP BY 1, 2, 3, 4
) AS grupos LEFT JOIN categorias USING (categoria_id)
"""
_TEMPO_MEDIO = f"""
WITH RECURSIVE {DENTRO}
SELECT CAST(extract(epoch FROM avg(concluida_em - recebida_em)) AS float8) AS segundos
FROM conclusoes JOIN localizacoes USING (demanda_id) JOIN dentro USING (unidade_civica_id)
JOIN demandas USING (demanda_id)
"""
_POR_CATEGORIA = f"""
WITH RECURSIVE {DENTRO}, escolhidas AS (
    SELECT demandas.demanda_id, demandas.recebida_em, categorizacoes.categoria_id, {STATUS} AS status
    {_FATOS}
    AND (CAST(:categoria_id AS text) IS NULL OR categorizacoes.categoria_id = :categoria_id)
    AND (CAST(:status AS text[]) IS NULL OR {STATUS} = ANY(CAST(:status AS text[])))
    AND (CAST(:de AS timestamptz) IS NULL OR demandas.recebida_em >= :de)
    AND (CAST(:ate AS timestamptz) IS NULL OR demandas.recebida_em < :ate)
), antigas AS (
    SELECT DISTINCT ON (categoria_id) categoria_id, demanda_id, recebida_em FROM escolhidas
    ORDER BY categoria_id, recebida_em, demanda_id
), grupos AS (
    SELECT categoria_id, status, count(*) AS total FROM escolhidas GROUP BY 1, 2
)
SELECT grupos.*, antigas.demanda_id AS antiga_id, antigas.recebida_em AS antiga_recebida_em,
    CASE WHEN retencoes.demanda_id IS NULL THEN textos.titulo END AS antiga_titulo,
    categorias.nome, categorias.area, categorias.responsaveis
FROM grupos JOIN antigas ON antigas.categoria_id IS NOT DISTINCT FROM grupos.categoria_id
LEFT JOIN textos USING (demanda_id)
LEFT JOIN retencoes USING (demanda_id)
LEFT JOIN categorias ON categorias.categoria_id = grupos.categoria_id
ORDER BY grupos.categoria_id, grupos.status
"""
_CONCLUIDAS = f"""
WITH RECURSIVE {DENTRO}
SELECT ficha.*, categorias.nome AS categoria_nome FROM ({FICHA}
    AND localizacoes.unidade_civica_id IN (SELECT unidade_civica_id FROM dentro)
    AND (CAST(:categoria_id AS text) IS NULL OR categorizacoes.categoria_id = :categoria_id)
    AND (CAST(:padrao AS text) IS NULL OR ({VISIVEL} AND textos.titulo_busca LIKE :padrao))
    AND conclusoes.concluida_em >= COALESCE(:de, CAST('-infinity' AS timestamptz))
    AND conclusoes.concluida_em < COALESCE(:ate, CAST('infinity' AS timestamptz))
    AND (conclusoes.concluida_em, conclusoes.demanda_id)
        < (COALESCE(:instante, CAST('infinity' AS timestamptz)), :demanda_id)
) AS ficha LEFT JOIN categorias USING (categoria_id)
ORDER BY concluida_em DESC, demanda_id DESC LIMIT :limite
"""
