"""The address of who is asking, as far as it can be known: from trusted proxies, never from the header alone."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

from nucleo.escopo import cabecalhos

DESCONHECIDO = "desconhecido"


def endereco_do_cliente(scope: Scope, saltos: int) -> str:
    """Return the client's address, with `saltos` trusted proxies in front of this colony.

    Each trusted proxy appends to `X-Forwarded-For` the address it saw, so the client is the entry that many
    places from the right; whatever stands further left was written by the client. With no trusted proxy, or
    fewer entries than proxies, or an entry that is not an address, the answer is the peer of the connection.
    """
    if saltos > 0:
        entradas = ",".join(cabecalhos(scope, b"x-forwarded-for")).split(",")
        if len(entradas) >= saltos and (endereco := _normalizar(entradas[-saltos])) is not None:
            return endereco
    par = scope.get("client")
    return (_normalizar(par[0]) if par else None) or DESCONHECIDO


@lru_cache(maxsize=4096)
def origem(endereco: str) -> str:
    """Return what counts as one client: an IPv4 address, or the /64 that an IPv6 subscriber holds whole."""
    if ":" not in endereco:
        return endereco
    return str(ip_network(f"{endereco}/64", strict=False))


@lru_cache(maxsize=4096)
def _normalizar(texto: str) -> str | None:
    try:
        endereco = ip_address(_sem_porta(texto.strip().strip('"')).partition("%")[0])
    except ValueError:
        return None
    if isinstance(endereco, IPv6Address) and endereco.ipv4_mapped is not None:
        return str(endereco.ipv4_mapped)
    return str(endereco)


def _sem_porta(texto: str) -> str:
    if texto.startswith("["):
        return texto[1:].partition("]")[0]
    return texto.partition(":")[0] if texto.count(":") == 1 else texto
