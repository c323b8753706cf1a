"""Names of Avro: where a name lives and what it means there (Avro specification, "Names")."""

import re
from typing import Any

from n0b_registro.dominio.erros import EsquemaInvalido

PRIMITIVOS = frozenset({"null", "boolean", "int", "long", "float", "double", "bytes", "string"})
_SIMPLES = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def exigir_simples(nome: Any, o_que: str) -> str:
    """A name without dots: of a field or of an enum symbol."""
    if not isinstance(nome, str) or not _SIMPLES.fullmatch(nome):
        raise EsquemaInvalido(f"{o_que} inválido: {nome!r}")
    return nome


def completo(nome: Any, espaco: Any, ao_redor: str) -> str:
    """The full name of a type defined as `nome` (and `namespace`) inside the namespace `ao_redor`."""
    if not isinstance(nome, str) or not isinstance(espaco, str | None):
        raise EsquemaInvalido(f"nome de tipo inválido: {nome!r} em {espaco!r}")
    if "." in nome:
        espaco, _, nome = nome.rpartition(".")
    elif espaco is None:
        espaco = ao_redor
    for parte in [nome, *(espaco.split(".") if espaco else [])]:
        exigir_simples(parte, "nome de tipo")
    resultado = qualificar(nome, espaco)
    if resultado in PRIMITIVOS:
        raise EsquemaInvalido(f"um tipo não pode se chamar {nome!r}")
    return resultado


def qualificar(nome: str, espaco: str) -> str:
    """`nome` inside `espaco`, unless it says its own namespace."""
    return nome if "." in nome or not espaco else f"{espaco}.{nome}"


def espaco_de(nome_completo: str) -> str:
    """The namespace of a full name; empty for the null one."""
    return nome_completo.rpartition(".")[0]
