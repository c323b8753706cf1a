"""Entities by structured patterns: CEP, street and number. Spec D-1b, "Extração de entidades básicas"."""

import re
from dataclasses import dataclass

_CEP = re.compile(r"(?<![\d.,])(\d{2})\.?(\d{3})[- ]?(\d{3})(?![\d.,]\d|\d)")
_TIPOS = (
    r"rua|r\.|avenida|av\.?|travessa|trav\.|tv\.|alameda|al\.|praça|praca|pça\.?|estrada|estr\.|rodovia|rod\.|largo|beco|"
    r"viela|ladeira|servidão|servidao|passarela|viaduto|via|quadra|conjunto|vila|escadaria|calçadão|marginal"
)
_LIGA = r"(?:d[aeo]s?|e|d'|do|da)"
_NOME = r"(?:[A-ZÀ-Ý0-9][\wÀ-ÿ'’\-]*\.?|d'[\wÀ-ÿ]+)"
_MAIUSCULO = rf"(?:{_LIGA} +)?{_NOME}(?: +(?:{_LIGA} +)?{_NOME}){{0,5}}"
# Citizens write without capitals: a linking word makes a name of what follows, unless it points at someone's place.
_MINUSCULO = r"d[aeo]s? +(?!minha|meu|noss[ao]|casa|frente|lado|cima|baixo|escola|igreja|gente|bairro)[a-zà-ÿ]{3,}"
_LOGRADOURO = re.compile(rf"\b((?i:{_TIPOS})) +({_MAIUSCULO}|{_MINUSCULO})")
_DEPOIS = re.compile(r"^ *,? *(?:n[º°o]?\.? *|número +|numero +)?(\d{1,5})(?![\d\-/])")
_NUMERO = re.compile(r"(?:\bn[º°]\.? *|\bn\. *|\bnúmero +|\bnumero +)(\d{1,5})(?!\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EntidadesAchadas:
    """What the text names, each once, in the order of appearance."""

    ceps: tuple[str, ...] = ()
    logradouros: tuple[str, ...] = ()
    numeros: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.ceps or self.logradouros or self.numeros)


def extrair(texto: str) -> EntidadesAchadas:
    """Find CEPs (as `00000-000`), streets with their type, and house numbers."""
    ceps = [f"{a}{b}-{c}" for a, b, c in _CEP.findall(texto)]
    logradouros: list[str] = []
    numeros: list[str] = []
    for achado in _LOGRADOURO.finditer(texto):
        nome, junto = _separar_numero(achado.group(2))
        if not nome:
            continue
        logradouros.append(f"{achado.group(1)} {nome}")
        depois = _DEPOIS.match(texto[achado.end() :])
        numeros += [n for n in (junto, depois.group(1) if depois else None) if n]
    numeros += _NUMERO.findall(texto)
    return EntidadesAchadas(_unicos(ceps), _unicos(logradouros), _unicos(numeros))


def _separar_numero(nome: str) -> tuple[str, str | None]:
    """Split `Augusta 1500`, but keep `25 de Março` and `XV de Novembro`."""
    partes = nome.rstrip(".").rsplit(" ", 1)
    if len(partes) == 2 and partes[1].isdigit():
        return partes[0], partes[1]
    return nome.rstrip("."), None


def _unicos(itens: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(itens))
