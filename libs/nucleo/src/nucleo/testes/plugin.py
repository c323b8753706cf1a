"""pytest plugin: the `bancada` fixture. The server comes from the `postgres_url` fixture of the local stack."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
import structlog
from joserfc.jwk import KeySet, OKPKey

from nucleo.testes.bancada import Bancadas


@pytest.fixture(scope="session")
def chave_de_teste() -> OKPKey:
    """Return the Ed25519 key that signs tokens in tests."""
    return OKPKey.generate_key("Ed25519", {"kid": "teste", "use": "sig", "alg": "EdDSA"})


@pytest.fixture(scope="session")
def bancada(postgres_url: str, chave_de_teste: OKPKey, tmp_path_factory: pytest.TempPathFactory) -> Bancadas:
    """Return the maker of workbenches: `async with bancada(colonia) as b`."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.INFO))  # as in production
    jwks: Path = tmp_path_factory.mktemp("jwks") / "jwks.json"
    jwks.write_text(json.dumps(KeySet([chave_de_teste]).as_dict(private=False)))
    return Bancadas(postgres_url, chave_de_teste, str(jwks))
