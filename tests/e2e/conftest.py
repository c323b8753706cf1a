"""One whole system for the end-to-end tests, with the demonstration territory, and the story told on it."""

from collections.abc import Iterator

import httpx
import pytest

from formigueiro.avulso import sistema_avulso
from formigueiro.comandos.territorio import chamar_d2
from formigueiro.historia import Contada, Historia
from formigueiro.operador import Operador
from formigueiro.sistema import Sistema


@pytest.fixture(scope="session")
def sistema() -> Iterator[Sistema]:
    """Everything up, two processes, traces of every request."""
    with sistema_avulso(2, {"FORMIGUEIRO_RASTROS_AMOSTRA": "1"}) as no_ar:
        assert chamar_d2(no_ar, ["importar", "--demonstracao"]) == 0
        yield no_ar


@pytest.fixture(scope="session")
def porta(sistema: Sistema) -> Iterator[httpx.Client]:
    """The public door."""
    with httpx.Client(base_url=sistema.endereco(sistema.colonias["d1a-captura"]), timeout=30, trust_env=False) as c:
        yield c


@pytest.fixture(scope="session")
def operador(sistema: Sistema) -> Iterator[Operador]:
    """An operator and moderator."""
    with Operador(sistema) as quem:
        yield quem


@pytest.fixture(scope="session")
def contada(sistema: Sistema) -> Contada:
    """The story of forty demands, told once."""
    return Historia(sistema, lambda *_: None).contar()
