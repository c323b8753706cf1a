"""Taxonomy: the names behind category ids (taxonomia.publicada)."""

import json

from d7_transparencia.estado.lote import linhas, mais_novo
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import Responsaveis, TaxonomiaPublicada

_CATEGORIA = {
    "categoria_id": "text",
    "nome": "text",
    "area": "text",
    "nivel_precedencia": "smallint",
    "descricao_formal": "text",
    "orgaos": "text",
}
_VEZ = "CAST(:ocorrido_em AS timestamptz) AS ocorrido_em, CAST(:event_id AS uuid) AS event_id"
_GUARDADAS = ["nome", "area", "nivel_precedencia", "descricao_formal", "responsaveis"]
_CATEGORIAS = f"""
WITH lote AS (SELECT *, CAST(orgaos AS jsonb) AS responsaveis, {_VEZ} FROM {linhas(_CATEGORIA)})
{mais_novo("categorias", "categoria_id", _GUARDADAS)}
"""
_SUBCATEGORIA = {"subcategoria_id": "text", "nome": "text", "descricao_formal": "text"}
_SUBCATEGORIAS = f"""
WITH lote AS (SELECT *, {_VEZ} FROM {linhas(_SUBCATEGORIA)})
{mais_novo("subcategorias", "subcategoria_id", ["nome", "descricao_formal"])}
"""


async def publicar_taxonomia(evento: Evento[TaxonomiaPublicada], uow: UnidadeDeTrabalho) -> None:
    """Keep the newest description of each category and subcategory."""
    categorias = evento.payload.categorias
    subcategorias = [s for c in categorias for s in c.subcategorias]
    vez = {"ocorrido_em": evento.timestamp, "event_id": evento.event_id}
    await uow.sql(
        _CATEGORIAS,
        **vez,
        categoria_id=[c.categoria_id for c in categorias],
        nome=[c.nome for c in categorias],
        area=[c.area for c in categorias],
        nivel_precedencia=[c.nivel_precedencia for c in categorias],
        descricao_formal=[c.descricao_formal for c in categorias],
        orgaos=[_em_json(c.responsaveis) for c in categorias],
    )
    await uow.sql(
        _SUBCATEGORIAS,
        **vez,
        subcategoria_id=[s.subcategoria_id for s in subcategorias],
        nome=[s.nome for s in subcategorias],
        descricao_formal=[s.descricao_formal for s in subcategorias],
    )


def _em_json(orgaos: Responsaveis) -> str:
    return json.dumps({"municipal": orgaos.municipal, "estadual": orgaos.estadual, "federal": orgaos.federal})
