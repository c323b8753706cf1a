"""The seven territorial levels, smallest first (spec D-2: the IBGE mesh is levels 4 to 7, bairros are level 2)."""

from enum import IntEnum


class Nivel(IntEnum):
    """A territorial level. The number goes into events as it is."""

    SETOR = 1
    BAIRRO = 2
    DISTRITO = 3
    MUNICIPIO = 4
    ESTADO = 5
    REGIAO = 6
    PAIS = 7


NOMES = {
    Nivel.SETOR: "setor",
    Nivel.BAIRRO: "bairro",
    Nivel.DISTRITO: "distrito",
    Nivel.MUNICIPIO: "município",
    Nivel.ESTADO: "estado",
    Nivel.REGIAO: "região",
    Nivel.PAIS: "país",
}
