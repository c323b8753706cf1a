"""The settings that only D-24 has."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from nucleo import Config


class ConfigD24(Config):
    """Settings of D-24, beside those of every colony."""

    caminhos_janela_s: Annotated[
        float, Field(ge=0, description="Intervalo mínimo entre dois caminho.atualizado do mesmo perfil, em segundos")
    ] = 5.0

    @property
    def caminhos_janela(self) -> timedelta:
        """The window in which a profile is published at most once."""
        return timedelta(seconds=self.caminhos_janela_s)
