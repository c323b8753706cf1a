"""Between a payload object and the dict that Avro reads and writes; compiled once a class."""

import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints

Conversao = Callable[[Any], Any]


def construtor(classe: type[Any]) -> Conversao:
    """A function that turns a dict into an instance of `classe`; the dict stays as it was."""
    aninhados = _aninhados(classe, construtor)
    if not aninhados:
        return lambda dados: classe(**dados)

    def construir(dados: dict[str, Any]) -> Any:
        dados = dados.copy()
        for nome, converter in aninhados:
            dados[nome] = converter(dados[nome])
        return classe(**dados)

    return construir


def desmontador(classe: type[Any]) -> Conversao:
    """A function that turns an instance of `classe` into a dict."""
    nomes = tuple(campo.name for campo in fields(classe))
    aninhados = _aninhados(classe, desmontador)

    def desmontar(objeto: Any) -> dict[str, Any]:
        dados = {nome: getattr(objeto, nome) for nome in nomes}
        for nome, converter in aninhados:
            dados[nome] = converter(dados[nome])
        return dados

    return desmontar


def _aninhados(classe: type[Any], de: Callable[[type[Any]], Conversao]) -> list[tuple[str, Conversao]]:
    dicas = get_type_hints(classe)
    conversoes = [(campo.name, _conversao(dicas[campo.name], de)) for campo in fields(classe)]
    return [(nome, conversao) for nome, conversao in conversoes if conversao is not None]


def _conversao(dica: Any, de: Callable[[type[Any]], Conversao]) -> Conversao | None:
    """How to convert a value of that annotation; None when it stays as it is."""
    if isinstance(dica, type) and is_dataclass(dica):
        return de(dica)
    internas = [interna for interna in (_conversao(arg, de) for arg in get_args(dica)) if interna is not None]
    if not internas:
        return None
    [interna] = internas
    if get_origin(dica) is list:
        return lambda valores: [interna(valor) for valor in valores]
    if get_origin(dica) in (types.UnionType, Union):
        return lambda valor: None if valor is None else interna(valor)
    raise TypeError(f"payload com anotação sem conversão: {dica}")
