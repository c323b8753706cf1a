"""Cleaning: broken encodings, HTML and invisible characters go; what the citizen said stays."""

import html
import re
import unicodedata

import ftfy

_BLOCOS = re.compile(r"<(script|style)\b[^>]*>.*?(?:</\1\s*>|$)|<!--.*?(?:-->|$)", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*(?:>|$)")
_QUEBRA = re.compile(r"<\s*(?:br|/p|/div|/li)\b[^>]*>", re.IGNORECASE)
_SUSPEITO_DE_HTML = re.compile(r"<[a-zA-Z/!]|&[#a-zA-Z]")
_MOJIBAKE = re.compile("[ÃÂâðÐïÅÄ]")  # what UTF-8 read as Latin-1 begins with; ftfy then decides
_ESPACOS = re.compile(r"[^\S\n]+")
_LINHAS = re.compile(r"\s*\n\s*")
_INVISIVEIS = {"Cc", "Cf", "Cs", "Co", "Cn"}
_UNEM_EMOJI = "\u200d\ufe0f"
_DESCRICAO_MAXIMA = 10_000


def limpar(texto: str) -> str:
    """Return the text without markup, control characters or mojibake, in NFC, with single spaces and line breaks.

    Cleaning twice changes nothing. `Água & Luz`, `3 < 5`, an answer `"0"` and emoji survive. Spec D-1b, "Lógica".
    """
    anterior = None
    while texto != anterior:
        anterior = texto
        texto = _uma_vez(texto)
    return texto


def _uma_vez(texto: str) -> str:
    if _MOJIBAKE.search(texto):
        texto = ftfy.fix_encoding(texto)
    if _SUSPEITO_DE_HTML.search(texto):
        texto = html.unescape(texto)
        texto = _TAG.sub(" ", _BLOCOS.sub(" ", _QUEBRA.sub("\n", texto)))
    texto = unicodedata.normalize("NFC", texto.replace("\r\n", "\n").replace("\r", "\n"))
    if not texto.isprintable():
        texto = "".join(c for c in texto if _visivel(c))
    return _LINHAS.sub("\n", _ESPACOS.sub(" ", texto)).strip()[:_DESCRICAO_MAXIMA].strip()


def _visivel(caractere: str) -> bool:
    if caractere in ("\n", "\t") or caractere in _UNEM_EMOJI:
        return True
    return unicodedata.category(caractere) not in _INVISIVEIS
