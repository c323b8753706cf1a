"""What every part of the stack can do."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import httpx

from formigueiro.pilha.erros import FalhaDaPilha


class Parte(Protocol):
    """A program of the stack with its folder, its port and its own way of being ready."""

    nome: str

    def preparar(self) -> None:
        """Fetches and lays out what the part needs; costs nothing the second time."""

    def iniciar(self) -> None:
        """Starts the part and waits until it is ready; a part already running is left alone."""

    def parar(self) -> None:
        """Stops the part cleanly; one that is not running is left alone."""

    def apagar(self) -> None:
        """Removes what a stopped part stored."""

    def impedimento(self) -> str | None:
        """Why the part is not ready, in a short sentence; None when it is."""


def esperar_pronta(
    parte: Parte, *, registro: Path, segundos: float = 60, viva: Callable[[], bool] = lambda: True
) -> None:
    """Waits for readiness; a dead or slow part raises with the end of its log."""
    limite = time.monotonic() + segundos
    while (motivo := parte.impedimento()) is not None:
        if not viva() or time.monotonic() > limite:
            raise FalhaDaPilha(f"{parte.nome} não ficou pronto: {motivo}.\n{fim_do_registro(registro)}")
        time.sleep(0.05)


def silencio(url: str) -> str | None:
    """Why a program that runs does not answer well at this address, in a short phrase; None when it does."""
    try:
        resposta = httpx.get(url, timeout=2, trust_env=False)
    except httpx.HTTPError as erro:
        return f"ainda não responde ({type(erro).__name__})"
    return None if resposta.is_success else f"responde {resposta.status_code}"


def fim_do_registro(registro: Path, linhas: int = 15) -> str:
    """The last lines of a log, with where to read the rest."""
    if not registro.exists():
        return ""
    fim = registro.read_text(errors="replace").splitlines()[-linhas:]
    return "\n".join([*fim, f"(registro completo em {registro})"])
