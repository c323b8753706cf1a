"""Conclusions, by the counsellor or by citizens (demanda.concluída, demanda.conclusao_confirmada)."""

from collections.abc import Sequence

from d7_transparencia.consumidores import envelope
from d7_transparencia.estado.lote import entrada, linhas, mais_antigo, objeto
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import DemandaConcluida, DemandaConclusaoConfirmada


def _guardar(origem: str) -> str:
    """Return the upsert of the first conclusion of each demand, whoever concluded it again later."""
    return mais_antigo("conclusoes", "demanda_id", ["concluida_em"], ordem=("concluida_em", "event_id"), origem=origem)


_CONCLUSAO = {"data_conclusao": "timestamptz", "conselheiro_id": "uuid", "via": "text"}
_CONCLUIR = f"""
WITH lote AS (SELECT *, data_conclusao AS concluida_em FROM {linhas(envelope.COLUNAS | _CONCLUSAO)}),
contada AS ({entrada("demanda.concluída", objeto("conselheiro_id", variante="via"))})
{_guardar("lote")}
"""


async def concluir(eventos: Sequence[Evento[DemandaConcluida]], uow: UnidadeDeTrabalho) -> None:
    """Conclude what the counsellor concluded or ratified."""
    await uow.sql(_CONCLUIR, **envelope.colunas(eventos, *_CONCLUSAO))


_CONFIRMACAO = {"data_conclusao": "timestamptz", "total_conclusoes": "int", "ratificacao_necessaria": "bool"}
_VARIANTE = "CASE WHEN ratificacao_necessaria THEN 'a_ratificar' ELSE 'padrao' END"
_DADOS_DA_CONFIRMACAO = objeto("total_conclusoes", "ratificacao_necessaria", variante=_VARIANTE)
_CONFIRMAR = f"""
WITH lote AS (SELECT *, data_conclusao AS concluida_em FROM {linhas(envelope.COLUNAS | _CONFIRMACAO)}),
contada AS ({entrada("demanda.conclusao_confirmada", _DADOS_DA_CONFIRMACAO)}),
diretas AS (SELECT * FROM lote WHERE NOT ratificacao_necessaria)
{_guardar("diretas")}
"""


async def confirmar(eventos: Sequence[Evento[DemandaConclusaoConfirmada]], uow: UnidadeDeTrabalho) -> None:
    """Conclude what citizens saw concluded; where there is a counsellor, only tell it: he ratifies."""
    await uow.sql(_CONFIRMAR, **envelope.colunas(eventos, *_CONFIRMACAO))
