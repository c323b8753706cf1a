"""Queries about demands: one, those in a box of the map, the aggregate of one, the timeline of one."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlmodel.ext.asyncio.session import AsyncSession

from d7_transparencia.estado.consulta import DEPOIS_DE_TODAS, FICHA, STATUS, Linha, todas, uma


async def ficha(banco: AsyncSession, demanda_id: UUID) -> Linha | None:
    """Return everything public about a demand, names included; None when its reception was not read yet."""
    return await uma(banco, _FICHA_COM_NOMES, demanda_id=demanda_id)


async def membros(banco: AsyncSession, demanda_id: UUID) -> list[UUID]:
    """Return the demands that this one represents, in the order of their reception."""
    linhas = await todas(banco, _MEMBROS, demanda_id=demanda_id)
    return [linha["demanda_id"] for linha in linhas]


async def na_caixa(
    banco: AsyncSession,
    caixa: tuple[float, float, float, float],
    status: Sequence[str],
    antes_de: UUID | None,
    limite: int,
) -> list[Linha]:
    """Return demands whose point lies in (lat_min, lat_max, lng_min, lng_max), newest first."""
    lat_min, lat_max, lng_min, lng_max = caixa
    return await todas(
        banco,
        _NA_CAIXA,
        lat_min=lat_min,
        lat_max=lat_max,
        lng_min=lng_min,
        lng_max=lng_max,
        status=list(status),
        antes_de=antes_de or DEPOIS_DE_TODAS,
        limite=limite,
    )


async def timeline(
    banco: AsyncSession, demanda_id: UUID, antes_de: tuple[datetime, UUID] | None, limite: int | None
) -> list[Linha]:
    """Return the public entries of a demand, latest first, with the names that their sentences need."""
    instante, event_id = antes_de or (None, None)
    return await todas(banco, _TIMELINE, demanda_id=demanda_id, instante=instante, event_id=event_id, limite=limite)


async def uf(banco: AsyncSession, demanda_id: UUID) -> str | None:
    """Return the state of a demand's civic unit, where known."""
    linha = await uma(banco, _UF, demanda_id=demanda_id)
    return linha["uf"] if linha else None


_FICHA_COM_NOMES = f"""
SELECT ficha.*, categorias.nome AS categoria_nome, categorias.area AS categoria_area,
    categorias.descricao_formal AS categoria_descricao, categorias.responsaveis,
    subcategorias.nome AS subcategoria_nome, subcategorias.descricao_formal AS subcategoria_descricao,
    unidades.nome AS unidade_nome, unidades.nivel AS unidade_nivel, unidades.uf, pais.nome AS unidade_pai_nome
FROM ({FICHA} AND demandas.demanda_id = :demanda_id) AS ficha
LEFT JOIN categorias USING (categoria_id)
LEFT JOIN subcategorias USING (subcategoria_id)
LEFT JOIN unidades USING (unidade_civica_id)
LEFT JOIN unidades AS pais ON pais.unidade_civica_id = unidades.pai_id
"""
_MEMBROS = "SELECT demanda_id FROM agregacoes WHERE representante_id = :demanda_id ORDER BY demanda_id"
_NA_CAIXA = f"""
{FICHA} AND demandas.lat BETWEEN :lat_min AND :lat_max AND demandas.lng BETWEEN :lng_min AND :lng_max
AND demandas.demanda_id < :antes_de AND {STATUS} = ANY(CAST(:status AS text[]))
ORDER BY demandas.demanda_id DESC LIMIT :limite
"""
_TIMELINE = """
SELECT timeline.event_id, timeline.tipo, timeline.ocorrido_em, timeline.dados,
    unidades.nome AS unidade, categorias.nome AS categoria
FROM timeline
LEFT JOIN unidades ON unidades.unidade_civica_id = CAST(timeline.dados->>'unidade_civica_id' AS uuid)
LEFT JOIN categorias ON categorias.categoria_id = timeline.dados->>'categoria_id'
WHERE timeline.demanda_id = :demanda_id AND timeline.publica
AND (CAST(:instante AS timestamptz) IS NULL OR (timeline.ocorrido_em, timeline.event_id) < (:instante, :event_id))
ORDER BY timeline.ocorrido_em DESC, timeline.event_id DESC LIMIT :limite
"""
_UF = """
SELECT unidades.uf FROM localizacoes JOIN unidades USING (unidade_civica_id) WHERE demanda_id = :demanda_id
"""
