"""How names and titles are compared: without accent, case, punctuation or spacing (Spec D-7, "nome normalizado")."""

import re
import unicodedata

_FORA = re.compile(r"[\W_]+")


def chave(texto: str) -> str:
    """Fold a text to its letters and digits: `Pau d'Arco` and `pau darco` have the same key.

    The key holds no character that LIKE would interpret.
    """
    return _FORA.sub("", unicodedata.normalize("NFKD", texto.casefold()))
