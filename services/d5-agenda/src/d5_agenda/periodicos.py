"""What D-5 does in its own time: publish the backlogs that changed."""

from d5_agenda.dominio.ordem import FATIAS_PADRAO, NIVEL_CORRENTE_PADRAO
from d5_agenda.estado import agendas, demandas
from d5_agenda.estado.celulas import grupo_id
from nucleo import UnidadeDeTrabalho
from nucleo.eventos import AgendaGerada, ItemDaAgenda


async def gerar_agendas(uow: UnidadeDeTrabalho) -> None:
    """Publish `agenda.gerada` for the units that changed: at most one a unit in each window, and never none."""
    await demandas.reservar(uow)
    unidades = await agendas.cobrar(uow, uow.config.agenda_janela)
    itens = await agendas.topos(uow, [unidade.unidade_civica_id for unidade in unidades]) if unidades else {}
    for unidade in unidades:
        uow.publicar(_gerada(uow, unidade, itens.get(unidade.unidade_civica_id, [])))


def _gerada(uow: UnidadeDeTrabalho, unidade: agendas.Unidade, itens: list[agendas.Item]) -> AgendaGerada:
    return AgendaGerada(
        unidade_civica_id=unidade.unidade_civica_id,
        total_itens=unidade.disponiveis + unidade.atribuidos + unidade.em_progresso,
        total_disponiveis=unidade.disponiveis,
        total_atribuidos=unidade.atribuidos,
        total_em_progresso=unidade.em_progresso,
        nivel_corrente=unidade.nivel_corrente or NIVEL_CORRENTE_PADRAO,
        distribuicao=list(unidade.distribuicao or FATIAS_PADRAO),
        topo=[
            ItemDaAgenda(
                demanda_id=item.demanda_id,
                posicao=posicao,
                nivel_precedencia=item.nivel_precedencia,
                score_final=item.score_final,
                chave=item.chave,
                status=item.status,
                grupo_id=grupo_id(unidade.unidade_civica_id, item.categoria_id, item.raiz_y, item.raiz_x),
            )
            for posicao, item in enumerate(itens, 1)
        ],
        motivo=unidade.motivo,
        timestamp_geracao=uow.agora(),
    )
