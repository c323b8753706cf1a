"""From a citizen's text to words: lower case, no accents, punctuation kept as clause boundaries."""

import re
import unicodedata

_PALAVRA_OU_PAUSA = re.compile(r"[a-z0-9]+|[.!?;:,\n]")
PAUSAS = frozenset(".!?;:,\n")
PAUSAS_FORTES = frozenset(".!?;:\n")
MAXIMO_LIDO = 4_000  # characters; what a demand is about is said before, and time to read it stays bounded


def sem_acentos(texto: str) -> str:
    return unicodedata.normalize("NFKD", texto.lower()).encode("ascii", "ignore").decode("ascii")


def palavras_e_pausas(texto: str) -> list[str]:
    """'Não há ÁGUA, socorro!' -> ['nao', 'ha', 'agua', ',', 'socorro', '!']"""
    return _PALAVRA_OU_PAUSA.findall(sem_acentos(texto[:MAXIMO_LIDO]))
