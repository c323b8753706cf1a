"""Landed versions never change: `versoes.sha256` remembers the hash of every schema file."""

import hashlib
from pathlib import Path

NOME = "versoes.sha256"


class VersaoAlterada(ValueError):
    """A landed schema file was changed or removed."""


def calcular(pasta: Path) -> dict[str, str]:
    """The hash of every schema file under `pasta`, by its path from there."""
    return {
        arquivo.relative_to(pasta).as_posix(): hashlib.sha256(arquivo.read_bytes()).hexdigest()
        for arquivo in sorted(pasta.glob("*/*.avsc"))
    }


def ler(pasta: Path) -> dict[str, str]:
    """The sealed hashes, in the format of `sha256sum`."""
    selo = pasta / NOME
    linhas = selo.read_text("utf-8").splitlines() if selo.exists() else []
    return {nome: resumo for resumo, nome in (linha.split("  ", 1) for linha in linhas)}


def selar(pasta: Path) -> list[str]:
    """Appends the files not yet sealed and returns them; `VersaoAlterada` when a sealed one differs."""
    selados, atuais = ler(pasta), calcular(pasta)
    alteradas = [nome for nome, resumo in selados.items() if atuais.get(nome) != resumo]
    if alteradas:
        raise VersaoAlterada(f"uma versão publicada nunca muda; crie outra: {', '.join(alteradas)}")
    novas = [nome for nome in atuais if nome not in selados]
    with (pasta / NOME).open("a", encoding="utf-8") as selo:
        selo.writelines(f"{atuais[nome]}  {nome}\n" for nome in novas)
    return novas
