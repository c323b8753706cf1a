"""A whole system of its own for a while: free ports, its own folder, gone at the end. For tests, benches and chaos."""

import os
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from formigueiro.ajustes import Ajustes
from formigueiro.colonias import descobrir, variavel
from formigueiro.pilha.portas import porta_livre
from formigueiro.sistema import Sistema

_PORTAS = ("POSTGRES", "KAFKA", "KAFKA_CONTROLE", "S3", "S3_INTERNA", "JAEGER", "OTLP", "EMISSOR")


@contextmanager
def sistema_avulso(
    processos: int = 2,
    ambiente: dict[str, str] | None = None,
    pasta: Path | None = None,
    so: Collection[str] | None = None,
) -> Iterator[Sistema]:
    """Brings up every colony in `processos` processes and takes all of it down, erased, at the end.

    Args:
        so: the colonies to bring up; all when absent.
        ambiente: further FORMIGUEIRO_* settings for the colonies, such as raised rate limits.
        pasta: where it lives; a temporary folder when absent. Downloads are shared with the usual folder.
    """
    antes = dict(os.environ)
    casa = pasta or Path(tempfile.mkdtemp(prefix="formigueiro-"))
    casa.chmod(0o711)  # the account PostgreSQL runs under must reach its folder
    try:
        os.environ |= _ambiente(casa) | (ambiente or {})
        sistema = Sistema()
        if so is not None:
            sistema.colonias = {nome: sistema.colonias[nome] for nome in so}
        try:
            sistema.subir([], processos, lambda _: None)
            sistema.esperar(lambda _: None)
            yield sistema
        finally:
            sistema.descer(lambda _: None)
    finally:
        os.environ.clear()
        os.environ.update(antes)
        shutil.rmtree(casa, ignore_errors=True)


def _ambiente(casa: Path) -> dict[str, str]:
    portas = {f"FORMIGUEIRO_PORTA_{parte}": str(porta_livre()) for parte in _PORTAS}
    portas |= {variavel(nome, "PORTA"): str(porta_livre()) for nome in descobrir()}
    return portas | {"FORMIGUEIRO_PASTA": str(casa), "FORMIGUEIRO_CACHE": str(Ajustes().cache)}
