"""Which level a layer is, and which fields hold code, name, state and parent: told, or known from IBGE's names."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from d2_georreferenciamento.dominio.niveis import NOMES, Nivel
from d2_georreferenciamento.importador.relatorio import ArquivoInvalido

# IBGE's names over the years (shapefiles cut them at ten characters), then what other files use.
_CODIGOS: Mapping[Nivel, tuple[str, ...]] = {
    Nivel.SETOR: ("CD_SETOR", "CD_GEOCODI", "COD_SETOR"),
    Nivel.BAIRRO: ("CD_BAIRRO", "CD_GEOCODB", "COD_BAIRRO"),
    Nivel.DISTRITO: ("CD_DIST", "CD_DISTRIT", "CD_GEOCODD", "COD_DIST"),
    Nivel.MUNICIPIO: ("CD_MUN", "CD_GEOCMU", "CD_GEOCODM", "COD_MUN"),
    Nivel.ESTADO: ("CD_UF", "CD_GEOCUF", "CD_GEOCODU", "COD_UF"),
    Nivel.REGIAO: ("CD_REGIAO", "CD_REGIA", "CD_GEOCODR"),
    Nivel.PAIS: ("CD_PAIS", "PAIS"),
}
_NOMES: Mapping[Nivel, tuple[str, ...]] = {
    Nivel.SETOR: ("NM_SETOR",),
    Nivel.BAIRRO: ("NM_BAIRRO",),
    Nivel.DISTRITO: ("NM_DIST", "NM_DISTRIT"),
    Nivel.MUNICIPIO: ("NM_MUN", "NM_MUNICIP"),
    Nivel.ESTADO: ("NM_UF", "NM_ESTADO"),
    Nivel.REGIAO: ("NM_REGIAO", "NM_REGIA"),
    Nivel.PAIS: ("NM_PAIS", "PAIS"),
}
_CODIGO_QUALQUER = ("codigo", "id", "geocodigo", "cod")
_NOME_QUALQUER = ("nome", "name")
_UF = ("SIGLA_UF", "UF", "SIGLA")
_PAI = ("pai", "codigo_pai", "cod_pai", "municipio", "cod_municipio")
# Divisions that are no civic level also carry the code of a larger one, and must not pass for it.
_SEM_NIVEL: Mapping[Nivel, tuple[str, ...]] = {
    Nivel.DISTRITO: ("CD_SUBDIST",),
    Nivel.ESTADO: ("CD_RGI", "CD_RGINT", "CD_MICRO", "CD_MESO", "CD_CONCURB"),
}
_CAMADAS: Mapping[str, Nivel] = {
    "setores": Nivel.SETOR,
    "bairros": Nivel.BAIRRO,
    "distritos": Nivel.DISTRITO,
    "municipios": Nivel.MUNICIPIO,
    "ufs": Nivel.ESTADO,
    "estados": Nivel.ESTADO,
    "regioes": Nivel.REGIAO,
    "pais": Nivel.PAIS,
}


@dataclass(frozen=True, slots=True)
class Campos:
    """The fields of a layer. `pais` lists those that hold a parent's code, with its level, nearest first."""

    nivel: Nivel
    codigo: str
    nome: str | None
    uf: str | None
    pais: tuple[tuple[Nivel | None, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Escolhas:
    """What the operator told instead of leaving it to be detected."""

    codigo: str | None = None
    nome: str | None = None
    uf: str | None = None
    pai: str | None = None


def mapear(camada: str, campos: Iterable[str], nivel: int | None, escolhas: Escolhas) -> Campos:
    """Return the fields to read from a layer of this name with these fields.

    Raises:
        ArquivoInvalido: the level or the code's field is neither told nor recognised.
    """
    existentes = {campo.casefold(): campo for campo in campos}
    resolvido = _nivel(camada, existentes) if nivel is None else Nivel(nivel)
    if resolvido is None:
        raise ArquivoInvalido("não se reconhece o nível da camada: informe --nivel (1 a 7).")
    return _campos(resolvido, existentes, escolhas)


def _campos(nivel: Nivel, existentes: Mapping[str, str], escolhas: Escolhas) -> Campos:
    codigo = _escolher(existentes, escolhas.codigo, (*_CODIGOS[nivel], *_CODIGO_QUALQUER))
    if codigo is None:
        existem = ", ".join(existentes.values()) or "nenhum"
        raise ArquivoInvalido(f"não se reconhece o campo do código: informe --codigo. Campos: {existem}.")
    return Campos(
        nivel,
        codigo,
        _escolher(existentes, escolhas.nome, (*_NOMES[nivel], *_NOME_QUALQUER)),
        _escolher(existentes, escolhas.uf, _UF) if nivel <= Nivel.ESTADO else None,
        tuple(_pais(nivel, existentes, escolhas.pai)),
    )


def nome_padrao(nivel: Nivel, codigo: str) -> str:
    """Name a unit whose source gives none (census sectors have only codes)."""
    return f"{NOMES[nivel].capitalize()} {codigo}"


def _nivel(camada: str, existentes: Mapping[str, str]) -> Nivel | None:
    if camada.casefold() in _CAMADAS:
        return _CAMADAS[camada.casefold()]
    for nivel in Nivel:
        if _presentes(_SEM_NIVEL.get(nivel, ()), existentes):
            return None
        if _presentes(_CODIGOS[nivel], existentes):
            return nivel
    return None


def _pais(nivel: Nivel, existentes: Mapping[str, str], escolhido: str | None) -> Iterator[tuple[Nivel | None, str]]:
    """The level of a field called just "parent" is not known: its code is looked for in every larger one."""
    if escolhido is not None:
        yield None, _escolher(existentes, escolhido, ()) or escolhido
    yield from ((None, campo) for campo in _presentes(_PAI, existentes))
    for maior in Nivel:
        if maior > nivel:
            yield from ((maior, campo) for campo in _presentes(_CODIGOS[maior], existentes))


def _presentes(nomes: Iterable[str], existentes: Mapping[str, str]) -> list[str]:
    return [existentes[nome.casefold()] for nome in nomes if nome.casefold() in existentes]


def _escolher(existentes: Mapping[str, str], escolhido: str | None, conhecidos: Iterable[str]) -> str | None:
    if escolhido is not None:
        if escolhido.casefold() not in existentes:
            raise ArquivoInvalido(f"não há o campo {escolhido}. Campos: {', '.join(existentes.values())}.")
        return existentes[escolhido.casefold()]
    return next(iter(_presentes(conhecidos, existentes)), None)
