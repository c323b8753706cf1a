"""Set-based writing: the rows of a batch in one statement, of which the newest of each key stays."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nucleo import UnidadeDeTrabalho


@dataclass(frozen=True)
class Tabela:
    """A table that is written by key: of two rows the one greater in `ordem` stays, or the later one without it."""

    nome: str
    colunas: Mapping[str, str]
    chave: Sequence[str] = ("demanda_id",)
    ordem: Sequence[str] = ()

    async def guardar(self, uow: UnidadeDeTrabalho, linhas: Iterable[Sequence[Any]]) -> None:
        """Write rows, given as values in the order of `colunas`; nothing happens without any."""
        if colunas := list(zip(*linhas, strict=True)):
            await uow.sql(self._gravar, **{nome: list(c) for nome, c in zip(self.colunas, colunas, strict=True)})

    @cached_property
    def _gravar(self) -> str:
        colunas, chave = ", ".join(self.colunas), ", ".join(self.chave)
        precedencia = ", ".join([*self.chave, *(f"{c} DESC" for c in (*self.ordem, "posicao"))])
        novas = ", ".join(f"{c} = excluded.{c}" for c in self.colunas if c not in self.chave)
        nova, atual = (", ".join(f"{de}.{c}" for c in self.ordem) for de in ("excluded", "atual"))
        return f"""
INSERT INTO {self.nome} AS atual ({colunas})
SELECT DISTINCT ON ({chave}) {colunas}
FROM unnest({arranjos(self.colunas)}) WITH ORDINALITY AS lote({colunas}, posicao) ORDER BY {precedencia}
ON CONFLICT ({chave}) DO UPDATE SET {novas}{f" WHERE ({nova}) > ({atual})" if self.ordem else ""}"""


def arranjos(colunas: Mapping[str, str]) -> str:
    """Return the SQL of one array parameter a column, named like it; `colunas` maps to SQL types."""
    return ", ".join(f"CAST(:{nome} AS {tipo}[])" for nome, tipo in colunas.items())
