"""The settings that only D-6a has."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from d6a_sorteio.dominio.recusas import Regra
from nucleo import Config


class ConfigD6a(Config):
    """Settings of D-6a, beside those of every colony."""

    recusas_limite: Annotated[
        int, Field(ge=0, description="Recusas seguidas sem consequência; a seguinte suspende o conselheiro")
    ] = 3
    suspensao_dias: Annotated[
        int, Field(ge=1, le=3650, description="Dias de suspensão do conselheiro que recusou além do limite")
    ] = 90

    @property
    def recusas(self) -> Regra:
        """The rule of refusals."""
        return Regra(self.recusas_limite, timedelta(days=self.suspensao_dias))
