"""Settings of D-1b: the territory's box and the denylist of terms."""

from typing import Annotated

from pydantic import Field

from nucleo import Config
from nucleo.denylist import TermosProibidos


class ConfigD1b(Config):
    """The core's settings and these."""

    caixa: Annotated[
        tuple[float, float, float, float],
        Field(description="Caixa do território: latitude mínima, longitude mínima, latitude máxima, longitude máxima"),
    ] = (-33.9, -74.1, 5.4, -28.6)
    moderacao_denylist_texto: TermosProibidos = ""
