"""Free text made fit to be shown and counted: one line, no personal data, no invisible characters, a length."""

import unicodedata

from nucleo.sanitizacao import sanitizar

_INVISIVEIS = {"Cf", "Cs", "Co", "Cn"}


def limpar(texto: str, maximo: int) -> str:
    """Return the text in one line, personal data covered, cut at `maximo` characters."""
    return _cortar(_limpo(texto), maximo)


def nome(texto: str, maximo: int) -> str:
    """Return the name under which a text is counted: `Prefeitura ` and `prefeitura` are one."""
    return _cortar(unicodedata.normalize("NFC", _limpo(texto).lower()), maximo)


def _limpo(texto: str) -> str:
    """Invisible characters go before personal data is looked for: between two digits they would hide a number."""
    visivel = "".join(" " if unicodedata.category(c) == "Cc" else c for c in texto if not _invisivel(c))
    return sanitizar(unicodedata.normalize("NFC", " ".join(visivel.split())))


def _cortar(texto: str, maximo: int) -> str:
    return texto if len(texto) <= maximo else texto[: maximo - 1].rstrip() + "…"


def _invisivel(c: str) -> bool:
    return unicodedata.category(c) in _INVISIVEIS
