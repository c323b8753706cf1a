"""Parameters that the routes of the protocol share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Path, Query
from pydantic import BeforeValidator

from n0b_registro.acoes import recusas
from n0b_registro.dominio.assuntos import VERSAO_MAXIMA, e_assunto, ler_versao

T = TypeVar("T")


def _vazio_e_falso(valor: Any) -> Any:
    return False if valor == "" else valor


Logico = Annotated[bool, BeforeValidator(_vazio_e_falso)]
"""A boolean of a query: in any case of letters; empty is absent."""


async def _assunto(assunto: Annotated[str, Path(description="Nome do assunto, percent-encoded")]) -> str:
    if not e_assunto(assunto):
        raise recusas.assunto_invalido(assunto)
    return assunto


async def _versao(versao: Annotated[str, Path(description="Número, `latest` ou `-1`")]) -> int:
    numero = ler_versao(versao)
    if numero is None:
        raise recusas.versao_invalida(versao)
    return numero


async def _id(id: Annotated[str, Path(description="Id do esquema")]) -> int:  # noqa: A002 - protocol name
    if not id.isascii() or not id.isdecimal() or len(id) > 10 or not 0 < int(id) <= VERSAO_MAXIMA:
        raise recusas.http(404, "Not Found")
    return int(id)


@dataclass(frozen=True, slots=True)
class Pagina:
    """A slice of a list; a negative limit is no limit."""

    inicio: int
    limite: int

    def de(self, itens: Sequence[T]) -> list[T]:
        """The items of this page."""
        fim = None if self.limite < 0 else self.inicio + self.limite
        return list(itens[self.inicio : fim])


async def _pagina(offset: Annotated[int, Query(ge=0)] = 0, limit: int = -1) -> Pagina:
    return Pagina(offset, limit)


Assunto = Annotated[str, Depends(_assunto)]
Versao = Annotated[int, Depends(_versao)]
Id = Annotated[int, Depends(_id)]
Paginado = Annotated[Pagina, Depends(_pagina)]
Prefixo = Annotated[str, Query(alias="subjectPrefix", description="Início do nome; `:*:` e vazio são todos")]


def prefixo_de(texto: str) -> str:
    """The prefix without the wildcard of contexts, which clients send by default."""
    return texto.removeprefix(":*:")
