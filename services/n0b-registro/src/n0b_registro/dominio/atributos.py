"""The attributes that types and fields share, in canonical spelling: what says nothing is absent."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from n0b_registro.dominio import texto as textos
from n0b_registro.dominio.erros import EsquemaInvalido

CAMPOS_MAXIMOS = 2_000
"""Fields of a record, or branches of a union; comparing two schemas costs the square."""
SIMBOLOS_MAXIMOS = 20_000
RESERVADOS = frozenset({"type", "name", "namespace", "doc", "aliases", "fields", "symbols", "size", "items", "values"})
RESERVADOS_DO_CAMPO = frozenset({"type", "name", "doc", "aliases", "default", "order"})
ORDENS = frozenset({"ascending", "descending", "ignore"})


def sem_repetir(nomes: list[str], onde: str, maximo: int = CAMPOS_MAXIMOS) -> None:
    """Refuse names that repeat, or more than `maximo` of them."""
    if len(nomes) > maximo:
        raise EsquemaInvalido(f"{onde} tem mais de {maximo} itens")
    if repetidos := [nome for nome, vezes in Counter(nomes).items() if vezes > 1]:
        raise EsquemaInvalido(f"{onde} repete {', '.join(repetidos)}")


def doc(valor: dict[str, Any]) -> dict[str, Any]:
    """The documentation, when it is a text."""
    return {"doc": valor["doc"]} if isinstance(valor.get("doc"), str) else {}


def ordem(valor: dict[str, Any]) -> dict[str, Any]:
    """The order of a field, unless it is the default one."""
    qual = valor.get("order", "ascending")
    if not isinstance(qual, str) or qual not in ORDENS:
        raise EsquemaInvalido(f"ordem de campo inválida: {qual!r}")
    return {} if qual == "ascending" else {"order": qual}


def apelidos(valor: dict[str, Any], ler_um: Callable[[Any], str]) -> dict[str, Any]:
    """The aliases, each read by `ler_um`, in order and once; an empty list says nothing."""
    lista = valor.get("aliases")
    if not isinstance(lista, list | None):
        raise EsquemaInvalido(f"'aliases' não é uma lista: {trecho(lista)}")
    lidos = sorted({ler_um(apelido) for apelido in lista or []})
    return {"aliases": lidos} if lidos else {}


def propriedades(valor: dict[str, Any], reservados: frozenset[str]) -> dict[str, Any]:
    """Custom properties (and logical types), in order."""
    return {chave: textos.ordenar(valor[chave]) for chave in sorted(valor) if chave not in reservados}


def trecho(valor: Any) -> str:
    """The beginning of a value, to quote it."""
    return textos.compactar(valor)[:80]
