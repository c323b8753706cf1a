"""From rows and rules to what the API shows."""

from collections.abc import Sequence

from sqlalchemy import RowMapping

from d3_categorizacao.dominio import taxonomia as regras
from d3_categorizacao.rotas.modelos import (
    Candidata,
    Categoria,
    Demanda,
    Responsaveis,
    Responsavel,
    Revisao,
    Situacao,
    Taxonomia,
    Versao,
)


def taxonomia(vigente: regras.Taxonomia) -> Taxonomia:
    return Taxonomia(
        versao=vigente.versao,
        vigente_desde=vigente.vigente_desde.isoformat(),
        notas=vigente.notas,
        niveis=vigente.niveis,
        categorias=[_categoria(c, vigente) for c in vigente.categorias],
    )


def demanda(linha: RowMapping, versoes: Sequence[RowMapping]) -> Demanda:
    return Demanda.model_validate(
        {**linha, "situacao": _situacao(linha), "versoes": [_versao(versao) for versao in versoes]}
    )


def revisao(linha: RowMapping) -> Revisao:
    return Revisao.model_validate({**linha, "candidatas": _candidatas(linha)})


def _categoria(categoria: regras.Categoria, de: regras.Taxonomia) -> Categoria:
    municipal, estadual, federal = (
        Responsavel(orgao=r.orgao, atribuicao=r.atribuicao, fonte=de.fonte(r)) for r in categoria.responsaveis.todos
    )
    return Categoria(
        id=categoria.id,
        nome=categoria.nome,
        area=categoria.area,
        nivel=categoria.nivel,
        mvp=categoria.mvp,
        score_horizontal=categoria.score_horizontal,
        descricao=categoria.descricao,
        subcategorias=categoria.subcategorias,
        responsaveis=Responsaveis(municipal=municipal, estadual=estadual, federal=federal),
    )


def _situacao(linha: RowMapping) -> Situacao:
    if linha["versao"] == 0:
        return "em_revisao"
    return "aguardando_localizacao" if linha["unidade_civica_id"] is None else "publicada"


def _versao(linha: RowMapping) -> Versao:
    evidencias = [] if linha["metodo"] == "manual" else linha["evidencias"]
    return Versao.model_validate(
        {
            **linha,
            "nome": _nome(linha["categoria_id"]),
            "candidatas": _candidatas(linha),
            "evidencias": evidencias,
        }
    )


def _candidatas(linha: RowMapping) -> list[Candidata]:
    return [Candidata.model_validate({**c, "nome": _nome(c["categoria_id"])}) for c in linha["candidatas"]]


def _nome(categoria_id: str | None) -> str | None:
    """Today's name of a category; one that a later taxonomy dropped goes on being shown by its id."""
    if categoria_id is None:
        return None
    categoria = regras.taxonomia().por_id.get(categoria_id)
    return categoria.nome if categoria else categoria_id
