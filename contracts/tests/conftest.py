"""Examples are plain JSON (uuid and instant as text, bytes in base64); Avro takes Python values."""

import json
from pathlib import Path
from typing import Any

import pytest

from nucleo.avro import Codec
from nucleo.contratos import Catalogo, Contrato, Versao, carregar
from nucleo.testes.exemplos import do_json

PASTA = Path(__file__).parent.parent
CATALOGO = carregar(PASTA)


@pytest.fixture(scope="session")
def pasta() -> Path:
    return PASTA


@pytest.fixture(scope="session")
def catalogo() -> Catalogo:
    return CATALOGO


@pytest.fixture(scope="session")
def codec(catalogo: Catalogo) -> Codec:
    return Codec(catalogo)


@pytest.fixture(params=CATALOGO, ids=lambda contrato: contrato.topico)
def contrato(request: pytest.FixtureRequest) -> Contrato:
    valor: Contrato = request.param
    return valor


@pytest.fixture(
    params=[(contrato, versao) for contrato in CATALOGO for versao in contrato.versoes],
    ids=lambda par: f"{par[0].topico}-{par[1].semver}",
)
def par(request: pytest.FixtureRequest) -> tuple[Contrato, Versao]:
    """A contract and one of its versions."""
    valor: tuple[Contrato, Versao] = request.param
    return valor


@pytest.fixture
def exemplo(par: tuple[Contrato, Versao]) -> dict[str, Any]:
    """The example of that version."""
    contrato, versao = par
    texto = (PASTA / contrato.topico / "exemplos" / f"{versao.semver}.json").read_text("utf-8")
    valor: dict[str, Any] = do_json(versao.esquema, json.loads(texto))
    return valor
