"""From Python values to what Avro stores, refusing what the schema does not admit.

fastavro alone writes 1.5 as the int 1 and a naive time as local time, and spends most of its time on logical types; so
the check runs here, compiled once a schema, and turns ids and instants into the text and the number that they are.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from nucleo.erros import FalhaPermanente


class PayloadInvalido(FalhaPermanente, ValueError):
    """An event that its contract does not admit, or bytes that are no event; the sentence names the field."""


class Recusa(ValueError):
    """A value is not what its schema says: a path, if it is inside, and the reason."""


Escrita = Callable[[Any], Any]
"""Gives the value to store; raises `Recusa`."""

_CLASSES: dict[str, tuple[tuple[type, ...], str]] = {
    "null": ((type(None),), "nulo"),
    "boolean": ((bool,), "verdadeiro ou falso"),
    "float": ((float, int), "um número"),
    "double": ((float, int), "um número"),
    "bytes": ((bytes,), "bytes"),
    "string": ((str,), "um texto"),
    "decimal": ((Decimal,), "um decimal"),
}
_BITS = {"int": 32, "long": 64}
_EPOCA = datetime(1970, 1, 1, tzinfo=UTC)


def compilar(tipo: Any, nomeados: dict[str, Escrita] | None = None) -> Escrita:
    """How values of the Avro type `tipo` are written. `nomeados` are the records that the schema has defined so far."""
    nomeados = {} if nomeados is None else nomeados
    if isinstance(tipo, list):
        return _uniao([compilar(opcao, nomeados) for opcao in tipo], "null" in tipo)
    nome = str(tipo.get("logicalType", tipo["type"]) if isinstance(tipo, dict) else tipo)
    if nome == "record":
        campos = {campo["name"]: compilar(campo["type"], nomeados) for campo in tipo["fields"]}
        nomeados[tipo["name"]] = _registro(campos)
        return nomeados[tipo["name"]]
    if nome in nomeados:
        return nomeados[nome]
    if nome == "array":
        itens = tipo["items"]
        simples = frozenset(_CLASSES[itens][0]) if isinstance(itens, str) and itens in _CLASSES else frozenset()
        return _lista(compilar(itens, nomeados), simples)
    if nome in _PROPRIOS:
        return _PROPRIOS[nome]
    return _inteiro(_BITS[nome]) if nome in _BITS else _classe(*_CLASSES[nome])


def _registro(campos: Mapping[str, Escrita]) -> Escrita:
    itens = tuple(campos.items())

    def escrever(valor: Any) -> dict[str, Any]:
        if type(valor) is not dict:
            raise _veio("um registro", valor)
        try:
            escrito = {nome: campo(valor[nome]) for nome, campo in itens}
        except (KeyError, Recusa):
            raise _culpado(valor, itens) from None
        if len(valor) != len(itens):
            raise Recusa(f".{next(nome for nome in valor if nome not in campos)}: campo desconhecido")
        return escrito

    return escrever


def _culpado(valor: Mapping[str, Any], itens: tuple[tuple[str, Escrita], ...]) -> Recusa:
    """The first field at fault: looked for only when there is one."""
    for nome, campo in itens:
        if nome not in valor:
            return Recusa(f".{nome}: campo ausente")
        try:
            campo(valor[nome])
        except Recusa as recusa:
            return Recusa(f".{nome}{recusa}")
    raise AssertionError("nenhum campo é culpado")


def _lista(item: Escrita, simples: frozenset[type]) -> Escrita:
    """Elements of the classes `simples` are stored as they are: a long list of them is looked at in C."""

    def escrever(valor: Any) -> list[Any]:
        if not isinstance(valor, list):
            raise _veio("uma lista", valor)
        if {*map(type, valor)} <= simples:
            return valor
        try:
            return [item(elemento) for elemento in valor]
        except Recusa:
            raise _elemento_culpado(valor, item) from None

    return escrever


def _elemento_culpado(valor: list[Any], item: Escrita) -> Recusa:
    """The first element at fault: looked for only when there is one."""
    for posicao, elemento in enumerate(valor):
        try:
            item(elemento)
        except Recusa as recusa:
            return Recusa(f"[{posicao}]{recusa}")
    raise AssertionError("nenhum elemento é culpado")


def _uniao(opcoes: list[Escrita], anulavel: bool) -> Escrita:
    """The reason of the last option is told: in a nullable field that is the one that says something."""

    def escrever(valor: Any) -> Any:
        if valor is None and anulavel:
            return None
        for opcao in opcoes[:-1]:
            try:
                return opcao(valor)
            except Recusa:
                continue
        return opcoes[-1](valor)

    if anulavel and len(opcoes) == 2:
        outra = opcoes[-1]  # the house writes ["null", what it is]
        return lambda valor: None if valor is None else outra(valor)
    return escrever


def _classe(classes: tuple[type, ...], esperado: str) -> Escrita:
    def escrever(valor: Any) -> Any:
        if type(valor) in classes or (isinstance(valor, classes) and type(valor) is not bool):
            return valor
        raise _veio(esperado, valor)

    return escrever


def _inteiro(bits: int) -> Escrita:
    limite = 2 ** (bits - 1)

    def escrever(valor: Any) -> int:
        if isinstance(valor, int) and type(valor) is not bool and -limite <= valor < limite:
            return valor
        raise _veio(f"um inteiro de {bits} bits", valor)

    return escrever


def _uuid(valor: Any) -> str:
    if isinstance(valor, UUID):
        return str(valor)
    raise _veio("um UUID", valor)


def _instante(valor: Any) -> int:
    if isinstance(valor, datetime) and valor.tzinfo is not None:
        desde = valor - _EPOCA
        return (desde.days * 86_400 + desde.seconds) * 1_000_000 + desde.microseconds
    raise Recusa(": instante sem fuso horário") if isinstance(valor, datetime) else _veio("um instante", valor)


def _veio(esperado: str, valor: object) -> Recusa:
    return Recusa(f": esperado {esperado}, veio {'nulo' if valor is None else type(valor).__name__}")


_PROPRIOS: dict[str, Escrita] = {"uuid": _uuid, "timestamp-micros": _instante}
"""The logical types that are turned here; fastavro is given the schema without them (`leitura.sem_logicos`)."""
