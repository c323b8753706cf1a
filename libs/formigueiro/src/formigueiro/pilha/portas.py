"""Ports of the loopback address."""

import random
import socket
import time

from formigueiro.pilha.erros import FalhaDaPilha

ENDERECO = "127.0.0.1"


def porta_livre() -> int:
    """A port nobody listens on at this moment, and none that the system lends to outgoing connections meanwhile."""
    while not esta_livre(porta := random.randint(10_000, 32_000)):
        continue
    return porta


def esta_livre(porta: int) -> bool:
    """Whether a server could listen on the port now."""
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            s.bind((ENDERECO, porta))
        except OSError:
            return False
        return True


def escuta(porta: int) -> bool:
    """Whether somebody accepts connections on the port."""
    with socket.socket() as s:
        s.settimeout(1)
        return s.connect_ex((ENDERECO, porta)) == 0


def exigir_livre(porta: int, *, de: str, ajuste: str, paciencia: float = 3) -> None:
    """Raises, naming the setting to change, when the port stays taken: a killed program takes a moment to go."""
    limite = time.monotonic() + paciencia
    while not esta_livre(porta):
        if time.monotonic() < limite:
            time.sleep(0.05)
            continue
        raise FalhaDaPilha(
            f"A porta {porta} ({de}) já está em uso por outro programa. "
            f"Encerre-o ou escolha outra porta com a variável {ajuste}."
        )
