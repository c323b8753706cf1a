"""Is this value what its schema says? fastavro alone writes 1.5 as the int 1 and a naive time as local time.

The check runs on every event that leaves, so it is compiled once a schema.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from nucleo.erros import FalhaPermanente


class PayloadInvalido(FalhaPermanente, ValueError):
    """An event that its contract does not admit, or bytes that are no event; the sentence names the field."""


Conferencia = Callable[[Any], str | None]
"""Says what is wrong with a value: a path, if it is inside, and the reason; None when nothing is."""

_CLASSES: dict[str, tuple[tuple[type, ...], str]] = {
    "null": ((type(None),), "nulo"),
    "boolean": ((bool,), "verdadeiro ou falso"),
    "float": ((float, int), "um número"),
    "double": ((float, int), "um número"),
    "bytes": ((bytes,), "bytes"),
    "string": ((str,), "um texto"),
    "uuid": ((UUID,), "um UUID"),
    "decimal": ((Decimal,), "um decimal"),
}
_BITS = {"int": 32, "long": 64}


def compilar(tipo: Any, nomeados: dict[str, Conferencia] | None = None) -> Conferencia:
    """The check of the Avro type `tipo`. `nomeados` are the records that the schema has defined so far."""
    nomeados = {} if nomeados is None else nomeados
    if isinstance(tipo, list):
        return _uniao([compilar(opcao, nomeados) for opcao in tipo])
    nome = str(tipo.get("logicalType", tipo["type"]) if isinstance(tipo, dict) else tipo)
    if nome == "record":
        campos = {campo["name"]: compilar(campo["type"], nomeados) for campo in tipo["fields"]}
        nomeados[tipo["name"]] = _registro(campos)
        return nomeados[tipo["name"]]
    if nome in nomeados:
        return nomeados[nome]
    if nome == "array":
        return _lista(compilar(tipo["items"], nomeados))
    if nome == "timestamp-micros":
        return _instante
    return _inteiro(_BITS[nome]) if nome in _BITS else _classe(*_CLASSES[nome])


def _registro(campos: Mapping[str, Conferencia]) -> Conferencia:
    itens = tuple(campos.items())

    def conferir(valor: Any) -> str | None:
        if type(valor) is not dict:
            return _veio("um registro", valor)
        for nome, campo in itens:
            if nome not in valor:
                return f".{nome}: campo ausente"
            if (problema := campo(valor[nome])) is not None:
                return f".{nome}{problema}"
        if len(valor) != len(itens):
            return f".{next(nome for nome in valor if nome not in campos)}: campo desconhecido"
        return None

    return conferir


def _lista(item: Conferencia) -> Conferencia:
    def conferir(valor: Any) -> str | None:
        if not isinstance(valor, list):
            return _veio("uma lista", valor)
        for posicao, elemento in enumerate(valor):
            if (problema := item(elemento)) is not None:
                return f"[{posicao}]{problema}"
        return None

    return conferir


def _uniao(opcoes: list[Conferencia]) -> Conferencia:
    """The reason of the last option is told: in a nullable field that is the one that says something."""

    def conferir(valor: Any) -> str | None:
        problema = None
        for opcao in opcoes:
            if (problema := opcao(valor)) is None:
                return None
        return problema

    return conferir


def _classe(classes: tuple[type, ...], esperado: str) -> Conferencia:
    def conferir(valor: Any) -> str | None:
        if type(valor) in classes or (isinstance(valor, classes) and type(valor) is not bool):
            return None
        return _veio(esperado, valor)

    return conferir


def _inteiro(bits: int) -> Conferencia:
    limite = 2 ** (bits - 1)

    def conferir(valor: Any) -> str | None:
        if isinstance(valor, int) and not isinstance(valor, bool) and -limite <= valor < limite:
            return None
        return _veio(f"um inteiro de {bits} bits", valor)

    return conferir


def _instante(valor: Any) -> str | None:
    if isinstance(valor, datetime) and valor.tzinfo is not None:
        return None
    return ": instante sem fuso horário" if isinstance(valor, datetime) else _veio("um instante", valor)


def _veio(esperado: str, valor: object) -> str:
    return f": esperado {esperado}, veio {'nulo' if valor is None else type(valor).__name__}"
