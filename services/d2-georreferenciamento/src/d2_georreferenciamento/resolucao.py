"""From points to resolutions and `demanda.georreferenciada`, whoever asks: the log, new boundaries or an operator."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from d2_georreferenciamento.dominio.indice import IndiceTerritorial
from d2_georreferenciamento.estado.demandas import Ponto, Resolvido, gravar_resolucoes
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import DemandaGeorreferenciada, DemandaNormalizada

GPS, INFERENCIA = "gps", "inferencia"
ALTA, BAIXA = "alta", "baixa"


def localizar(indice: IndiceTerritorial, pontos: Sequence[Ponto]) -> tuple[list[Resolvido], list[Ponto]]:
    """Separate the points that polygons resolve, with high confidence, from those outside every polygon."""
    resolvidos, fora = [], []
    cadeias = indice.resolver_lote([p.lat for p in pontos], [p.lng for p in pontos])
    for ponto, cadeia in zip(pontos, cadeias, strict=True):
        if cadeia is None:
            fora.append(ponto)
        else:
            resolvidos.append(Resolvido(ponto, cadeia, GPS, ALTA, indice.versao))
    return resolvidos, fora


async def registrar(
    uow: UnidadeDeTrabalho,
    resolvidos: Sequence[Resolvido],
    causas: Mapping[UUID, Evento[DemandaNormalizada]] | None = None,
) -> None:
    """Store resolutions and publish them: a demand is resolved once, and its event has one id for ever."""
    novas = await gravar_resolucoes(uow, resolvidos)
    for resolvido in resolvidos:
        ponto = resolvido.ponto
        if ponto.demanda_id in novas:
            novas.discard(ponto.demanda_id)
            causa = (causas or {}).get(ponto.evento_id) or _causa(ponto, uow)
            uow.publicar(_evento(resolvido), causa=causa, semente=(ponto.demanda_id,))


def _evento(r: Resolvido) -> DemandaGeorreferenciada:
    return DemandaGeorreferenciada(
        demanda_id=r.ponto.demanda_id,
        unidade_civica_id=r.cadeia.unidades[0],
        nivel_minimo_resolvido=r.cadeia.nivel_minimo,
        cadeia_ucs=list(r.cadeia.unidades),
        municipio_id=r.cadeia.municipio_id,
        metodo_resolucao=r.metodo,
        confianca_geo=r.confianca,
        coordenadas_lat=r.ponto.lat,
        coordenadas_lng=r.ponto.lng,
        versao_limites=r.versao_limites,
    )


def _causa(ponto: Ponto, uow: UnidadeDeTrabalho) -> Evento[None]:
    """The event that brought the demand, as far as a review remembers it."""
    return Evento(
        event_id=ponto.evento_id,
        tipo=DemandaNormalizada.TIPO,
        versao_schema=DemandaNormalizada.VERSAO,
        timestamp=uow.agora(),
        origem="D-1b",
        correlacao_id=ponto.correlacao_id,
        causacao_id=None,
        payload=None,
    )
