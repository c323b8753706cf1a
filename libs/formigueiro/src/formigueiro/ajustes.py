"""Settings of the local stack, read once from FORMIGUEIRO_* variables."""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


def raiz() -> Path:
    """The workspace: the nearest folder, from here upwards, that has contracts/ and libs/."""
    aqui = Path.cwd()
    for pasta in (aqui, *aqui.parents):
        if (pasta / "contracts").is_dir() and (pasta / "libs").is_dir():
            return pasta
    return aqui


class Ajustes(BaseSettings):
    """Where the stack lives and on which ports of 127.0.0.1 it listens."""

    model_config = SettingsConfigDict(env_prefix="FORMIGUEIRO_", extra="ignore")

    pasta: Path = Field(
        default_factory=lambda: raiz() / ".formigueiro",
        description="Onde ficam dados, registros e segredos; ausente: .formigueiro na raiz",
    )
    cache: Path = Field(
        default_factory=lambda dados: dados["pasta"] / "cache",
        description="Programas baixados, que `down --apagar` não remove; ausente: cache na pasta",
    )
    particoes_maximas: int | None = Field(
        default=None,
        ge=1,
        description="Teto de partições por tópico novo; ausente: as do contrato. Com um processo por colônia, 1 basta",
    )
    porta_postgres: int = Field(default=5433, description="Porta do PostgreSQL")
    porta_kafka: int = Field(default=9092, description="Porta do broker")
    porta_kafka_controle: int = Field(default=9093, description="Porta do controlador do broker")
    porta_s3: int = Field(default=8333, description="Porta do S3")
    porta_s3_interna: int = Field(default=8334, description="Primeira porta interna do S3")
    porta_jaeger: int = Field(default=16686, description="Porta de consulta do Jaeger")
    porta_otlp: int = Field(default=4318, description="Porta OTLP/HTTP do Jaeger")
    porta_emissor: int = Field(default=9400, description="Porta do emissor de identidades de teste")

    def model_post_init(self, _: object) -> None:
        """Paths are absolute: children of the CLI may run elsewhere."""
        self.pasta = self.pasta.expanduser().resolve()
        self.cache = self.cache.expanduser().resolve()
