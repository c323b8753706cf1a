"""References between schemas: the types a schema borrows from versions that other subjects registered.

When two paths reach two versions of one type the first definition wins, as in real registries.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from n0b_registro.dominio.erros import EsquemaGrandeDemais, EsquemaInvalido
from n0b_registro.dominio.esquema import ANINHAMENTO_MAXIMO, Arvore, Esquema, ler

TOTAL_MAXIMO = 4_000_000
"""Characters of a schema together with everything that it references."""


@dataclass(frozen=True, slots=True, order=True)
class Referencia:
    """One borrowed schema: `nome` is how the borrower calls it, `versao` a number of that subject."""

    nome: str
    assunto: str
    versao: int

    @property
    def alvo(self) -> tuple[str, int]:
        """Subject and version."""
        return self.assunto, self.versao


@dataclass(frozen=True, slots=True)
class Fonte:
    """A schema as text, with what it references."""

    texto: str
    referencias: tuple[Referencia, ...] = ()


Acervo = Mapping[tuple[str, int], Fonte]
"""Every schema that may be reached, by subject and version."""


@dataclass(frozen=True, slots=True)
class Lido:
    """A schema that was read with its references; `resolvido` is all of it in one tree, nothing borrowed."""

    esquema: Esquema
    referencias: tuple[Referencia, ...]
    resolvido: Arvore


def ler_com_referencias(fonte: Fonte, acervo: Acervo) -> Lido:
    """Read a schema after what it references. Raises `EsquemaInvalido` when a reference leads nowhere."""
    visiveis: dict[tuple[str, int], dict[str, Any]] = {}
    for alvo in _em_ordem(fonte, acervo):
        emprestados = _juntar(acervo[alvo].referencias, visiveis)
        visiveis[alvo] = {**emprestados, **ler(acervo[alvo].texto, emprestados).define}
    emprestados = _juntar(fonte.referencias, visiveis)
    esquema = ler(fonte.texto, emprestados)
    return Lido(esquema, fonte.referencias, _embutir(esquema.arvore, emprestados, set(), 0))


def _em_ordem(fonte: Fonte, acervo: Acervo) -> list[tuple[str, int]]:
    """Targets in the order in which they can be read: what a schema references comes before it."""
    ordem: list[tuple[str, int]] = []
    vistos: set[tuple[str, int]] = set()
    total = len(fonte.texto)
    pilha = [(referencia.alvo, False) for referencia in reversed(fonte.referencias)]
    while pilha:
        alvo, dependencias_lidas = pilha.pop()
        if dependencias_lidas:
            ordem.append(alvo)
        elif alvo not in vistos:
            vistos.add(alvo)
            total += len(_achar(alvo, acervo).texto)
            if total > TOTAL_MAXIMO:
                raise EsquemaGrandeDemais(f"o esquema e as suas referências passam de {TOTAL_MAXIMO} caracteres")
            pilha.append((alvo, True))
            pilha.extend((r.alvo, False) for r in reversed(acervo[alvo].referencias))
    return ordem


def _achar(alvo: tuple[str, int], acervo: Acervo) -> Fonte:
    if alvo not in acervo:
        raise EsquemaInvalido(f"a referência a {alvo[0]!r}, versão {alvo[1]}, não leva a um esquema")
    return acervo[alvo]


def _juntar(referencias: Iterable[Referencia], visiveis: Mapping[tuple[str, int], dict[str, Any]]) -> dict[str, Any]:
    tipos: dict[str, Any] = {}
    for referencia in referencias:
        for nome, definicao in visiveis[referencia.alvo].items():
            tipos.setdefault(nome, definicao)
    return tipos


def _embutir(arvore: Arvore, emprestados: Mapping[str, Any], embutidos: set[str], nivel: int) -> Arvore:
    """The tree with each borrowed type defined where it is first used."""
    if nivel > ANINHAMENTO_MAXIMO:
        raise EsquemaInvalido(f"com as referências há mais de {ANINHAMENTO_MAXIMO} tipos aninhados")
    if isinstance(arvore, str):
        if arvore not in emprestados or arvore in embutidos:
            return arvore
        return _embutir(emprestados[arvore], emprestados, embutidos, nivel)
    if isinstance(arvore, list):
        return [_embutir(ramo, emprestados, embutidos, nivel + 1) for ramo in arvore]
    if "name" in arvore:
        if arvore["name"] in embutidos:  # a borrowed type may come alone, or inside another one
            return str(arvore["name"])
        embutidos.add(arvore["name"])
    if "fields" in arvore:
        campos = [
            campo | {"type": _embutir(campo["type"], emprestados, embutidos, nivel + 1)} for campo in arvore["fields"]
        ]
        return arvore | {"fields": campos}
    dentro = {"array": "items", "map": "values"}.get(arvore["type"])
    if dentro is None:
        return arvore
    return arvore | {dentro: _embutir(arvore[dentro], emprestados, embutidos, nivel + 1)}
