"""Typed settings: the only place of the system that reads the environment."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

PREFIXO = "FORMIGUEIRO_"


class ConfiguracaoInvalida(SystemExit):
    """A setting is missing or wrong: the process must not start. The message names the setting."""


class Config(BaseSettings):
    """What every colony may be told from outside.

    Each field is read from `FORMIGUEIRO_<FIELD>`; `FORMIGUEIRO_<COLONY>_<FIELD>` (for instance
    `FORMIGUEIRO_D4_RANKING_BANCO_URL`) wins for that colony alone, so that several colonies may share a process.
    """

    model_config = SettingsConfigDict(extra="ignore", frozen=True)

    # state
    banco_url: Annotated[str, Field(description="PostgreSQL da colônia: postgresql://papel:senha@host:porta/banco")]
    banco_pool: Annotated[int, Field(ge=1, description="Conexões mantidas abertas")] = 3
    banco_excedente: Annotated[int, Field(ge=0, description="Conexões a mais sob pico")] = 2
    banco_espera_s: Annotated[float, Field(gt=0, description="Espera máxima por uma conexão, em segundos")] = 5.0

    # log of events
    broker: Annotated[str, Field(description="Endereços do broker Kafka, separados por vírgula")] = "127.0.0.1:9092"
    broker_protocolo: Annotated[
        Literal["PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"], Field(description="Protocolo do broker")
    ] = "PLAINTEXT"
    broker_mecanismo: Annotated[
        Literal["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"], Field(description="Mecanismo SASL, quando há")
    ] = "SCRAM-SHA-256"
    broker_usuario: Annotated[str | None, Field(description="Usuário SASL")] = None
    broker_senha: Annotated[str | None, Field(description="Senha SASL", repr=False)] = None
    registro_url: Annotated[str, Field(description="API do registro de esquemas (Confluent REST)")] = (
        "http://127.0.0.1:8081"
    )
    pasta_contratos: Annotated[Path | None, Field(description="Pasta dos contratos; ausente: a que vem no pacote")] = (
        None
    )
    pasta_cache: Annotated[Path | None, Field(description="Onde guardar a cópia local do registro de esquemas")] = None

    # consumption
    lote_maximo: Annotated[int, Field(ge=1, le=5000, description="Registros por lote de consumo")] = 1000
    lote_espera_ms: Annotated[
        int, Field(ge=0, le=1000, description="Quanto, sob carga, um lote espera para se encher, em ms")
    ] = 40
    retentativa_maxima_s: Annotated[float, Field(gt=0, description="Teto da espera entre retentativas, em s")] = 15.0
    fusivel: Annotated[int, Field(ge=1, description="Cartas mortas seguidas numa partição que param a colônia")] = 20
    entrada_retencao_h: Annotated[
        int,
        Field(ge=1, description="Horas em que uma repetição de evento é reconhecida pela caixa de entrada"),
    ] = 72

    # publication
    saida_janela: Annotated[int, Field(ge=1, le=10_000, description="Eventos publicados de cada vez")] = 1000
    saida_fila: Annotated[int, Field(ge=100, description="Eventos passados em memória ao relay antes de reler")] = (
        20_000
    )
    saida_retencao_h: Annotated[int, Field(ge=1, description="Horas em que um evento publicado fica na saída")] = 24
    saida_pendente_maxima: Annotated[
        int,
        Field(ge=1, description="Eventos aceitos e não publicados a partir dos quais a captura responde 503"),
    ] = 500_000

    # HTTP
    host: Annotated[str, Field(description="Endereço em que a colônia escuta")] = "127.0.0.1"
    porta: Annotated[int | None, Field(ge=1, le=65535, description="Porta; ausente: a da declaração")] = None
    enderecos: Annotated[dict[str, str], Field(description="JSON: nome da colônia → URL base, para o gateway")] = {}
    corpo_maximo_bytes: Annotated[int, Field(ge=1024, description="Tamanho máximo do corpo de um pedido")] = 1_048_576
    saltos_confiaveis: Annotated[int, Field(ge=0, description="Proxies confiáveis à frente da colônia")] = 0
    limites_uri: Annotated[str, Field(description="Onde contar os limites de taxa: memória ou Redis")] = (
        "async+memory://"
    )
    limite_multiplicador: Annotated[int, Field(ge=1, description="Multiplica todos os limites de taxa")] = 1
    jwks: Annotated[str | None, Field(description="Chaves públicas dos tokens: caminho ou URL de um JWKS")] = None
    jwt_emissor: Annotated[str, Field(description="Emissor esperado nos tokens")] = "formigueiro"
    jwt_audiencia: Annotated[str, Field(description="Audiência esperada nos tokens")] = "formigueiro"

    # observability
    log_nivel: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], Field(description="Nível dos logs")] = "INFO"
    otlp_url: Annotated[str | None, Field(description="Coletor OTLP/HTTP dos rastros; ausente: não exporta")] = None
    rastros_amostra: Annotated[float, Field(ge=0, le=1, description="Fração dos pedidos com rastro completo")] = 0.05

    @model_validator(mode="after")
    def _a_entrada_cobre_a_saida(self) -> Self:
        if self.entrada_retencao_h < self.saida_retencao_h:
            raise ValueError(
                "entrada_retencao_h deve ser maior ou igual a saida_retencao_h: "
                "o que pode ser republicado tem de ser reconhecido como repetição"
            )
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read explicit arguments first, then the colony's own variables, then the general ones."""
        proprio = getattr(env_settings, "env_prefix", "")
        fontes: list[PydanticBaseSettingsSource] = [init_settings]
        if proprio:
            fontes.append(EnvSettingsSource(settings_cls, env_prefix=proprio))
        return (*fontes, EnvSettingsSource(settings_cls, env_prefix=PREFIXO))

    @classmethod
    def carregar(cls, nome: str, **valores: Any) -> Self:
        """Load the settings of the colony `nome`; a wrong one ends the process with a sentence that names it."""
        proprio = f"{PREFIXO}{nome.upper().replace('-', '_')}_"
        try:
            return cls(**{"_env_prefix": proprio, **valores})
        except ValidationError as erro:
            raise ConfiguracaoInvalida(_explicar(nome, proprio, erro)) from None


def _explicar(nome: str, proprio: str, erro: ValidationError) -> str:
    linhas = [f"A colônia {nome} não pode começar: configuração inválida."]
    for item in erro.errors():
        campo = "_".join(str(parte) for parte in item["loc"]).upper()
        variavel = f"{PREFIXO}{campo} (ou {proprio}{campo})" if campo else "combinação de valores"
        motivo = "é obrigatória" if item["type"] == "missing" else item["msg"]
        linhas.append(f"  {variavel}: {motivo}")
    return "\n".join(linhas)
