"""What D-2 does with the events it consumes."""

from collections.abc import Sequence

from d2_georreferenciamento import resolucao
from d2_georreferenciamento.dominio.coordenadas import existe
from d2_georreferenciamento.estado import demandas
from d2_georreferenciamento.territorio import Territorio
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.erros import FalhaPermanente
from nucleo.eventos import DemandaNormalizada


async def georreferenciar(eventos: Sequence[Evento[DemandaNormalizada]], uow: UnidadeDeTrabalho) -> None:
    """Resolve a batch of points at once; those outside every polygon wait for review and publish nothing."""
    territorio = uow.recurso(Territorio)
    await territorio.atualizar(uow)
    resolvidos, fora = resolucao.localizar(territorio.indice, [_ponto(e) for e in eventos])
    await resolucao.registrar(uow, resolvidos, {e.event_id: e for e in eventos})
    await demandas.gravar_pendentes(uow, fora, territorio.sequencia)


def _ponto(evento: Evento[DemandaNormalizada]) -> demandas.Ponto:
    lat, lng = evento.payload.coordenadas_lat, evento.payload.coordenadas_lng
    if not existe(lat, lng):
        raise FalhaPermanente(f"coordenadas que não existem na Terra: coordenadas_lat={lat}, coordenadas_lng={lng}")
    return demandas.Ponto(evento.payload.demanda_id, lat, lng, evento.event_id, evento.correlacao_id)
