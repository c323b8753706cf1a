"""Aggregates: one demand stands for its equivalents (duplicidade.agregada)."""

from collections.abc import Sequence

from d7_transparencia.consumidores import envelope
from d7_transparencia.estado.lote import entrada, linhas, mais_novo
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import DuplicidadeAgregada

_COLUNAS = {**envelope.COLUNAS, "representante_id": "uuid", "total": "int"}
_PAPEL = "CASE WHEN demanda_id = representante_id THEN 'representante' ELSE 'membro' END"
_ENTRADA = entrada(
    "duplicidade.agregada",
    f"jsonb_build_object('variante', {_PAPEL}, 'representante_id', representante_id, 'total', total)",
)
_AGREGAR = f"""
WITH lote AS (SELECT * FROM {linhas(_COLUNAS)}),
contada AS ({_ENTRADA}),
membros AS (SELECT * FROM lote WHERE demanda_id <> representante_id)
{mais_novo("agregacoes", "demanda_id", ["representante_id"], origem="membros")}
"""


async def agregar(eventos: Sequence[Evento[DuplicidadeAgregada]], uow: UnidadeDeTrabalho) -> None:
    """Tell it on the timeline of each one, and take the members out of what is open."""
    linhas_ = [
        (demanda_id, e.timestamp, e.event_id, e.payload.representante, len(conjunto))
        for e in eventos
        for conjunto in [{e.payload.representante, *e.payload.membros}]
        for demanda_id in conjunto
    ]
    demandas, instantes, ids, representantes, totais = map(list, zip(*linhas_, strict=True))
    await uow.sql(
        _AGREGAR,
        demanda_id=demandas,
        ocorrido_em=instantes,
        event_id=ids,
        representante_id=representantes,
        total=totais,
    )
