"""The settings that only D-4 has."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from nucleo import Config


class ConfigD4(Config):
    """Settings of D-4, beside those of every colony."""

    ranking_janela_s: Annotated[
        float, Field(ge=0, description="Intervalo mínimo entre dois ranking.atualizado da mesma unidade, em segundos")
    ] = 5.0

    @property
    def ranking_janela(self) -> timedelta:
        """The window in which a unit announces its ranking at most once."""
        return timedelta(seconds=self.ranking_janela_s)
