"""The settings that only D-5 has."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from nucleo import Config


class ConfigD5(Config):
    """Settings of D-5, beside those of every colony."""

    agenda_janela_s: Annotated[
        float, Field(ge=0, description="Intervalo mínimo entre dois agenda.gerada da mesma unidade, em segundos")
    ] = 5.0

    @property
    def agenda_janela(self) -> timedelta:
        """The window in which a unit announces its backlog at most once."""
        return timedelta(seconds=self.agenda_janela_s)
