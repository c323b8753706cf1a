"""`demanda.categorizada` on its way out: its id comes from the demand and the version, whoever completed the pair."""

from d3_categorizacao.analise import evento_de
from d3_categorizacao.estado.juncao import Categorizada
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import DemandaCategorizada, DemandaNormalizada


def publicar(uow: UnidadeDeTrabalho, demanda: Categorizada, rastro: str | None) -> None:
    """Publish an automatic categorisation; the cause is always the text, never whichever half came last."""
    uow.publicar(_payload(demanda), causa=_causa(demanda, uow, rastro), semente=_semente(demanda))


def publicar_decisao(uow: UnidadeDeTrabalho, demanda: Categorizada) -> None:
    """Publish what a moderator decided: no event caused it, and it belongs to the demand's story."""
    uow.publicar(_payload(demanda), semente=_semente(demanda), correlacao_id=demanda.correlacao_id)


def _payload(demanda: Categorizada) -> DemandaCategorizada:
    assert demanda.unidade is not None, "sem unidade cívica ainda não há o que publicar"
    return evento_de(demanda.versao, demanda.unidade.unidade_civica_id, demanda.unidade.nivel_minimo_resolvido)


def _semente(demanda: Categorizada) -> tuple[object, ...]:
    return DemandaCategorizada.TIPO, demanda.versao.demanda_id, demanda.versao.versao


def _causa(demanda: Categorizada, uow: UnidadeDeTrabalho, rastro: str | None) -> Evento[None]:
    return Evento(
        event_id=demanda.normalizada_id,
        tipo=DemandaNormalizada.TIPO,
        versao_schema=DemandaNormalizada.VERSAO,
        timestamp=uow.agora(),
        origem="D-1b",
        correlacao_id=demanda.correlacao_id,
        causacao_id=None,
        payload=None,
        rastro=rastro,
    )
