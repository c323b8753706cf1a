"""Parents known from codes: IBGE's geocodes contain those of the larger units (355030801 is a district of 3550308)."""

import re
from collections.abc import Iterable, Iterator
from math import isfinite

from d2_georreferenciamento.dominio.niveis import Nivel

# Length of the geocode by level; a sector's begins with its district's, every other with its municipality's.
_COMPRIMENTOS = {
    Nivel.SETOR: 15,
    Nivel.BAIRRO: 10,
    Nivel.DISTRITO: 9,
    Nivel.MUNICIPIO: 7,
    Nivel.ESTADO: 2,
    Nivel.REGIAO: 1,
}
_PREFIXOS = {
    Nivel.SETOR: (Nivel.DISTRITO, Nivel.MUNICIPIO, Nivel.ESTADO, Nivel.REGIAO),
    Nivel.BAIRRO: (Nivel.MUNICIPIO, Nivel.ESTADO, Nivel.REGIAO),
    Nivel.DISTRITO: (Nivel.MUNICIPIO, Nivel.ESTADO, Nivel.REGIAO),
    Nivel.MUNICIPIO: (Nivel.ESTADO, Nivel.REGIAO),
    Nivel.ESTADO: (Nivel.REGIAO,),
    Nivel.REGIAO: (),
}
_GEOCODIGO = re.compile(r"\d+P?")
BRASIL = "BR"


def pais_do_codigo(nivel: Nivel, codigo: str) -> Iterator[tuple[Nivel, str]]:
    """Yield level and code of each parent that an IBGE geocode names, nearest first; nothing for other codes."""
    if nivel == Nivel.PAIS or not _GEOCODIGO.fullmatch(codigo):
        return
    digitos = codigo.removesuffix("P")
    if len(digitos) == _COMPRIMENTOS[nivel]:
        for maior in _PREFIXOS[nivel]:
            yield maior, digitos[: _COMPRIMENTOS[maior]]
        yield Nivel.PAIS, BRASIL


def ordenar(declarados: Iterable[tuple[Nivel, str]]) -> list[str]:
    """Return `level:code` of each candidate once, smallest level first."""
    return list(dict.fromkeys(f"{int(nivel)}:{codigo}" for nivel, codigo in sorted(declarados, key=lambda d: d[0])))


def limpar(valor: object) -> str:
    """Return a code or name as text: no blanks, no `.` for nothing, and 3550308.0 from a spreadsheet is 3550308."""
    if valor is None or (isinstance(valor, float) and not isfinite(valor)):
        return ""
    if isinstance(valor, float) and valor.is_integer():
        valor = int(valor)
    texto = str(valor).strip()
    return "" if texto == "." else texto


def codigo_canonico(nivel: Nivel, codigo: str) -> str:
    """IBGE's file of the country has only its name; its geocode is `BR`."""
    return BRASIL if nivel == Nivel.PAIS and codigo.casefold() == "brasil" else codigo
