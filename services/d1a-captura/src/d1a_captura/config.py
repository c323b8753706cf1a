"""What an installation may set in the capture and in the gateway."""

from typing import Annotated, Self

from limits import parse
from pydantic import AfterValidator, Field, model_validator

from nucleo import Config


def _taxa(valor: str) -> str:
    parse(valor)
    return valor


class ConfigD1a(Config):
    """Settings of D-1a. The default area is Brazil's, with Martim Vaz and São Pedro e São Paulo inside its box."""

    banco_pool: Annotated[int, Field(ge=1, description="Conexões mantidas abertas")] = 6  # requests come all at once
    area_lat_minima: Annotated[float, Field(ge=-90, le=90, description="Limite sul da área atendida")] = -33.9
    area_lat_maxima: Annotated[float, Field(ge=-90, le=90, description="Limite norte da área atendida")] = 5.4
    area_lng_minima: Annotated[float, Field(ge=-180, le=180, description="Limite oeste da área atendida")] = -74.1
    area_lng_maxima: Annotated[float, Field(ge=-180, le=180, description="Limite leste da área atendida")] = -28.6
    raio_captura_m: Annotated[float, Field(gt=0, description="Distância máxima entre o local e o aparelho")] = 10_000
    consentimentos_exigidos: Annotated[
        tuple[str, ...], Field(description="JSON: consentimentos sem os quais nenhum relato é recebido")
    ] = ()
    captura_fila: Annotated[int, Field(ge=1, description="Relatos à espera de gravação antes de responder 503")] = 4096
    captura_espera_s: Annotated[
        float, Field(gt=0, description="Segundos que o relato mais antigo sem resposta espera antes de responder 503")
    ] = 1.0
    captura_lote: Annotated[int, Field(ge=1, le=5000, description="Relatos gravados por transação, no máximo")] = 1000
    teto_por_ip: Annotated[str, Field(description="Pedidos por endereço pela porta"), AfterValidator(_taxa)] = (
        "1200/minute"
    )
    porta_espera_s: Annotated[float, Field(gt=0, description="Espera da porta por uma colônia, em segundos")] = 15.0
    porta_ligacoes: Annotated[int, Field(ge=1, description="Conexões da porta às colônias")] = 200
    assistencia_espera_s: Annotated[float, Field(gt=0, description="Espera máxima pelo revisor, em segundos")] = 8.0

    @model_validator(mode="after")
    def _a_area_tem_lado_de_dentro(self) -> Self:
        if self.area_lat_minima >= self.area_lat_maxima or self.area_lng_minima >= self.area_lng_maxima:
            raise ValueError("a área atendida está vazia: cada mínimo deve ser menor que o seu máximo")
        return self
