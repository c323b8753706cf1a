"""Addresses: what is an origin, what is this machine, and where a citizen may be sent after entering."""

import re
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

_ESTRANHO = re.compile(r"[\x00-\x20\x7f\\]")  # what browsers drop or turn into a slash, and parsers do not
_ESQUEMAS = ("http", "https")


def origem(url: str) -> str:
    """Return scheme, host and port, as a browser writes them in `Origin`. Raises `ValueError` when it has none."""
    partes = urlsplit(url)
    if _ESTRANHO.search(url) or partes.scheme not in _ESQUEMAS or partes.hostname is None or "@" in partes.netloc:
        raise ValueError("não é um endereço http ou https")
    padrao = partes.port == {"http": 80, "https": 443}[partes.scheme]
    nome = f"[{partes.hostname}]" if ":" in partes.hostname else partes.hostname
    return f"{partes.scheme}://{nome}" + ("" if partes.port is None or padrao else f":{partes.port}")


def e_origem(texto: str) -> bool:
    """Tell whether the text is an origin and nothing else."""
    try:
        return origem(texto) == texto
    except ValueError:
        return False


def e_loopback(url: str) -> bool:
    """Tell whether the address is of this very machine."""
    nome = urlsplit(url).hostname or ""
    if nome == "localhost" or nome.endswith(".localhost"):
        return True
    try:
        endereco = ip_address(nome)
    except ValueError:
        return False
    return endereco.is_loopback or endereco.is_unspecified


def pode_voltar(retorno: str, origens: Collection[str]) -> bool:
    """Tell whether a citizen may be sent there: a path of this site, or a page of an origin that is allowed."""
    if retorno.startswith("/"):
        return not retorno.startswith("//") and not _ESTRANHO.search(retorno)
    try:
        return origem(retorno) in origens
    except ValueError:
        return False


def com_erro(retorno: str, erro: str) -> str:
    """Return the address with what went wrong in its query, for the page there to say it."""
    partes = urlsplit(retorno)
    consulta = [*parse_qsl(partes.query, keep_blank_values=True), ("erro", erro)]
    return urlunsplit(partes._replace(query=urlencode(consulta)))
