"""Examples are plain JSON (uuid and instant as text, bytes in base64); Avro takes Python values."""

import base64
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from nucleo.avro import Codec
from nucleo.contratos import Catalogo, Contrato, Versao, carregar

PASTA = Path(__file__).parent.parent
CATALOGO = carregar(PASTA)
CONVERSOES: dict[str, Callable[[Any], Any]] = {
    "uuid": UUID,
    "timestamp-micros": datetime.fromisoformat,
    "bytes": base64.b64decode,
}


def do_json(tipo: Any, valor: Any) -> Any:
    """The value of an Avro type from its plain JSON; unknown keys stay, so that the codec refuses them."""
    match tipo:
        case ["null", outro]:
            return None if valor is None else do_json(outro, valor)
        case {"type": "record", "fields": campos}:
            tipos = {campo["name"]: campo["type"] for campo in campos}
            return {nome: do_json(tipos.get(nome, "string"), interno) for nome, interno in valor.items()}
        case {"type": "array", "items": itens}:
            return [do_json(itens, interno) for interno in valor]
        case {"logicalType": logico}:
            return CONVERSOES[logico](valor)
    return CONVERSOES[tipo](valor) if tipo in CONVERSOES else valor


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
