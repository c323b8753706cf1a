"""The settings that only D-6b has."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from nucleo import Config
from nucleo.denylist import TermosProibidos


class ConfigD6b(Config):
    """Settings of D-6b, beside those of every colony."""

    moderacao_denylist_texto: TermosProibidos = ""
    prazo_antecedencia_dias: Annotated[int, Field(ge=0, description="Dias antes do prazo em que se alerta")] = 3
    prazo_varredura_h: Annotated[float, Field(gt=0, description="Horas entre duas buscas de prazos próximos")] = 6.0
    sugestao_modelo_url: Annotated[
        str | None, Field(description="Modelo que sugere a estruturação de um relato; ausente: só as regras locais")
    ] = None
    sugestao_espera_s: Annotated[float, Field(gt=0, description="Espera máxima pelo modelo, em segundos")] = 4.0

    @property
    def prazo_varredura(self) -> timedelta:
        """The pause between two looks at the deadlines."""
        return timedelta(hours=self.prazo_varredura_h)
