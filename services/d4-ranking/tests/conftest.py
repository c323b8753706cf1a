"""Builders of the events that D-4 consumes."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest

from nucleo import Evento
from nucleo.eventos import DemandaCategorizada, DuplicidadeAgregada
from nucleo.fontes import uuid7
from nucleo.testes import evento
from nucleo.testes.eventos import INICIO

CENTRO = UUID("0199c0de-0000-7000-8000-00000000000a")
Categoriza = Callable[..., Evento[DemandaCategorizada]]
Agrega = Callable[..., Evento[DuplicidadeAgregada]]


def demanda_id(n: int) -> UUID:
    """The id of the n-th demand received, one a second."""
    return uuid7(INICIO + timedelta(seconds=n), n)


@pytest.fixture
def centro() -> UUID:
    """The unit where demands are when a test does not say."""
    return CENTRO


@pytest.fixture
def vila() -> UUID:
    """Another unit."""
    return UUID("0199c0de-0000-7000-8000-00000000000b")


@pytest.fixture
def demanda() -> Callable[[int], UUID]:
    """`demanda(n)`: the id of the n-th demand received."""
    return demanda_id


@pytest.fixture
def categorizada() -> Categoriza:
    """`categorizada(n, …)`: the n-th demand received was categorised; water, level 1, in the centre by default."""

    def construir(
        n: int, nivel: int = 1, horizontal: float = 95.0, unidade: UUID | None = CENTRO, versao: int = 1
    ) -> Evento[DemandaCategorizada]:
        return evento(
            DemandaCategorizada(
                demanda_id=demanda_id(n),
                categoria_id=f"{nivel}.1",
                nivel_precedencia=nivel,
                score_horizontal=horizontal,
                confianca_categorizacao=0.9,
                metodo="automatico",
                sugestoes_alternativas=[],
                unidade_civica_id=unidade,
                versao_categorizacao=versao,
            )
        )

    return construir


@pytest.fixture
def agregada() -> Agrega:
    """`agregada(r, m1, m2, …)`: demands m1, m2… were aggregated under r."""

    def construir(representante: int, *membros: int, unidade: UUID = CENTRO) -> Evento[DuplicidadeAgregada]:
        return evento(
            DuplicidadeAgregada(
                representante=demanda_id(representante),
                membros=[demanda_id(n) for n in membros],
                unidade_civica_id=unidade,
                categoria_id="1.1",
                mecanismo="confirmacao_coletiva",
            )
        )

    return construir
