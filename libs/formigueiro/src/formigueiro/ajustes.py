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

    pasta: Path = Field(default_factory=lambda: raiz() / ".formigueiro")
    cache: Path = Field(
        default_factory=lambda dados: dados["pasta"] / "cache",
        description="downloaded artefacts, kept by `down`",
    )
    porta_postgres: int = 5433
    porta_kafka: int = 9092
    porta_kafka_controle: int = 9093
    porta_s3: int = 8333
    porta_s3_interna: int = 8334
    porta_jaeger: int = 16686
    porta_otlp: int = 4318

    def model_post_init(self, _: object) -> None:
        """Paths are absolute: children of the CLI may run elsewhere."""
        self.pasta = self.pasta.expanduser().resolve()
        self.cache = self.cache.expanduser().resolve()
