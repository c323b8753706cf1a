"""Settings of D-2 beyond those of every colony."""

from typing import Annotated

from pydantic import Field

from d2_georreferenciamento.dominio.coordenadas import BRASIL, Caixa
from nucleo import Config


class ConfigD2(Config):
    """The area served, and how the mesh is kept in memory and told on the log."""

    caixa_lat_min: Annotated[float, Field(ge=-90, le=90, description="Latitude mínima da área atendida")] = (
        BRASIL.lat_min
    )
    caixa_lat_max: Annotated[float, Field(ge=-90, le=90, description="Latitude máxima da área atendida")] = (
        BRASIL.lat_max
    )
    caixa_lng_min: Annotated[float, Field(ge=-180, le=180, description="Longitude mínima da área atendida")] = (
        BRASIL.lng_min
    )
    caixa_lng_max: Annotated[float, Field(ge=-180, le=180, description="Longitude máxima da área atendida")] = (
        BRASIL.lng_max
    )
    malha_vigia_s: Annotated[
        float, Field(gt=0, description="De quanto em quanto tempo procurar uma nova versão dos limites")
    ] = 5.0
    malha_limite_mb: Annotated[
        int, Field(ge=1, description="Tamanho máximo dos polígonos de uma malha em memória, em MB")
    ] = 1024
    territorio_lote: Annotated[
        int, Field(ge=1, description="Unidades publicadas de cada vez no tópico do território")
    ] = 500
    territorio_folga: Annotated[
        int, Field(ge=1, description="Eventos à espera na saída a partir dos quais o território aguarda")
    ] = 2000

    @property
    def caixa(self) -> Caixa:
        """Return the bounding box of the area served."""
        return Caixa(self.caixa_lat_min, self.caixa_lat_max, self.caixa_lng_min, self.caixa_lng_max)
