"""Resolutions and pending reviews of demands: each demand has one of the two, once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import Row

from d2_georreferenciamento.dominio.indice import Cadeia
from nucleo import UnidadeDeTrabalho


@dataclass(frozen=True, slots=True)
class Ponto:
    """A demand, where it is, and the event that told so."""

    demanda_id: UUID
    lat: float
    lng: float
    evento_id: UUID
    correlacao_id: UUID


@dataclass(frozen=True, slots=True)
class Resolvido:
    """A demand with its civic units, how they were found, how surely, and under which boundaries."""

    ponto: Ponto
    cadeia: Cadeia
    metodo: str
    confianca: str
    versao_limites: str


async def gravar_resolucoes(uow: UnidadeDeTrabalho, resolvidos: Sequence[Resolvido]) -> set[UUID]:
    """Store resolutions of demands that have none yet; return which those are."""
    if not resolvidos:
        return set()
    gravadas = await uow.sql(
        _GRAVAR_RESOLUCOES,
        demandas=[r.ponto.demanda_id for r in resolvidos],
        unidades=[r.cadeia.unidades[0] for r in resolvidos],
        niveis=[r.cadeia.nivel_minimo for r in resolvidos],
        cadeias=["{" + ",".join(map(str, r.cadeia.unidades)) + "}" for r in resolvidos],
        municipios=[r.cadeia.municipio_id for r in resolvidos],
        metodos=[r.metodo for r in resolvidos],
        confiancas=[r.confianca for r in resolvidos],
        lats=[r.ponto.lat for r in resolvidos],
        lngs=[r.ponto.lng for r in resolvidos],
        versoes=[r.versao_limites for r in resolvidos],
        agora=uow.agora(),
    )
    return set(gravadas.scalars())


async def gravar_pendentes(uow: UnidadeDeTrabalho, pontos: Sequence[Ponto], sequencia: int) -> None:
    """Store, as waiting for review, the demands that have no resolution yet."""
    if not pontos:
        return
    await uow.sql(
        _GRAVAR_PENDENTES,
        demandas=[p.demanda_id for p in pontos],
        lats=[p.lat for p in pontos],
        lngs=[p.lng for p in pontos],
        eventos=[p.evento_id for p in pontos],
        correlacoes=[p.correlacao_id for p in pontos],
        sequencia=sequencia,
        agora=uow.agora(),
    )


async def pendentes_de_outra_versao(uow: UnidadeDeTrabalho, sequencia: int, quantos: int) -> list[Ponto]:
    """Lock and return points that the mesh in force has not been tried on, oldest first."""
    linhas = await uow.sql(_PENDENTES_DE_OUTRA_VERSAO, sequencia=sequencia, quantos=quantos)
    return [_ponto(linha) for linha in linhas]


async def tentados(uow: UnidadeDeTrabalho, demandas: Sequence[UUID], sequencia: int) -> None:
    """Remember that these points were tried on this version."""
    await uow.sql(
        "UPDATE revisoes_geo_pendentes SET sequencia_tentada = :sequencia"
        " WHERE demanda_id = ANY(CAST(:demandas AS uuid[]))",
        demandas=demandas,
        sequencia=sequencia,
    )


async def revisao(uow: UnidadeDeTrabalho, demanda_id: UUID) -> tuple[Ponto, str] | None:
    """Lock and return one review, with its state."""
    linha = (
        await uow.sql("SELECT * FROM revisoes_geo_pendentes WHERE demanda_id = :id FOR UPDATE", id=demanda_id)
    ).first()
    return None if linha is None else (_ponto(linha), linha.situacao)


async def decidir(
    uow: UnidadeDeTrabalho,
    demandas: Sequence[UUID],
    situacao: str,
    *,
    operador: str | None = None,
    motivo: str | None = None,
) -> None:
    """Close reviews, with who decided and why."""
    await uow.sql(_DECIDIR, demandas=demandas, situacao=situacao, operador=operador, motivo=motivo, agora=uow.agora())


def _ponto(linha: Row[Any]) -> Ponto:
    return Ponto(linha.demanda_id, linha.coordenadas_lat, linha.coordenadas_lng, linha.evento_id, linha.correlacao_id)


_GRAVAR_RESOLUCOES = """
INSERT INTO resolucoes (demanda_id, unidade_civica_id, nivel, cadeia, municipio_id, metodo, confianca,
                        coordenadas_lat, coordenadas_lng, versao_limites, resolvida_em)
SELECT n.demanda, n.unidade, n.nivel, CAST(n.cadeia AS uuid[]), n.municipio, n.metodo, n.confianca,
       n.lat, n.lng, n.versao, :agora
FROM unnest(CAST(:demandas AS uuid[]), CAST(:unidades AS uuid[]), CAST(:niveis AS int[]), CAST(:cadeias AS text[]),
            CAST(:municipios AS uuid[]), CAST(:metodos AS text[]), CAST(:confiancas AS text[]),
            CAST(:lats AS float8[]), CAST(:lngs AS float8[]), CAST(:versoes AS text[]))
     AS n(demanda, unidade, nivel, cadeia, municipio, metodo, confianca, lat, lng, versao)
WHERE NOT EXISTS (SELECT FROM revisoes_geo_pendentes r WHERE r.demanda_id = n.demanda AND r.situacao <> 'resolvida')
ON CONFLICT DO NOTHING
RETURNING demanda_id
"""
_GRAVAR_PENDENTES = """
INSERT INTO revisoes_geo_pendentes (demanda_id, coordenadas_lat, coordenadas_lng, situacao, sequencia_tentada,
                                    evento_id, correlacao_id, criada_em)
SELECT n.demanda, n.lat, n.lng, 'pendente', :sequencia, n.evento, n.correlacao, :agora
FROM unnest(CAST(:demandas AS uuid[]), CAST(:lats AS float8[]), CAST(:lngs AS float8[]),
            CAST(:eventos AS uuid[]), CAST(:correlacoes AS uuid[])) AS n(demanda, lat, lng, evento, correlacao)
WHERE NOT EXISTS (SELECT FROM resolucoes r WHERE r.demanda_id = n.demanda)
ON CONFLICT DO NOTHING
"""
_PENDENTES_DE_OUTRA_VERSAO = """
SELECT * FROM revisoes_geo_pendentes WHERE situacao = 'pendente' AND sequencia_tentada < :sequencia
ORDER BY demanda_id LIMIT :quantos FOR UPDATE SKIP LOCKED
"""
_DECIDIR = """
UPDATE revisoes_geo_pendentes SET situacao = :situacao, operador = :operador, motivo = :motivo, decidida_em = :agora
WHERE demanda_id = ANY(CAST(:demandas AS uuid[]))
"""
