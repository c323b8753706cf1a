"""What every body that citizens send has in common."""

import re

from pydantic import BaseModel, ConfigDict

TEXTO_MAXIMO = 5000
CARACTERES_MINIMOS = 3

_DESCRITO = re.compile(rf"(?:.*?[^\W_]){{{CARACTERES_MINIMOS}}}", re.DOTALL)

Falta = tuple[str, str]
"""The path of a field and, in Portuguese, what is wrong with it."""


class Entrada(BaseModel):
    """Exactly these fields: one that is not known is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def diz_algo(texto: str) -> bool:
    """Tell whether a text has at least `CARACTERES_MINIMOS` letters or digits."""
    return _DESCRITO.match(texto) is not None
