"""What D-3 does in its own time: put the taxonomy in force on the log, once."""

from datetime import UTC, datetime

from d3_categorizacao.dominio.taxonomia import Categoria, Taxonomia, impressao_digital, taxonomia
from d3_categorizacao.dominio.taxonomia import Responsaveis as QuemResponde
from nucleo import UnidadeDeTrabalho, eventos
from nucleo.fontes import uuid7


async def publicar_taxonomia(uow: UnidadeDeTrabalho) -> None:
    vigente = taxonomia()
    chave = {"versao": vigente.versao, "impressao": impressao_digital()}
    nova = await uow.sql(
        "INSERT INTO taxonomias_publicadas VALUES (:versao, :impressao) ON CONFLICT DO NOTHING RETURNING 1", **chave
    )
    if nova.first() is not None:
        desde = datetime.combine(vigente.vigente_desde, datetime.min.time(), UTC)
        uow.publicar(evento_da(vigente), semente=(uuid7(desde, 0), *chave.values()))


def evento_da(vigente: Taxonomia) -> eventos.TaxonomiaPublicada:
    return eventos.TaxonomiaPublicada(
        versao=vigente.versao, categorias=[_categoria(c, vigente) for c in vigente.categorias]
    )


def _categoria(categoria: Categoria, de: Taxonomia) -> eventos.Categoria:
    return eventos.Categoria(
        categoria_id=categoria.id,
        nome=categoria.nome,
        area=categoria.area,
        nivel_precedencia=categoria.nivel,
        score_horizontal=categoria.score_horizontal,
        descricao_formal=categoria.descricao,
        mvp=categoria.mvp,
        responsaveis=_responsaveis(categoria.responsaveis, de),
        subcategorias=[
            eventos.Subcategoria(subcategoria_id=s.id, nome=s.nome, descricao_formal=s.descricao)
            for s in categoria.subcategorias
        ],
    )


def _responsaveis(quem: QuemResponde, de: Taxonomia) -> eventos.Responsaveis:
    """Each body with the norm that gives it the duty, as a reader quotes it."""
    municipal, estadual, federal = (f"{r.orgao} ({de.fonte(r)})" for r in quem.todos)
    return eventos.Responsaveis(municipal=municipal, estadual=estadual, federal=federal)
