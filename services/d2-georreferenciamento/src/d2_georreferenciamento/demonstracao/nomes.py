"""Invented names, with the apostrophes, accents and hyphens that real ones have."""

import numpy as np

PAIS = "Terra Formigueira"
REGIOES = ("Sertão d'Alva", "Águas Claras")
ESTADOS = (("SO", "Serra d'Oeste", 1), ("VI", "Vale do Ipê-Roxo", 1), ("DA", "Delta das Araras", 2))
MUNICIPIOS = (
    "Pau d'Arco do Sul",
    "Olho d'Água das Formigas",
    "São João do Formigueiro",
    "Ribeirão do Açaí",
    "Barra d'Alcântara Nova",
    "Monte Alegre do Tiê",
    "Pirapó-Mirim",
    "Nossa Senhora da Saúva",
    "Santo Antônio do Jatobá-Açu",
    "Conceição d'Água Boa",
    "Lagoa do Sossego",
    "Alto Jequitibá Velho",
)
_ANTES = ("Vila", "Jardim", "Parque", "Alto", "Morro", "Chácara", "Recanto", "Conjunto", "Baixada", "Largo")
_DEPOIS = (
    "das Acácias",
    "d'Ajuda",
    "São Benedito",
    "do Pau d'Arco",
    "dos Araçás",
    "Açucena",
    "Três Irmãs",
    "da Estação",
    "Maracujá",
    "Boa Esperança",
    "Santa Luzia",
    "do Mutirão",
    "Pôr-do-Sol",
    "da Conceição",
    "Beira-Rio",
    "d'Abadia",
    "do Cajá",
    "Nova União",
)
_DISTRITOS = ("Arraial", "Povoado", "Barra", "Cachoeira", "Porteira", "Capela")
_DE_QUE = ("do Guará", "d'Anta", "da Sucupira", "dos Macacos", "do Pequi", "da Lontra", "d'Oeste", "do Sabiá")


def bairros(acaso: np.random.Generator, quantos: int) -> list[str]:
    """Invent names of neighbourhoods, none repeated within the town."""
    return _combinar(acaso, quantos, _ANTES, _DEPOIS)


def distritos(acaso: np.random.Generator, municipio: str) -> list[str]:
    """Name the seat after its municipality and invent one or two more."""
    return [municipio, *_combinar(acaso, int(acaso.integers(1, 3)), _DISTRITOS, _DE_QUE)]


def _combinar(acaso: np.random.Generator, quantos: int, antes: tuple[str, ...], depois: tuple[str, ...]) -> list[str]:
    sorteados = acaso.choice(len(antes) * len(depois), quantos, replace=False)
    return [f"{antes[n // len(depois)]} {depois[n % len(depois)]}" for n in sorteados]
