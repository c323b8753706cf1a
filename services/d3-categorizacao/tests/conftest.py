"""Builders of the events that D-3 consumes."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest

from nucleo.eventos import DemandaGeorreferenciada, DemandaNormalizada, MidiaDescrita
from nucleo.fontes import uuid7
from nucleo.testes.eventos import INICIO

CENTRO = UUID("0199c0de-0000-7000-8000-00000000000a")


def demanda_id(n: int) -> UUID:
    """The id of the n-th demand received, one a second."""
    return uuid7(INICIO + timedelta(seconds=n), n)


@pytest.fixture
def demanda() -> Callable[[int], UUID]:
    """`demanda(n)`: the id of the n-th demand received."""
    return demanda_id


@pytest.fixture
def normalizada() -> Callable[..., DemandaNormalizada]:
    """`normalizada(n, texto)`: the n-th demand received, cleaned; an open sewer by default."""

    def construir(
        n: int,
        texto: str = "Esgoto a céu aberto na minha rua",
        titulo: str | None = None,
        legendas: tuple[str, ...] = (),
    ) -> DemandaNormalizada:
        return DemandaNormalizada(
            demanda_id=demanda_id(n),
            titulo=texto[:40] if titulo is None else titulo,
            descricao_limpa=texto,
            tipo_midia="foto" if legendas else "texto",
            coordenadas_lat=-23.55,
            coordenadas_lng=-46.63,
            confianca_normalizacao=0.9,
            midias_descritas=[MidiaDescrita(object_key_temp=f"k{i}", descricao=d) for i, d in enumerate(legendas)],
        )

    return construir


@pytest.fixture
def georreferenciada() -> Callable[..., DemandaGeorreferenciada]:
    """`georreferenciada(n)`: the n-th demand received, located in a neighbourhood."""

    def construir(n: int, unidade: UUID = CENTRO) -> DemandaGeorreferenciada:
        return DemandaGeorreferenciada(
            demanda_id=demanda_id(n),
            unidade_civica_id=unidade,
            nivel_minimo_resolvido=2,
            cadeia_ucs=[unidade],
            metodo_resolucao="gps",
            confianca_geo="alta",
            versao_limites="0001",
        )

    return construir
