"""Agenda: what waits for a counsellor, and how much there is to do (agenda.item_disponível, agenda.gerada)."""

from collections.abc import Sequence

from d7_transparencia.consumidores import envelope
from d7_transparencia.estado.lote import entrada, linhas, mais_novo, objeto
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import AgendaGerada, AgendaItemDisponivel

_COLUNAS = {**envelope.COLUNAS, "unidade_civica_id": "uuid", "posicao": "int", "grupo_id": "uuid"}
_ANUNCIAR = f"""
WITH lote AS (SELECT * FROM {linhas(_COLUNAS)}),
contada AS ({entrada("agenda.item_disponível", objeto("unidade_civica_id", "posicao", "grupo_id"))})
{mais_novo("disponiveis", "demanda_id", [])}
"""


async def anunciar(eventos: Sequence[Evento[AgendaItemDisponivel]], uow: UnidadeDeTrabalho) -> None:
    """Tell that the demand reached the top of its unit's backlog."""
    await uow.sql(_ANUNCIAR, **envelope.colunas(eventos, "unidade_civica_id", "posicao", "grupo_id"))


_TOTAIS = ["total_itens", "total_disponiveis", "total_atribuidos", "total_em_progresso"]
_COLUNAS_DA_AGENDA = {
    "unidade_civica_id": "uuid",
    "ocorrido_em": "timestamptz",
    "event_id": "uuid",
    **dict.fromkeys(_TOTAIS, "int"),
    "timestamp_geracao": "timestamptz",
}
_GERAR = f"""
WITH lote AS (SELECT *, timestamp_geracao AS gerada_em FROM {linhas(_COLUNAS_DA_AGENDA)})
{mais_novo("agendas", "unidade_civica_id", [*_TOTAIS, "gerada_em"], ordem=("gerada_em", "ocorrido_em", "event_id"))}
"""


async def gerar(eventos: Sequence[Evento[AgendaGerada]], uow: UnidadeDeTrabalho) -> None:
    """Keep how many items the backlog of each unit has. It says nothing of one demand: no timeline tells it."""
    await uow.sql(_GERAR, **envelope.da_entidade(eventos, "unidade_civica_id", *_TOTAIS, "timestamp_geracao"))
