"""The identity of a civic unit and the form of its name used in searches."""

import re
import unicodedata
from uuid import UUID, uuid5

_ESPACO_DE_NOMES = UUID("5b0f3f0e-6a57-5d0b-9d5e-0c2a7d1f4e11")
_NAO_ALFANUMERICO = re.compile(r"[^0-9a-z]+")


def identificar(fonte: str, nivel: int, codigo: str) -> UUID:
    """Return the stable id of a unit: the same source, level and code give the same id in every version and place."""
    return uuid5(_ESPACO_DE_NOMES, f"{fonte}:{nivel}:{codigo}")


def normalizar_nome(nome: str) -> str:
    """Return the name without accents, case or punctuation: `Pau d'Arco` and `PAU D’ARCO` are both `pau d arco`."""
    sem_acento = "".join(
        c for c in unicodedata.normalize("NFKD", nome.casefold()) if not unicodedata.combining(c)
    )
    return _NAO_ALFANUMERICO.sub(" ", sem_acento).strip()
