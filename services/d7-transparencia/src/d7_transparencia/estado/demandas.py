"""Queries about demands: one, those in a box of the map, the aggregate of one, the timeline of one."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

from sqlmodel.ext.asyncio.session import AsyncSession

from d7_transparencia.estado.andamento import STATUS
from d7_transparencia.estado.consulta import DEPOIS_DE_TODAS, Linha, ficha, todas, uma


async def uma_demanda(banco: AsyncSession, demanda_id: UUID) -> Linha | None:
    """Return everything public about a demand, names included; None when its reception was not read yet."""
    return await uma(banco, _FICHA_COM_NOMES, demanda_id=demanda_id)


async def membros(banco: AsyncSession, demanda_id: UUID) -> list[UUID]:
    """Return the demands that this one represents, in the order of their reception."""
    linhas = await todas(banco, _MEMBROS, demanda_id=demanda_id)
    return [linha["demanda_id"] for linha in linhas]


@dataclass(frozen=True)
class Caixa:
    """A box of the map; its borders belong to it."""

    lat_min: float
    lat_max: float
    lng_min: float
    lng_max: float


async def na_caixa(
    banco: AsyncSession, caixa: Caixa, status: Sequence[str], antes_de: UUID | None, limite: int
) -> list[Linha]:
    """Return demands of some statuses whose point lies in the box, newest first.

    At most `EXAME` demands of the box are looked at, whatever their status: `fim_do_exame` tells where that ended.
    """
    return await todas(
        banco, _NA_CAIXA, **asdict(caixa), status=list(status), antes_de=antes_de or DEPOIS_DE_TODAS, limite=limite
    )


async def fim_do_exame(banco: AsyncSession, caixa: Caixa, antes_de: UUID | None) -> UUID | None:
    """Return the last demand that `na_caixa` looked at before giving up; None when it saw the whole box."""
    linha = await uma(banco, _FIM_DO_EXAME, **asdict(caixa), antes_de=antes_de or DEPOIS_DE_TODAS)
    return linha["demanda_id"] if linha else None


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


# What the counsellor last wrote is the text of the latest public entry: one that is held back leaves the one before.
_ULTIMA_ATUALIZACAO = """
SELECT left(timeline.dados->>'texto', 200) FROM timeline
WHERE timeline.demanda_id = ficha.demanda_id AND timeline.publica
AND timeline.tipo = 'conselheiro.atualização_publicada'
ORDER BY timeline.ocorrido_em DESC, timeline.event_id DESC LIMIT 1"""
# The path of the subcategory; where none is known, that of the category (Spec D-7, "d7.caminhos").
_CAMINHO = """
SELECT to_jsonb(caminhos) FROM caminhos
WHERE caminhos.municipio_id = ficha.municipio_id AND caminhos.categoria_id = ficha.categoria_id
AND (caminhos.subcategoria_id = ficha.subcategoria_id OR caminhos.subcategoria_id IS NULL)
AND caminhos.total_casos > 0 ORDER BY caminhos.subcategoria_id NULLS LAST LIMIT 1"""
_FICHA_COM_NOMES = f"""
SELECT ficha.*, resumos_ciclo.resumo AS resumo_ciclo, resumos_ciclo.gerado_em AS resumos_atualizado_em,
    ({_ULTIMA_ATUALIZACAO}) AS texto_ultima_atualizacao, ({_CAMINHO}) AS caminho,
    categorias.nome AS categoria_nome, categorias.area AS categoria_area,
    categorias.descricao_formal AS categoria_descricao, categorias.responsaveis,
    subcategorias.nome AS subcategoria_nome, subcategorias.descricao_formal AS subcategoria_descricao,
    unidades.nome AS unidade_nome, unidades.nivel AS unidade_nivel, unidades.uf, pais.nome AS unidade_pai_nome
FROM ({ficha()} AND demandas.demanda_id = :demanda_id) AS ficha
LEFT JOIN resumos_ciclo USING (demanda_id)
LEFT JOIN categorias USING (categoria_id)
LEFT JOIN subcategorias USING (subcategoria_id)
LEFT JOIN unidades USING (unidade_civica_id)
LEFT JOIN unidades AS pais ON pais.unidade_civica_id = unidades.pai_id
"""
_MEMBROS = "SELECT demanda_id FROM agregacoes WHERE representante_id = :demanda_id ORDER BY demanda_id"
EXAME = 5000
_DA_CAIXA = """
FROM demandas
WHERE recebida_em IS NOT NULL AND lat BETWEEN :lat_min AND :lat_max AND lng BETWEEN :lng_min AND :lng_max
AND demanda_id < :antes_de ORDER BY demanda_id DESC"""
_NA_CAIXA = f"""
{ficha(f"(SELECT * {_DA_CAIXA} LIMIT {EXAME}) AS demandas")} AND {STATUS} = ANY(CAST(:status AS text[]))
ORDER BY demandas.demanda_id DESC LIMIT :limite
"""
_FIM_DO_EXAME = f"SELECT demanda_id {_DA_CAIXA} OFFSET {EXAME - 1} LIMIT 1"
_TIMELINE = """
SELECT timeline.demanda_id, timeline.event_id, timeline.tipo, timeline.ocorrido_em, timeline.dados,
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
