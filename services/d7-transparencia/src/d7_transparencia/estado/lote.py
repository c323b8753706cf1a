"""Set-based writing: a batch of rows in one statement, of which the newest word on each key stays."""

from collections.abc import Sequence


def linhas(colunas: dict[str, str]) -> str:
    """Return the SQL source of a batch: one array parameter a column, named like it; `colunas` maps to SQL types."""
    arranjos = ", ".join(f"CAST(:{nome} AS {tipo}[])" for nome, tipo in colunas.items())
    return f"unnest({arranjos}) AS lote({', '.join(colunas)})"


def mais_novo(
    tabela: str,
    chave: str,
    colunas: Sequence[str],
    *,
    ordem: Sequence[str] = ("ocorrido_em", "event_id"),
    origem: str = "lote",
) -> str:
    """Return the upsert that keeps, for each `chave`, the row whose `ordem` is greatest.

    Whatever the order of arrival and the repetitions, the same row stays.
    """
    return _guardar(tabela, chave, colunas, ordem, origem, "DESC", ">")


def mais_antigo(tabela: str, chave: str, colunas: Sequence[str], *, ordem: Sequence[str], origem: str = "lote") -> str:
    """Return the upsert that keeps, for each `chave`, the row whose `ordem` is least."""
    return _guardar(tabela, chave, colunas, ordem, origem, "ASC", "<")


def _guardar(
    tabela: str, chave: str, colunas: Sequence[str], ordem: Sequence[str], origem: str, sentido: str, vence: str
) -> str:
    todas = ", ".join((chave, "ocorrido_em", "event_id", *colunas))
    novas = ", ".join(f"{c} = excluded.{c}" for c in ("ocorrido_em", "event_id", *colunas))
    nova, atual = (", ".join(f"{de}.{c}" for c in ordem) for de in ("excluded", "atual"))
    return f"""
INSERT INTO {tabela} AS atual ({todas})
SELECT DISTINCT ON ({chave}) {todas} FROM {origem} ORDER BY {chave}, {", ".join(f"{c} {sentido}" for c in ordem)}
ON CONFLICT ({chave}) DO UPDATE SET {novas}
WHERE ({nova}) {vence} ({atual})"""


def entrada(tipo: str, dados: str, publica: str = "true") -> str:
    """Return the insertion of a batch into the timeline; `dados` and `publica` are SQL over the batch's columns."""
    return f"""
INSERT INTO timeline (demanda_id, ocorrido_em, event_id, tipo, publica, dados)
SELECT demanda_id, ocorrido_em, event_id, '{tipo}', {publica}, {dados} FROM lote
ON CONFLICT DO NOTHING"""


def objeto(*colunas: str, **calculados: str) -> str:
    """Return the SQL of a JSON object: columns of the batch under their own names, and expressions by name."""
    pares = ", ".join(
        f"'{nome}', {valor}" for nome, valor in (*zip(colunas, colunas, strict=True), *calculados.items())
    )
    return f"jsonb_build_object({pares})"
