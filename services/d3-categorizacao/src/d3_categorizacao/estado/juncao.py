"""Where the two halves of a demand meet: whichever comes last finds the other in `demandas`, in any order, once.

Each half is one upsert whose row lock makes two replicas take turns; rows are sorted, so they never wait in a circle.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import Row

from d3_categorizacao.analise import Analise, Versao
from d3_categorizacao.dominio.decisao import ORDEM_NA_FILA
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import DemandaGeorreferenciada


@dataclass(frozen=True, slots=True)
class Unidade:
    """Where a demand is."""

    unidade_civica_id: UUID
    nivel_minimo_resolvido: int


@dataclass(frozen=True, slots=True)
class Categorizada:
    """A categorisation to publish as soon as there is a unit; the event that brought the text is its cause."""

    versao: Versao
    unidade: Unidade | None
    normalizada_id: UUID
    correlacao_id: UUID


async def guardar_textos(uow: UnidadeDeTrabalho, analises: Sequence[Analise]) -> dict[UUID, Unidade | None]:
    """Store first categorisations and their place in the queue; return the new demands, with their unit if known."""
    versoes = [a.versao for a in analises]
    linhas = await uow.sql(
        _GUARDAR_TEXTOS,
        demandas=[v.demanda_id for v in versoes],
        textos=[a.texto for a in analises],
        legendas=[a.legendas for a in analises],
        normalizadas=[a.evento.event_id for a in analises],
        correlacoes=[a.evento.correlacao_id for a in analises],
        versoes=[v.versao for v in versoes],
        categorias=[v.categoria_id for v in versoes],
        subcategorias=[v.subcategoria_id for v in versoes],
        niveis=[v.categoria.nivel if v.categoria else None for v in versoes],
        scores=[v.categoria.score_horizontal if v.categoria else None for v in versoes],
        confiancas=[v.confianca for v in versoes],
        metodos=[v.metodo for v in versoes],
        candidatas=[json.dumps(v.candidatas) for v in versoes],
        evidencias=[json.dumps(a.evidencias) for a in analises],
        motivos=[a.destino.revisao for a in analises],
        ordens=[ORDEM_NA_FILA[a.destino.revisao] if a.destino.revisao else None for a in analises],
        versao_taxonomia=versoes[0].versao_taxonomia,
        versao_classificador=versoes[0].versao_classificador,
        agora=uow.agora(),
    )
    return {linha.demanda_id: _unidade(linha) for linha in linhas}


async def guardar_unidades(
    uow: UnidadeDeTrabalho, eventos: Sequence[Evento[DemandaGeorreferenciada]]
) -> Iterator[Categorizada]:
    """Store units; return the demands whose categorisation was only waiting for it."""
    gravadas = await uow.sql(
        _GUARDAR_UNIDADES,
        demandas=[e.payload.demanda_id for e in eventos],
        unidades=[e.payload.unidade_civica_id for e in eventos],
        niveis=[e.payload.nivel_minimo_resolvido for e in eventos],
    )
    esperavam = [linha.demanda_id for linha in gravadas if linha.versao]
    if not esperavam:
        return iter(())
    # A statement of its own: the upsert may have waited for the transaction that wrote what this one reads.
    return map(ler, await uow.sql(_CATEGORIZADAS, demandas=esperavam))


def ler(linha: Row[Any]) -> Categorizada:
    versao = Versao(
        demanda_id=linha.demanda_id,
        versao=linha.versao,
        categoria_id=linha.categoria_id,
        subcategoria_id=linha.subcategoria_id,
        confianca=linha.confianca,
        metodo=linha.metodo,
        candidatas=linha.candidatas,
        versao_taxonomia=linha.versao_taxonomia,
        versao_classificador=linha.versao_classificador,
    )
    return Categorizada(versao, _unidade(linha), linha.normalizada_id, linha.correlacao_id)


def _unidade(linha: Row[Any]) -> Unidade | None:
    return (
        Unidade(linha.unidade_civica_id, linha.nivel_minimo_resolvido) if linha.unidade_civica_id is not None else None
    )


_GUARDAR_TEXTOS = """
WITH lote AS (
    SELECT * FROM unnest(
        CAST(:demandas AS uuid[]), CAST(:textos AS text[]), CAST(:legendas AS text[]), CAST(:normalizadas AS uuid[]),
        CAST(:correlacoes AS uuid[]), CAST(:versoes AS int[]), CAST(:categorias AS text[]),
        CAST(:subcategorias AS text[]), CAST(:niveis AS smallint[]), CAST(:scores AS float8[]),
        CAST(:confiancas AS float8[]), CAST(:metodos AS text[]), CAST(:candidatas AS text[]),
        CAST(:evidencias AS text[]), CAST(:motivos AS text[]), CAST(:ordens AS smallint[]))
    AS n(demanda_id, texto, legendas, normalizada_id, correlacao_id, versao, categoria_id, subcategoria_id,
         nivel_precedencia, score_horizontal, confianca, metodo, candidatas, evidencias, motivo, ordem)
), novas AS (
    INSERT INTO demandas AS d (demanda_id, texto, legendas, normalizada_id, correlacao_id, versao)
    SELECT demanda_id, texto, legendas, normalizada_id, correlacao_id, versao FROM lote ORDER BY demanda_id
    ON CONFLICT (demanda_id) DO UPDATE
        SET texto = excluded.texto, legendas = excluded.legendas, normalizada_id = excluded.normalizada_id,
            correlacao_id = excluded.correlacao_id, versao = excluded.versao
        WHERE d.normalizada_id IS NULL
    RETURNING demanda_id, unidade_civica_id, nivel_minimo_resolvido
), versoes AS (
    INSERT INTO categorizacoes (demanda_id, versao, categoria_id, subcategoria_id, nivel_precedencia, score_horizontal,
                                confianca, metodo, candidatas, evidencias, versao_taxonomia, versao_classificador,
                                criada_em)
    SELECT demanda_id, versao, categoria_id, subcategoria_id, nivel_precedencia, score_horizontal, confianca, metodo,
           CAST(candidatas AS jsonb), CAST(evidencias AS jsonb), :versao_taxonomia, :versao_classificador, :agora
    FROM lote JOIN novas USING (demanda_id)
), fila AS (
    INSERT INTO revisoes (demanda_id, motivo, ordem, confianca, situacao, aberta_em)
    SELECT demanda_id, motivo, ordem, confianca, 'pendente', :agora
    FROM lote JOIN novas USING (demanda_id) WHERE motivo IS NOT NULL
)
SELECT * FROM novas
"""
_GUARDAR_UNIDADES = """
INSERT INTO demandas AS d (demanda_id, unidade_civica_id, nivel_minimo_resolvido)
SELECT * FROM unnest(CAST(:demandas AS uuid[]), CAST(:unidades AS uuid[]), CAST(:niveis AS smallint[]))
    AS n(demanda_id, unidade_civica_id, nivel) ORDER BY demanda_id
ON CONFLICT (demanda_id) DO UPDATE
    SET unidade_civica_id = excluded.unidade_civica_id, nivel_minimo_resolvido = excluded.nivel_minimo_resolvido
    WHERE d.unidade_civica_id IS NULL
RETURNING demanda_id, versao
"""
CATEGORIZADA = """
SELECT c.*, d.unidade_civica_id, d.nivel_minimo_resolvido, d.normalizada_id, d.correlacao_id
FROM demandas d JOIN categorizacoes c ON c.demanda_id = d.demanda_id AND c.versao = d.versao
"""
_CATEGORIZADAS = f"{CATEGORIZADA} WHERE d.demanda_id = ANY(CAST(:demandas AS uuid[])) ORDER BY d.demanda_id"
