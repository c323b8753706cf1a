"""Calling a counsellor for the first available item of a unit, one item at a time."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from d5_agenda.dominio.ordem import FATIAS_PADRAO, chave, posicao
from d5_agenda.estado import anuncios
from d5_agenda.estado.anuncios import Candidata
from d5_agenda.estado.celulas import grupo_id
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import AgendaItemDisponivel


async def anunciar(uow: UnidadeDeTrabalho, causas: Mapping[UUID, Evento[Any]]) -> None:
    """Announce the first available item of each of these units, unless one already announced waits to be taken.

    An item is announced once, under an id that derives from its demand: the draw keeps what it was told, and draws
    again by itself after a refusal or a withdrawal.
    """
    candidatas = await anuncios.candidatas(uow, causas) if causas else []
    escolhidas: dict[UUID, Candidata] = {}
    for candidata in sorted(candidatas, key=_ordem):
        escolhidas.setdefault(candidata.unidade_civica_id, candidata)
    if not escolhidas:
        return
    await anuncios.marcar(uow, [escolhida.demanda_id for escolhida in escolhidas.values()])
    for unidade, escolhida in escolhidas.items():
        uow.publicar(
            _disponivel(uow, escolhida),
            semente=(escolhida.demanda_id,),
            correlacao_id=escolhida.correlacao_id,
            causacao_id=causas[unidade].event_id,
            rastro=causas[unidade].rastro,
        )


def _ordem(candidata: Candidata) -> tuple[UUID, float, int]:
    nivel = candidata.nivel_precedencia
    return candidata.unidade_civica_id, chave(candidata.indice, nivel, candidata.distribuicao or FATIAS_PADRAO), nivel


def _disponivel(uow: UnidadeDeTrabalho, c: Candidata) -> AgendaItemDisponivel:
    return AgendaItemDisponivel(
        demanda_id=c.demanda_id,
        unidade_civica_id=c.unidade_civica_id,
        cadeia_ucs=c.cadeia_ucs,
        categoria_id=c.categoria_id,
        nivel_precedencia=c.nivel_precedencia,
        score_final=c.score_final,
        posicao=posicao(c.indice, c.nivel_precedencia, c.distribuicao or FATIAS_PADRAO, c.totais),
        grupo_id=grupo_id(c.unidade_civica_id, c.categoria_id, c.raiz_y, c.raiz_x),
        timestamp_disponivel=uow.agora(),
    )
