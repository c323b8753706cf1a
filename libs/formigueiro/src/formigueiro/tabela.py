"""The page of settings: every one that a colony or the local stack reads, from the classes that read them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from formigueiro.ajustes import Ajustes
from formigueiro.colonias import variavel
from nucleo import Colonia, Config

_TIPOS = {"str": "texto", "int": "inteiro", "float": "número", "bool": "true ou false", "Path": "caminho"}
_LIMITES = {"ge": "≥ {}", "gt": "> {}", "le": "≤ {}", "lt": "< {}"}
_ABERTURA = """# Configuração

Tudo o que se pode dizer a uma colônia, por variáveis de ambiente. `FORMIGUEIRO_<AJUSTE>` vale para todas;
`FORMIGUEIRO_<COLÔNIA>_<AJUSTE>`, como `FORMIGUEIRO_D4_RANKING_BANCO_URL`, só para uma, e prevalece. Um valor errado
impede o início com uma frase que nomeia a variável.

Esta página se escreve a partir do código: `formigueiro derivar`.
"""


def desenhar(colonias: Iterable[Colonia]) -> str:
    """The whole page, in Markdown."""
    partes = [_ABERTURA, "## Todas as colônias\n", *_quadro(Config.model_fields, "FORMIGUEIRO_{}")]
    for colonia in sorted(colonias, key=lambda colonia: colonia.porta):
        proprios = {n: c for n, c in colonia.config.model_fields.items() if _e_proprio(n, c)}
        if proprios:
            partes += [f"\n## {colonia.id} · {colonia.nome}\n", *_quadro(proprios, variavel(colonia.nome, "{}"))]
    partes += ["\n## A pilha local\n", *_quadro(Ajustes.model_fields, "FORMIGUEIRO_{}")]
    return "\n".join(partes) + "\n"


def _e_proprio(nome: str, campo: FieldInfo) -> bool:
    """A field that the core does not have, or to which the colony gives another default."""
    comum = Config.model_fields.get(nome)
    return comum is None or comum.default != campo.default


def _quadro(campos: Mapping[str, FieldInfo], variavel: str) -> Iterator[str]:
    yield "| variável | valor | padrão | o que é |"
    yield "|---|---|---|---|"
    for nome, campo in campos.items():
        yield f"| `{variavel.format(nome.upper())}` | {_valor(campo)} | {_padrao(campo)} | {campo.description} |"


def _valor(campo: FieldInfo) -> str:
    limites = (
        _LIMITES[limite].format(_escrito(valor))
        for metadado in campo.metadata
        for limite in _LIMITES
        if (valor := getattr(metadado, limite, None)) is not None
    )
    return " ".join([_tipo(campo.annotation), *limites])


def _tipo(anotacao: Any) -> str:
    if get_origin(anotacao) is Literal:
        return ", ".join(f"`{valor}`" for valor in get_args(anotacao))
    if type(None) in get_args(anotacao):
        return _tipo(next(parte for parte in get_args(anotacao) if parte is not type(None)))
    return _TIPOS.get(getattr(anotacao, "__name__", ""), "JSON")


def _padrao(campo: FieldInfo) -> str:
    if campo.is_required():
        return "**obrigatória**"
    if campo.default in (None, PydanticUndefined, ""):
        return "–"
    return f"`{_escrito(campo.default)}`"


def _escrito(valor: object) -> str:
    """As a person would write it in the variable."""
    if isinstance(valor, tuple | dict):
        return json.dumps(valor, ensure_ascii=False)
    return f"{valor:g}" if isinstance(valor, float) else str(valor)
