"""Which colony answers for a path. Architecture §5; spec 00, "Exceção única: o BFF da D-1a"."""

import re
from collections.abc import Mapping

from starlette.convertors import StringConvertor, register_url_convertor

PROPRIA = "d1a-captura"
IDENTIDADE = "c1-cidadaos"
JWKS = ".well-known/jwks.json"
APELIDOS = {
    "events": "n0a-barramento",
    "taxonomia": "d3-categorizacao",
    "registro": "n0b-registro",
    "sessao": IDENTIDADE,
    "perfil": IDENTIDADE,
    JWKS: IDENTIDADE,
}
"""Names that are not a colony's; any other colony answers under its own, as D-7 under `/api/d7`."""

AO_LADO = ("d6a", "d6b")
"""Colonies whose own name the specification also puts beside `/api/`; nothing else there has a way through."""

TAXAS = {
    "sessao": "60/minute",
    "perfil": "60/minute",
    "c1": "60/minute",
    "d5": "60/minute",
    "d6a": "60/minute",
    "d6b": "120/minute",
    "d24": "10/minute",
}
"""How often one client may ask for what is under a name, beside what the colony counts for each of its routes."""

_NOME = rf"[a-z][0-9]{{1,2}}[a-z]?|{'|'.join(APELIDOS.keys() - {JWKS})}"
_CAMINHO = re.compile(rb"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*")
_CONSULTA = re.compile(rb"[!-~]*")
_PROIBIDOS = re.compile(rb"%(?:2f|5c|00|0a|0d)|//|/(?:\.|%2e){1,2}(?:/|$)", re.IGNORECASE)


class CaminhoDeColonia(StringConvertor):
    """Paths that belong to another colony, so that the gateway's own keep their 404 and 405."""

    regex = rf"(?:(?:api/(?:{_NOME})|{'|'.join(AO_LADO)})(?:/.*)?|{re.escape(JWKS)})"


register_url_convertor("colonia", CaminhoDeColonia())


def nome_publico(caminho: str) -> str:
    """Return the name under which a path is published: the first of it after `api/`."""
    return caminho if caminho == JWKS else caminho.removeprefix("api/").partition("/")[0]


def colonia_de(nome: str, conhecidas: Mapping[str, object]) -> str | None:
    """Return the colony that answers under a public name, among those known."""
    if nome in APELIDOS:
        return APELIDOS[nome]
    return next((c for c in conhecidas if c.partition("-")[0] == nome and c != PROPRIA), None)


def alvo(caminho: bytes, consulta: bytes) -> bytes | None:
    """Return the target to ask the colony for, exactly as received; None when it could mean another path there."""
    limpo = _CAMINHO.fullmatch(caminho) and _CONSULTA.fullmatch(consulta) and not _PROIBIDOS.search(caminho)
    if not limpo:
        return None
    return caminho + b"?" + consulta if consulta else caminho
