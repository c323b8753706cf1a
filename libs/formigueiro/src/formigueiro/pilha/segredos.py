"""Passwords and keys of the local stack: made once, readable by their owner alone."""

import os
import secrets
from pathlib import Path


def segredo(pasta: Path, nome: str) -> str:
    """The secret of this name, made on first use."""
    arquivo = pasta / "segredos" / nome
    if not arquivo.exists():
        guardar(arquivo, secrets.token_urlsafe(24))
    return arquivo.read_text()


def guardar(arquivo: Path, conteudo: str) -> None:
    """Writes a file that nobody else can read, whole or not at all."""
    arquivo.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    novo = arquivo.with_suffix(f".{os.getpid()}")
    novo.touch(mode=0o600)
    novo.write_text(conteudo)
    novo.replace(arquivo)
