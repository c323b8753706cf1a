"""The taxonomy: five levels of material precedence, categories, subcategories and who answers for each (spec D-3)."""

import hashlib
from collections.abc import Mapping
from datetime import date
from functools import cached_property, lru_cache
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from d3_categorizacao.dominio.dados import ler_bytes, ler_yaml

MVP = frozenset({"1.1", "1.2", "1.3", "3.1", "3.2", "3.3", "3.4", "3.9"})

Texto = Annotated[str, StringConstraints(min_length=3, strip_whitespace=True)]
IdCategoria = Annotated[str, StringConstraints(pattern=r"^[1-5]\.[1-9][0-9]?$")]
IdSubcategoria = Annotated[str, StringConstraints(pattern=r"^[1-5]\.[1-9][0-9]?\.[1-9]$")]


class _Imutavel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Nivel(_Imutavel):
    nivel: Annotated[int, Field(ge=1, le=5)]
    nome: Texto
    descricao: Texto


class Norma(_Imutavel):
    titulo: Texto
    assunto: Texto


class Responsavel(_Imutavel):
    """A public body and the norm that gives it the duty."""

    orgao: Texto
    atribuicao: Texto
    norma: str
    dispositivo: str


class Responsaveis(_Imutavel):
    municipal: Responsavel
    estadual: Responsavel
    federal: Responsavel

    @property
    def todos(self) -> tuple[Responsavel, Responsavel, Responsavel]:
        return self.municipal, self.estadual, self.federal


class Subcategoria(_Imutavel):
    id: IdSubcategoria
    nome: Texto
    descricao: Texto


class Categoria(_Imutavel):
    id: IdCategoria
    nome: Texto
    area: Texto
    mvp: bool
    score_horizontal: Annotated[float, Field(gt=0, le=100)]
    descricao: Texto
    subcategorias: Annotated[list[Subcategoria], Field(min_length=1)]
    responsaveis: Responsaveis

    @property
    def nivel(self) -> int:
        return int(self.id[0])


class Taxonomia(_Imutavel):
    versao: Annotated[str, StringConstraints(min_length=1)]
    vigente_desde: date
    notas: list[Texto]
    niveis: list[Nivel]
    normas: dict[str, Norma]
    categorias: list[Categoria]

    @model_validator(mode="after")
    def _coerente(self) -> "Taxonomia":
        _exigir([n.nivel for n in self.niveis] == [1, 2, 3, 4, 5], "os níveis são 1, 2, 3, 4 e 5, nesta ordem")
        _exigir(len(self.por_id) == len(self.categorias), "há categoria repetida")
        _exigir({c.id for c in self.categorias if c.mvp} == MVP, "as categorias do MVP são as oito da especificação")
        citadas = {r.norma for c in self.categorias for r in c.responsaveis.todos}
        _exigir(citadas == set(self.normas), f"normas sem par: {sorted(citadas ^ set(self.normas))}")
        for categoria in self.categorias:
            _exigir_subcategorias(categoria)
        scores = {(c.nivel, c.score_horizontal) for c in self.categorias}
        _exigir(len(scores) == len(self.categorias), "há score horizontal repetido dentro de um nível")
        return self

    @cached_property
    def por_id(self) -> Mapping[str, Categoria]:
        return {c.id: c for c in self.categorias}

    @cached_property
    def subcategoria_por_id(self) -> Mapping[str, Subcategoria]:
        return {s.id: s for c in self.categorias for s in c.subcategorias}

    def fonte(self, responsavel: Responsavel) -> str:
        """The source as a reader quotes it: 'Lei 8.080/1990, art. 18, I'."""
        titulo = self.normas[responsavel.norma].titulo
        return f"{titulo}, {responsavel.dispositivo}" if responsavel.dispositivo else titulo


def _exigir(condicao: bool, regra: str) -> None:
    if not condicao:
        raise ValueError(regra)


def _exigir_subcategorias(categoria: Categoria) -> None:
    esperados = [f"{categoria.id}.{n}" for n in range(1, len(categoria.subcategorias) + 1)]
    _exigir([s.id for s in categoria.subcategorias] == esperados, f"subcategorias de {categoria.id} fora de ordem")


@lru_cache(maxsize=1)
def taxonomia() -> Taxonomia:
    """The taxonomy in force; a file that breaks a rule stops the start with the rule."""
    return Taxonomia.model_validate(ler_yaml("taxonomia.yaml"))


@lru_cache(maxsize=1)
def impressao_digital() -> str:
    """SHA-256 of the file in force: what the ETag and an auditor compare."""
    return hashlib.sha256(ler_bytes("taxonomia.yaml")).hexdigest()
