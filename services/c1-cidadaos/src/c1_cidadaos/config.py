"""What an installation may set in C-1: who identifies citizens, how long sessions last, where they may return."""

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, StringConstraints, model_validator

from c1_cidadaos.dominio.enderecos import e_loopback, e_origem, origem
from nucleo import Config

Sigla = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,31}$")]


class Emissor(BaseModel):
    """One OpenID Connect provider, as its operator registered this installation there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    nome: str = Field(min_length=1, max_length=60, description="What a citizen reads")
    url: str = Field(description="The `issuer`, exactly as the provider writes it")
    cliente_id: str = Field(min_length=1)
    cliente_segredo: SecretStr | None = None
    escopos: str = "openid email profile"
    algoritmos: tuple[Literal["RS256", "PS256", "ES256"], ...] = Field(default=("RS256", "ES256"), min_length=1)

    @property
    def local(self) -> bool:
        """Whether it can only be a test provider: plain HTTP, or this very machine."""
        return not self.url.startswith("https://") or e_loopback(self.url)


class ConfigC1(Config):
    """Settings of C-1."""

    emissores: Annotated[
        dict[Sigla, Emissor],
        Field(
            default_factory=dict,
            description="JSON: sigla → {nome, url, cliente_id, cliente_segredo, escopos, algoritmos}",
        ),
    ]
    emissores_locais: Annotated[
        bool,
        Field(description="Aceita emissores de teste, por http ou em loopback; só numa máquina de desenvolvimento"),
    ] = False
    emissor_espera_s: Annotated[float, Field(gt=0, description="Espera máxima por um emissor, em segundos")] = 5.0
    url_publica: Annotated[str, Field(description="Origem da porta pública, aonde o emissor devolve o cidadão")] = (
        "http://127.0.0.1:8080"
    )
    retornos: Annotated[
        tuple[str, ...], Field(description="JSON: outras origens às quais se pode voltar depois de entrar")
    ] = ()
    chaves: Annotated[
        Path | None,
        Field(description="JWKS com as chaves privadas das sessões: a primeira assina, todas são publicadas"),
    ] = None
    entrada_minutos: Annotated[int, Field(ge=1, le=60, description="Prazo para concluir uma entrada")] = 10
    token_minutos: Annotated[int, Field(ge=1, le=60, description="Validade de um token de sessão")] = 10
    sessao_dias: Annotated[int, Field(ge=1, le=365, description="Dias até ser preciso entrar de novo")] = 30

    @model_validator(mode="after")
    def _os_enderecos_sao_origens(self) -> Self:
        for endereco in (self.url_publica, *self.retornos):
            if not e_origem(endereco):
                raise ValueError(f"{endereco} não é uma origem: escreva só esquema, nome e porta, sem barra no fim")
            if not endereco.startswith("https:") and not e_loopback(self.url_publica):
                raise ValueError(f"{endereco} deve ser https: os tokens de sessão passam por ali")
        return self

    @model_validator(mode="after")
    def _emissor_de_teste_so_na_maquina_de_quem_desenvolve(self) -> Self:
        locais = [f"{sigla} ({emissor.url})" for sigla, emissor in self.emissores.items() if emissor.local]
        if locais and not self.emissores_locais:
            raise ValueError(
                f"emissor de teste em EMISSORES: {', '.join(locais)} não é https ou é loopback, e qualquer pessoa "
                "entraria como qualquer outra. Use um emissor real ou, só para desenvolver, EMISSORES_LOCAIS=true"
            )
        if self.emissores_locais and not e_loopback(self.url_publica):
            raise ValueError(
                f"EMISSORES_LOCAIS=true só vale com URL_PUBLICA em loopback, e ela é {self.url_publica}: "
                "um emissor de teste nunca serve ao público"
            )
        return self

    @model_validator(mode="after")
    def _quem_deixa_entrar_tem_com_que_assinar(self) -> Self:
        if self.emissores and self.chaves is None:
            raise ValueError("com EMISSORES é preciso CHAVES: sem elas nenhuma sessão pode ser assinada")
        return self

    @property
    def redirecionamento(self) -> str:
        """The one address to which providers send the citizen back."""
        return f"{self.url_publica}/api/sessao/retorno"

    @property
    def origens(self) -> frozenset[str]:
        """Where a citizen may be sent after entering, and whose pages may use the session cookie."""
        return frozenset(origem(endereco) for endereco in (self.url_publica, *self.retornos))

    @property
    def segura(self) -> bool:
        """Whether the public door is HTTPS, so that cookies can demand it."""
        return self.url_publica.startswith("https:")
