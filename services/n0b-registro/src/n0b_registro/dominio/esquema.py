"""Reads a schema into its canonical tree: full names and one spelling for each thing.

Two texts are the same schema when their trees are equal. White space, order of attributes, `{"type":"string"}`
and the way of writing namespaces disappear; doc, defaults, aliases, logical types and custom properties stay.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from n0b_registro.dominio import atributos
from n0b_registro.dominio import texto as textos
from n0b_registro.dominio.erros import EsquemaInvalido
from n0b_registro.dominio.nomes import PRIMITIVOS, completo, espaco_de, exigir_simples, qualificar

Arvore = str | list[Any] | dict[str, Any]
"""A schema as JSON in canonical spelling: a name, a union, or a type with its attributes in a fixed order."""

ANINHAMENTO_MAXIMO = 100


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
        raise EsquemaInvalido(f"não é um tipo: {atributos.trecho(valor)}")

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
        atributos.sem_repetir([_nome_do_ramo(ramo) for ramo in ramos], "a união")
        return ramos

    def _objeto(self, nome: str, valor: dict[str, Any], espaco: str, nivel: int) -> Arvore:
        if nome in _DEFINICOES:
            return self._definicao(nome, valor, espaco, nivel)
        if nome in _COLECOES:
            atributo = _COLECOES[nome]
            if atributo not in valor:
                raise EsquemaInvalido(f"{nome} sem {atributo!r}")
            dentro = self.tipo(valor[atributo], espaco, nivel + 1)
            return {"type": nome, atributo: dentro} | atributos.propriedades(valor, atributos.RESERVADOS)
        encontrado = self._nomeado(nome, espaco)
        extras = atributos.propriedades(valor, atributos.RESERVADOS) if encontrado in PRIMITIVOS else {}
        return {"type": encontrado} | extras if extras else encontrado

    def _definicao(self, tipo: str, valor: dict[str, Any], espaco: str, nivel: int) -> Arvore:
        nome = completo(valor.get("name"), valor.get("namespace"), espaco)
        if nome in self.abertos or nome in self.conhecidos:
            raise EsquemaInvalido(f"o tipo {nome} é definido duas vezes")
        self.abertos.add(nome)
        corpo = _DEFINICOES[tipo](self, valor, nome, nivel)
        apelidos = atributos.apelidos(valor, lambda apelido: completo(apelido, None, espaco_de(nome)))
        reservados = atributos.RESERVADOS | {"default"} if tipo == "enum" else atributos.RESERVADOS
        # Only here does the null namespace have to be said: readers would take the one around.
        nulo = {"namespace": ""} if espaco and "." not in nome else {}
        definicao = {"name": nome, **nulo, "type": tipo} | corpo | atributos.doc(valor) | apelidos
        definicao |= atributos.propriedades(valor, reservados)
        self.define[nome] = definicao
        return definicao

    def _registro(self, valor: dict[str, Any], nome: str, nivel: int) -> dict[str, Any]:
        campos = valor.get("fields")
        if not isinstance(campos, list):
            raise EsquemaInvalido(f"o registro {nome} não tem a lista 'fields'")
        lidos = [self._campo(campo, nome, nivel) for campo in campos]
        atributos.sem_repetir([campo["name"] for campo in lidos], f"o registro {nome}")
        return {"fields": lidos}

    def _campo(self, valor: Any, registro: str, nivel: int) -> dict[str, Any]:
        if not isinstance(valor, dict) or "type" not in valor:
            raise EsquemaInvalido(f"o registro {registro} tem um campo sem tipo: {atributos.trecho(valor)}")
        nome = exigir_simples(valor.get("name"), f"nome de campo de {registro}")
        campo: dict[str, Any] = {"name": nome}
        campo["type"] = self.tipo(valor["type"], espaco_de(registro), nivel + 1)
        campo |= atributos.doc(valor) | atributos.apelidos(valor, lambda apelido: exigir_simples(apelido, "apelido"))
        if "default" in valor:
            campo["default"] = textos.ordenar(valor["default"])
        return campo | atributos.ordem(valor) | atributos.propriedades(valor, atributos.RESERVADOS_DO_CAMPO)

    def _enum(self, valor: dict[str, Any], nome: str, _nivel: int) -> dict[str, Any]:
        simbolos = valor.get("symbols")
        if not isinstance(simbolos, list):
            raise EsquemaInvalido(f"o enum {nome} não tem a lista 'symbols'")
        lidos = [exigir_simples(simbolo, f"símbolo de {nome}") for simbolo in simbolos]
        atributos.sem_repetir(lidos, f"o enum {nome}", atributos.SIMBOLOS_MAXIMOS)
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
