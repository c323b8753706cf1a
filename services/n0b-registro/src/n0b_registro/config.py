"""What N-0b may be told from outside, besides what every colony may."""

from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, model_validator

from nucleo.config import Config


class ConfigRegistro(Config):
    """Settings of the registry; the operator's credential is what Confluent clients send by HTTP Basic."""

    operador_usuario: Annotated[
        str | None, Field(description="Usuário que escreve no registro; ausente: ninguém escreve")
    ] = None
    operador_senha: Annotated[str | None, Field(repr=False, description="Senha de quem escreve no registro")] = None
    consumidores_arquivo: Annotated[
        Path | None,
        Field(description="JSON {tipo: [colônias]} de quem consome o quê; ausente: o dos contratos"),
    ] = None
    # Room for a schema of the largest size in any spelling, so that the registry itself says what is too large.
    corpo_maximo_bytes: Annotated[int, Field(ge=1024, description="Tamanho máximo do corpo de um pedido")] = 4_194_304

    @model_validator(mode="after")
    def _credencial_inteira(self) -> Self:
        if (self.operador_usuario is None) != (self.operador_senha is None):
            raise ValueError("operador_usuario e operador_senha devem ser dados juntos")
        return self
