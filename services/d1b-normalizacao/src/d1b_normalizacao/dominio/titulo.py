"""The title: the first significant words of what the citizen wrote."""

import re

TOKENS_SIGNIFICATIVOS = 8
TITULO_MAXIMO = 80
_FRASE = re.compile(r"[.!?](?:\s|$)|\n")
_VAZIAS = frozenset(
    [
        "a",
        "o",
        "as",
        "os",
        "um",
        "uma",
        "uns",
        "umas",
        "de",
        "do",
        "da",
        "dos",
        "das",
        "em",
        "no",
        "na",
        "nos",
        "nas",
        "por",
        "pelo",
        "pela",
        "pelos",
        "pelas",
        "para",
        "pra",
        "pro",
        "com",
        "sem",
        "e",
        "ou",
        "que",
        "se",
        "ao",
        "aos",
        "à",
        "às",
        "é",
        "está",
        "esta",
        "tem",
        "há",
        "ha",
        "aqui",
        "meu",
        "minha",
        "eu",
        "nós",
        "gente",
    ]
)


def titular(texto: str) -> str:
    """Return the first sentence, cut after eight significant words or 80 characters; empty for an empty text."""
    frases = [frase.strip() for frase in _FRASE.split(texto, maxsplit=3)]
    frase = next((f for f in frases if len(f) >= 3), texto.strip())
    palavras: list[str] = []
    significativas = 0
    for palavra in frase.split():
        if palavras and len(" ".join(palavras)) + 1 + len(palavra) > TITULO_MAXIMO:
            break
        palavras.append(palavra)
        significativas += palavra.casefold().strip(",;:") not in _VAZIAS
        if significativas == TOKENS_SIGNIFICATIVOS:
            break
    titulo = " ".join(palavras)[:TITULO_MAXIMO].rstrip(" ,;:-")
    return titulo[:1].upper() + titulo[1:]
