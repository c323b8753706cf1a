"""The settings that only D-3 has: its public parameters."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from d3_categorizacao.dominio.decisao import Limiares
from nucleo import Config


class ConfigD3(Config):
    """Settings of D-3, beside those of every colony; all three are public (`GET /api/d3/parametros`)."""

    limiar_automatico: Annotated[
        float, Field(ge=0, le=1, description="Confiança a partir da qual a categoria é publicada sem revisão")
    ] = 0.85
    limiar_minimo: Annotated[
        float, Field(ge=0, le=1, description="Confiança abaixo da qual a publicação espera um moderador")
    ] = 0.70
    amostragem_revisao: Annotated[
        float, Field(ge=0, le=1, description="Fração revista por pessoas entre os dois limiares de confiança")
    ] = 0.25

    @model_validator(mode="after")
    def _limiares_em_ordem(self) -> Self:
        if self.limiar_minimo > self.limiar_automatico:
            raise ValueError("limiar_minimo deve ser menor ou igual a limiar_automatico")
        return self

    @property
    def limiares(self) -> Limiares:
        """The public thresholds, as the rules take them."""
        return Limiares(self.limiar_automatico, self.limiar_minimo, self.amostragem_revisao)
