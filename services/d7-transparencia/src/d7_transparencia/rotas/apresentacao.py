"""From rows to what the public reads: sentences, names, nested objects."""

from collections.abc import Sequence
from uuid import UUID
from zoneinfo import ZoneInfo

from d7_transparencia.dominio.textos import carregar
from d7_transparencia.estado.consulta import Linha
from d7_transparencia.rotas.modelos import (
    Agregado,
    CaminhoConhecido,
    CategoriaDaDemanda,
    Coordenadas,
    EntradaDaTimeline,
    ResumoDaDemanda,
    Subcategoria,
    UnidadeDaDemanda,
)


def entrada(linha: Linha, zona: ZoneInfo) -> EntradaDaTimeline:
    """Tell a timeline entry in the reader's language and the demand's local time."""
    textos = carregar()
    dados = dict(linha["dados"])
    variante = dados.pop("variante", "padrao")
    modelo = textos.modelo(linha["tipo"], variante)
    nomes = {"tipo": linha["tipo"], "unidade": linha["unidade"], "categoria": linha["categoria"]}
    return EntradaDaTimeline(
        event_id=linha["event_id"],
        tipo=linha["tipo"],
        ocorrido_em=linha["ocorrido_em"],
        descricao=textos.descrever(modelo, dados | nomes, linha["ocorrido_em"], zona),
        automatico=modelo.automatico,
        contestacao=modelo.contestacao and modelo.contestacao.format(demanda_id=linha["demanda_id"]),
        dados_relevantes=dados,
    )


def resumo(ficha: Linha, membros: Sequence[UUID]) -> ResumoDaDemanda:
    """Gather what is public about a demand."""
    return ResumoDaDemanda(
        **{c: ficha[c] for c in ("demanda_id", "titulo", "descricao", "conteudo_retido", "tipo_midia", "canal")},
        criada_em=ficha["criada_em"],
        recebida_em=ficha["recebida_em"],
        status=ficha["status"],
        status_descricao=carregar().status[ficha["status"]],
        coordenadas=None if ficha["lat"] is None else Coordenadas(lat=ficha["lat"], lng=ficha["lng"]),
        unidade=_unidade(ficha),
        categoria=_categoria(ficha),
        subcategoria=_subcategoria(ficha),
        agregado=Agregado(representante_id=ficha["agregado_representante_id"], membros_ids=list(membros)),
        **{c: ficha[c] for c in ("texto_ultima_atualizacao", "resumo_ciclo", "resumos_atualizado_em")},
        caminho=ficha["caminho"] and CaminhoConhecido.model_validate(ficha["caminho"]),
    )


def _unidade(ficha: Linha) -> UnidadeDaDemanda | None:
    if ficha["unidade_civica_id"] is None:
        return None
    return UnidadeDaDemanda(
        unidade_civica_id=ficha["unidade_civica_id"],
        municipio_id=ficha["municipio_id"],
        nivel=ficha["unidade_nivel"],
        nome=ficha["unidade_nome"],
        uf=ficha["uf"],
        parent_nome=ficha["unidade_pai_nome"],
        confianca_geo=ficha["confianca_geo"],
    )


def _categoria(ficha: Linha) -> CategoriaDaDemanda | None:
    if ficha["categoria_id"] is None:
        return None
    return CategoriaDaDemanda(
        categoria_id=ficha["categoria_id"],
        nome=ficha["categoria_nome"],
        area=ficha["categoria_area"],
        nivel_precedencia=ficha["nivel_precedencia"],
        metodo=ficha["metodo"],
        confianca=ficha["confianca_categorizacao"],
        versao_categorizacao=ficha["versao_categorizacao"],
        versao_taxonomia=ficha["versao_taxonomia"],
        versao_classificador=ficha["versao_classificador"],
    )


def _subcategoria(ficha: Linha) -> Subcategoria | None:
    if ficha["subcategoria_id"] is None:
        return None
    return Subcategoria(
        subcategoria_id=ficha["subcategoria_id"],
        nome=ficha["subcategoria_nome"],
        descricao_formal=ficha["subcategoria_descricao"],
    )
