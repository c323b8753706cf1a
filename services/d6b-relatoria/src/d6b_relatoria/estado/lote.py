"""A batch of rows in one statement: one array parameter a column."""

from collections.abc import Mapping, Sequence
from typing import Any


def linhas(colunas: Mapping[str, str]) -> str:
    """Return the SQL source of a batch, in its order; `colunas` maps names to SQL types."""
    arranjos = ", ".join(f"CAST(:{nome} AS {tipo}[])" for nome, tipo in colunas.items())
    return f"unnest({arranjos}) WITH ORDINALITY AS lote({', '.join(colunas)}, posicao)"


def valores(colunas: Mapping[str, str], registros: Sequence[tuple[Any, ...]]) -> dict[str, list[Any]]:
    """Return the parameters of `linhas`, from rows with their values in the order of the columns."""
    return {nome: [registro[i] for registro in registros] for i, nome in enumerate(colunas)}
