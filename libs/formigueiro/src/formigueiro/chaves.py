"""The keys that sign sessions: C-1 has them from this file, and so does who issues a development token."""

import json
from pathlib import Path

from joserfc.jwk import OKPKey

from formigueiro.pilha.segredos import guardar
from nucleo.chaves import nova_chave


def arquivo(pasta: Path) -> Path:
    """The private JWKS of this stack, made on first use."""
    destino = pasta / "segredos" / "sessoes.jwks"
    if not destino.exists():
        criar(destino)
    return destino


def privada(pasta: Path) -> OKPKey:
    """The key that signs now."""
    return _ler(arquivo(pasta))[0]


def criar(destino: Path) -> None:
    """Writes two new keys: the one that signs and the next."""
    _escrever(destino, [nova_chave(), nova_chave()])


def girar(destino: Path) -> str:
    """Signs from now on with the next key, which everybody has long known; answers its `kid`.

    The file holds the key that signs, the next one, and the one before, whose tokens are still in force.
    """
    atual, proxima, *_ = _ler(destino)
    _escrever(destino, [proxima, nova_chave(), atual])
    return str(proxima.kid)


def _ler(destino: Path) -> list[OKPKey]:
    chaves = [OKPKey.import_key(dados) for dados in json.loads(destino.read_text())["keys"]]
    if not all(chave.is_private for chave in chaves):
        raise ValueError("chave sem a parte privada")
    return chaves


def _escrever(destino: Path, chaves: list[OKPKey]) -> None:
    guardar(destino, json.dumps({"keys": [chave.as_dict(private=True) for chave in chaves]}))
