"""Reads a schema into its canonical tree: full names and one spelling for each thing.

Two texts are the same schema when their trees are equal. White space, order of attributes, `{"type":"string"}`
and the way of writing namespaces disappear; doc, defaults, aliases, logical types and custom properties stay.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from n0b_registro.dominio import texto as textos
from n0b_registro.dominio.erros import EsquemaInvalido
from n0b_registro.dominio.nomes import PRIMITIVOS, completo, espaco_de, exigir_simples, qualificar

Arvore = str | list[Any] | dict[str, Any]
"""A schema as JSON in canonical spelling: a name, a union, or a type with its attributes in a fixed order."""

ANINHAMENTO_MAXIMO = 100
ITENS_MAXIMOS = 5_000
RESERVADOS = frozenset({"type", "name", "namespace", "doc", "aliases", "fields", "symbols", "size", "items", "values"})
RESERVADOS_DO_CAMPO = frozenset({"type", "name", "doc", "aliases", "default", "order"})
ORDENS = frozenset({"ascending", "descending", "ignore"})


@dataclass(frozen=True, slots=True)
class Esquema:
    """A schema that was read: its text as sent but compact, its tree, and the types that it defines."""

    texto: str
    arvore: Arvore
    define: Mapping[str, dict[str, Any]]

    @property
    def canonico(self) -> str:
        """The one text of every spelling of this schema."""
        return textos.compactar(self.arvore)


def ler(texto: str, conhecidos: Mapping[str, Any] | None = None) -> Esquema:
    """Read a schema whose names may come from `conhecidos` (the types of its references)."""
    valor = textos.ler_json(texto)
    leitor = _Leitor(frozenset(conhecidos or ()))
    arvore = leitor.tipo(valor, "", 0)
    return Esquema(textos.compactar(valor), arvore, leitor.define)


@dataclass(slots=True)
class _Leitor:
    conhecidos: frozenset[str]
    abertos: set[str] = field(default_factory=set)
    define: dict[str, dict[str, Any]] = field(default_factory=dict)

    def tipo(self, valor: Any, espaco: str, nivel: int) -> Arvore:
        if nivel > ANINHAMENTO_MAXIMO:
            raise EsquemaInvalido(f"há mais de {ANINHAMENTO_MAXIMO} tipos aninhados")
        match valor:
            case str():
                return self._nomeado(valor, espaco)
            case list():
                return self._uniao(valor, espaco, nivel)
            case {"type": str(nome)}:
                return self._objeto(nome, valor, espaco, nivel)
        raise EsquemaInvalido(f"não é um tipo: {_trecho(valor)}")

    def _nomeado(self, nome: str, espaco: str) -> str:
        if nome in PRIMITIVOS:
            return nome
        for candidato in (qualificar(nome, espaco), nome):
            if candidato in self.abertos or candidato in self.conhecidos:
                return candidato
        raise EsquemaInvalido(f"tipo desconhecido: {nome!r}")

    def _uniao(self, valor: list[Any], espaco: str, nivel: int) -> Arvore:
        ramos = [self.tipo(ramo, espaco, nivel + 1) for ramo in valor]
        if any(isinstance(ramo, list) for ramo in ramos):
            raise EsquemaInvalido("uma união não pode conter outra")
        _sem_repetir([_nome_do_ramo(ramo) for ramo in ramos], "a união")
        return ramos

    def _objeto(self, nome: str, valor: dict[str, Any], espaco: str, nivel: int) -> Arvore:
        if nome in _DEFINICOES:
            return self._definicao(nome, valor, espaco, nivel)
        if nome in _COLECOES:
            atributo = _COLECOES[nome]
            if atributo not in valor:
                raise EsquemaInvalido(f"{nome} sem {atributo!r}")
            dentro = self.tipo(valor[atributo], espaco, nivel + 1)
            return {"type": nome, atributo: dentro} | _propriedades(valor, RESERVADOS)
        encontrado = self._nomeado(nome, espaco)
        extras = _propriedades(valor, RESERVADOS) if encontrado in PRIMITIVOS else {}
        return {"type": encontrado} | extras if extras else encontrado

    def _definicao(self, tipo: str, valor: dict[str, Any], espaco: str, nivel: int) -> Arvore:
        nome = completo(valor.get("name"), valor.get("namespace"), espaco)
        if nome in self.abertos or nome in self.conhecidos:
            raise EsquemaInvalido(f"o tipo {nome} é definido duas vezes")
        self.abertos.add(nome)
        corpo = _DEFINICOES[tipo](self, valor, nome, nivel)
        apelidos = _apelidos(valor, lambda apelido: completo(apelido, None, espaco_de(nome)))
        reservados = RESERVADOS | {"default"} if tipo == "enum" else RESERVADOS
        # Only here does the null namespace have to be said: readers would take the one around.
        nulo = {"namespace": ""} if espaco and "." not in nome else {}
        definicao = {"name": nome, **nulo, "type": tipo} | corpo | _doc(valor) | apelidos
        definicao |= _propriedades(valor, reservados)
        self.define[nome] = definicao
        return definicao

    def _registro(self, valor: dict[str, Any], nome: str, nivel: int) -> dict[str, Any]:
        campos = valor.get("fields")
        if not isinstance(campos, list):
            raise EsquemaInvalido(f"o registro {nome} não tem a lista 'fields'")
        lidos = [self._campo(campo, nome, nivel) for campo in campos]
        _sem_repetir([campo["name"] for campo in lidos], f"o registro {nome}")
        return {"fields": lidos}

    def _campo(self, valor: Any, registro: str, nivel: int) -> dict[str, Any]:
        if not isinstance(valor, dict) or "type" not in valor:
            raise EsquemaInvalido(f"o registro {registro} tem um campo sem tipo: {_trecho(valor)}")
        nome = exigir_simples(valor.get("name"), f"nome de campo de {registro}")
        campo: dict[str, Any] = {"name": nome}
        campo["type"] = self.tipo(valor["type"], espaco_de(registro), nivel + 1)
        campo |= _doc(valor) | _apelidos(valor, lambda apelido: exigir_simples(apelido, "apelido"))
        if "default" in valor:
            campo["default"] = textos.ordenar(valor["default"])
        return campo | _ordem(valor) | _propriedades(valor, RESERVADOS_DO_CAMPO)

    def _enum(self, valor: dict[str, Any], nome: str, _nivel: int) -> dict[str, Any]:
        simbolos = valor.get("symbols")
        if not isinstance(simbolos, list):
            raise EsquemaInvalido(f"o enum {nome} não tem a lista 'symbols'")
        _sem_repetir([exigir_simples(simbolo, f"símbolo de {nome}") for simbolo in simbolos], f"o enum {nome}")
        if valor.get("default") is None:
            return {"symbols": simbolos}
        if valor["default"] not in simbolos:
            raise EsquemaInvalido(f"o padrão de {nome} não é um dos seus símbolos")
        return {"symbols": simbolos, "default": valor["default"]}

    def _fixo(self, valor: dict[str, Any], nome: str, _nivel: int) -> dict[str, Any]:
        tamanho = valor.get("size")
        if not isinstance(tamanho, int) or isinstance(tamanho, bool) or not 0 <= tamanho < 2**31:
            raise EsquemaInvalido(f"o fixed {nome} não tem um tamanho válido: {tamanho!r}")
        return {"size": tamanho}


_COLECOES = {"array": "items", "map": "values"}
_DEFINICOES: Mapping[str, Callable[[_Leitor, dict[str, Any], str, int], dict[str, Any]]] = {
    "record": _Leitor._registro,
    "error": _Leitor._registro,
    "enum": _Leitor._enum,
    "fixed": _Leitor._fixo,
}


def _nome_do_ramo(ramo: Arvore) -> str:
    if isinstance(ramo, dict):
        return str(ramo.get("name", ramo["type"]))
    return str(ramo)


def _sem_repetir(nomes: list[str], onde: str) -> None:
    if len(nomes) > ITENS_MAXIMOS:
        raise EsquemaInvalido(f"{onde} tem mais de {ITENS_MAXIMOS} itens")
    if repetidos := [nome for nome, vezes in Counter(nomes).items() if vezes > 1]:
        raise EsquemaInvalido(f"{onde} repete {', '.join(repetidos)}")


def _doc(valor: dict[str, Any]) -> dict[str, Any]:
    return {"doc": valor["doc"]} if isinstance(valor.get("doc"), str) else {}


def _ordem(valor: dict[str, Any]) -> dict[str, Any]:
    ordem = valor.get("order", "ascending")
    if not isinstance(ordem, str) or ordem not in ORDENS:
        raise EsquemaInvalido(f"ordem de campo inválida: {ordem!r}")
    return {} if ordem == "ascending" else {"order": ordem}


def _apelidos(valor: dict[str, Any], ler_um: Callable[[Any], str]) -> dict[str, Any]:
    apelidos = valor.get("aliases")
    if not isinstance(apelidos, list | None):
        raise EsquemaInvalido(f"'aliases' não é uma lista: {_trecho(apelidos)}")
    lidos = sorted({ler_um(apelido) for apelido in apelidos or []})
    return {"aliases": lidos} if lidos else {}


def _propriedades(valor: dict[str, Any], reservados: frozenset[str]) -> dict[str, Any]:
    return {chave: textos.ordenar(valor[chave]) for chave in sorted(valor) if chave not in reservados}


def _trecho(valor: Any) -> str:
    return textos.compactar(valor)[:80]
