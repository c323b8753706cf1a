"""Which colony answers for a path. Architecture §5; spec 00, "Exceção única: o BFF da D-1a"."""

import re
from collections.abc import Mapping

from starlette.convertors import StringConvertor, register_url_convertor

PROPRIA = "d1a-captura"
APELIDOS = {"events": "n0a-barramento", "taxonomia": "d3-categorizacao", "registro": "n0b-registro"}
"""Public names that are not a colony's; any other colony answers under its own, as D-7 under `/api/d7`."""

_SEGMENTO = r"[a-z][0-9]{1,2}[a-z]?"
_CAMINHO = re.compile(rb"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*")
_CONSULTA = re.compile(rb"[!-~]*")
_PROIBIDOS = re.compile(rb"%(?:2f|5c|00|0a|0d)|//|/(?:\.|%2e){1,2}(?:/|$)", re.IGNORECASE)


class CaminhoDeColonia(StringConvertor):
    """Paths under `/api/` that belong to another colony, so that the gateway's own keep their 404 and 405."""

    regex = rf"(?:{_SEGMENTO}|{'|'.join(APELIDOS)})(?:/.*)?"


register_url_convertor("colonia", CaminhoDeColonia())


def colonia_de(caminho: str, conhecidas: Mapping[str, object]) -> str | None:
    """Return the name of the colony that answers for what follows `/api/`, among those known."""
    segmento = caminho.partition("/")[0]
    if segmento in APELIDOS:
        return APELIDOS[segmento]
    return next((nome for nome in conhecidas if nome.partition("-")[0] == segmento and nome != PROPRIA), None)


def alvo(caminho: bytes, consulta: bytes) -> bytes | None:
    """Return the target to ask the colony for, exactly as received; None when it could mean another path there."""
    limpo = _CAMINHO.fullmatch(caminho) and _CONSULTA.fullmatch(consulta) and not _PROIBIDOS.search(caminho)
    if not limpo:
        return None
    return caminho + b"?" + consulta if consulta else caminho
