"""Builders of the events that D-5 consumes."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, TypeVar
from uuid import UUID

import pytest

from nucleo import Evento
from nucleo.eventos import (
    Breakdown,
    ConselheiroCicloConcluido,
    ConselheiroDemandaIniciada,
    ConselheiroSorteado,
    DemandaConcluida,
    DemandaConclusaoConfirmada,
    DemandaGeorreferenciada,
    DemandaRanqueada,
    DuplicidadeAgregada,
    RankingAtualizado,
    SorteioCancelado,
    SorteioSemCandidatos,
    TerritorioUnidadePublicada,
)
from nucleo.fontes import uuid7
from nucleo.payload import Payload
from nucleo.testes import evento
from nucleo.testes import exemplo as exemplo_do_contrato
from nucleo.testes.eventos import INICIO

P = TypeVar("P", bound=Payload)
CENTRO = UUID("0199c0de-0000-7000-8000-00000000000a")
VILA = UUID("0199c0de-0000-7000-8000-00000000000b")
MUNICIPIO = UUID("0199c0de-0000-7000-8000-0000000000ff")


@cache
def _do_contrato(classe: type[P]) -> P:
    return exemplo_do_contrato(classe)


def exemplo(classe: type[P], **campos: Any) -> P:
    """The example of a contract, with some of its fields replaced."""
    mudado: P = replace(_do_contrato(classe), **campos)
    return mudado


def demanda_id(n: int) -> UUID:
    """The id of the n-th demand received, one a second."""
    return uuid7(INICIO + timedelta(seconds=n), n)


def conselheiro_id(n: int) -> UUID:
    """The id of a counsellor."""
    return UUID(int=n << 64 | 0xC0)


def as_(minutos: float) -> datetime:
    """An instant, in minutes after the beginning."""
    return INICIO + timedelta(minutes=minutos)


class Fatos:
    """What the other colonies say: one method an event type, demands and counsellors by number, instants in minutes."""

    centro, vila, municipio = CENTRO, VILA, MUNICIPIO
    demanda = staticmethod(demanda_id)
    as_ = staticmethod(as_)

    def publicada(self, unidade: UUID = CENTRO, ativa: bool = True) -> Evento[TerritorioUnidadePublicada]:
        return evento(exemplo(TerritorioUnidadePublicada, unidade_civica_id=unidade, ativa=ativa))

    def ranqueada(
        self, n: int, nivel: int = 1, score: float = 9500.0, unidade: UUID = CENTRO, em: float = 0, categoria: int = 1
    ) -> Evento[DemandaRanqueada]:
        payload = DemandaRanqueada(
            demanda_id=demanda_id(n),
            unidade_civica_id=unidade,
            categoria_id=f"{nivel}.{categoria}",
            nivel_precedencia=nivel,
            score_final=score,
            breakdown=Breakdown(peso_nacional=100.0, peso_situacional=1.0, score_horizontal=score / 100),
            posicao_no_ranking=1,
            total_demandas_na_uc=1,
            timestamp_calculo=as_(em),
        )
        return evento(payload)

    def situada(
        self, n: int, lat: float | None = 0.0, lng: float | None = 0.0, unidade: UUID = CENTRO, em: float = 0
    ) -> Evento[DemandaGeorreferenciada]:
        payload = exemplo(
            DemandaGeorreferenciada,
            demanda_id=demanda_id(n),
            unidade_civica_id=unidade,
            cadeia_ucs=[unidade, MUNICIPIO],
            coordenadas_lat=lat,
            coordenadas_lng=lng,
        )
        return evento(payload, timestamp=as_(em))

    def no_backlog(self, n: int, *, lat: float = 0.0, lng: float = 0.0, **ranking: Any) -> list[Evento[Any]]:
        """Ranked and on the map."""
        unidade = ranking.get("unidade", CENTRO)
        return [self.situada(n, lat, lng, unidade), self.ranqueada(n, **ranking)]

    def ranking(
        self,
        unidade: UUID = CENTRO,
        fatias: tuple[float, ...] = (0.2, 0.2, 0.2, 0.2, 0.2),
        corrente: int = 2,
        em: float = 1,
    ) -> Evento[RankingAtualizado]:
        payload = exemplo(
            RankingAtualizado,
            unidade_civica_id=unidade,
            topo=[],
            nivel_corrente=corrente,
            distribuicao=list(fatias),
            timestamp_calculo=as_(em),
        )
        return evento(payload)

    def sorteada(self, n: int, quem: int = 1, em: float = 10) -> Evento[ConselheiroSorteado]:
        payload = exemplo(
            ConselheiroSorteado, demanda_id=demanda_id(n), conselheiro_id=conselheiro_id(quem), timestamp=as_(em)
        )
        return evento(payload)

    def iniciada(self, n: int, quem: int = 1, em: float = 20) -> Evento[ConselheiroDemandaIniciada]:
        payload = exemplo(
            ConselheiroDemandaIniciada,
            demanda_id=demanda_id(n),
            conselheiro_id=conselheiro_id(quem),
            data_inicio=as_(em),
        )
        return evento(payload)

    def encerrada(
        self, n: int, quem: int = 1, em: float = 30, motivo: str = "desistencia"
    ) -> Evento[ConselheiroCicloConcluido]:
        payload = exemplo(
            ConselheiroCicloConcluido,
            demanda_id=demanda_id(n),
            conselheiro_id=conselheiro_id(quem),
            motivo_encerramento=motivo,
            data_fim=as_(em),
        )
        return evento(payload)

    def sem_candidatos(self, n: int, em: float = 15) -> Evento[SorteioSemCandidatos]:
        return evento(exemplo(SorteioSemCandidatos, demanda_id=demanda_id(n), timestamp=as_(em)))

    def cancelado(self, n: int, em: float = 15) -> Evento[SorteioCancelado]:
        return evento(exemplo(SorteioCancelado, demanda_id=demanda_id(n), timestamp=as_(em)))

    def concluida(self, n: int, em: float = 40) -> Evento[DemandaConcluida]:
        return evento(exemplo(DemandaConcluida, demanda_id=demanda_id(n), data_conclusao=as_(em)))

    def confirmada(self, n: int, em: float = 25, ratificar: bool = False) -> Evento[DemandaConclusaoConfirmada]:
        payload = exemplo(
            DemandaConclusaoConfirmada,
            demanda_id=demanda_id(n),
            data_conclusao=as_(em),
            ratificacao_necessaria=ratificar,
        )
        return evento(payload)

    def agregada(self, representante: int, *membros: int, em: float = 35) -> Evento[DuplicidadeAgregada]:
        payload = exemplo(
            DuplicidadeAgregada, representante=demanda_id(representante), membros=[demanda_id(n) for n in membros]
        )
        return evento(payload, timestamp=as_(em))


@pytest.fixture
def fatos() -> Fatos:
    """The builders of events."""
    return Fatos()
