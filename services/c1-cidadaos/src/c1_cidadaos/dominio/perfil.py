"""What a citizen declares about themselves (Spec C-1): nothing of it is verified here, and nothing is needed."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any
from unicodedata import category
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, ValidationError

from c1_cidadaos.dominio.enderecos import origem

_SUGESTOES = {"nome": "name", "email": "email", "avatar_url": "picture"}
_QUEBRAS = "\n\r\t"
# Breaks, and the joiners between what they join: many an emoji is made with them, and words of some scripts.
_ACEITOS = re.compile(r"[\n\r\t]|(?<=\S)[\u200c\u200d](?=\S)")
_OCULTAS = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}  # not Cn: what this Unicode does not know yet, as this year's emoji


def _visivel(texto: str) -> str:
    if any(category(letra) in _OCULTAS for letra in texto):
        raise ValueError("O texto tem caracteres invisíveis ou de controle.")
    return texto


def _legivel(texto: str) -> str:
    _visivel(_ACEITOS.sub("", texto))
    return texto


def _numa_linha(texto: str) -> str:
    if any(letra in _QUEBRAS for letra in texto):
        raise ValueError("Deve caber numa linha.")
    return _legivel(texto)


def _imagem(texto: str) -> str:
    try:
        endereco = origem(texto)
    except ValueError:
        endereco = ""
    if not endereco.startswith("https:"):
        raise ValueError("Deve ser o endereço https de uma imagem.")
    return texto


Nome = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), AfterValidator(_numa_linha)
]
Email = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=254, pattern=r"^[^@\s]{1,64}@[^@\s.]+(\.[^@\s.]+)+$"),
    AfterValidator(_visivel),
]
Imagem = Annotated[str, StringConstraints(max_length=2048), AfterValidator(_imagem)]
Endereco = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), AfterValidator(_legivel)
]


class Declaracao(BaseModel):
    """O que o cidadão declara sobre si. Um campo ausente fica como está; nulo o apaga."""

    model_config = ConfigDict(extra="forbid")

    nome: Nome | None = None
    email: Email | None = None
    avatar_url: Imagem | None = None
    endereco: Endereco | None = None
    unidade_civica_id: UUID | None = None

    def mudancas(self, atual: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields that were sent and differ from what is kept."""
        enviados = self.model_dump(exclude_unset=True)
        return {campo: valor for campo, valor in enviados.items() if valor != atual[campo]}


def sugestao(declaracoes: Mapping[str, Any]) -> Declaracao:
    """Return what the provider says of the person, where it would be accepted from the person too."""
    aceitos: dict[str, Any] = {}
    for campo, declaracao in _SUGESTOES.items():
        with suppress(ValidationError):
            lido = Declaracao.model_validate({campo: declaracoes.get(declaracao)})
            aceitos |= lido.model_dump(exclude_unset=True)
    if declaracoes.get("email_verified") is False:
        aceitos["email"] = None
    return Declaracao.model_validate(aceitos)
