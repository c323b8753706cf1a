"""The key that signs development tokens; in production C-1 signs and publishes its own JWKS."""

import json
from pathlib import Path

from joserfc.jwk import OKPKey

from formigueiro.pilha.segredos import guardar
from nucleo.chaves import jwks_publico, nova_chave


def privada(pasta: Path) -> OKPKey:
    """The signing key, made on first use."""
    arquivo = pasta / "segredos" / "tokens.jwk"
    if not arquivo.exists():
        guardar(arquivo, json.dumps(nova_chave().as_dict(private=True)))
    return OKPKey.import_key(json.loads(arquivo.read_text()))


def publicas(pasta: Path) -> Path:
    """The JWKS file that colonies verify tokens with."""
    arquivo = pasta / "segredos" / "jwks.json"
    if not arquivo.exists():
        guardar(arquivo, json.dumps(jwks_publico(privada(pasta))))
    return arquivo
