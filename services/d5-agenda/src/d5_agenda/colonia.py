"""D-5: turns the ranking of each civic unit into its public backlog of work."""

from datetime import timedelta

from d5_agenda import consumidores, periodicos, rotas
from d5_agenda.config import ConfigD5
from d5_agenda.estado import Base
from nucleo import Colonia, Periodico

colonia = Colonia(
    "D-5",
    nome="d5-agenda",
    porta=8105,
    resumo="Organiza o trabalho de cada unidade cívica numa fila pública, cuja ordem qualquer pessoa pode refazer.",
    tabelas=Base.metadata,
    consome={
        # What takes an item out comes before what calls one: a batch never announces what it also says is gone.
        "duplicidade.agregada": consumidores.agregar,
        "demanda.concluída": consumidores.concluir,
        "demanda.conclusao_confirmada": consumidores.confirmar,
        "conselheiro.demanda_iniciada": consumidores.iniciar,
        "conselheiro.sorteado": consumidores.sortear,
        "sorteio.sem_candidatos": consumidores.vagar,
        "sorteio.cancelado": consumidores.vagar,
        "conselheiro.ciclo_concluído": consumidores.encerrar,
        "ranking.atualizado": consumidores.distribuir,
        "demanda.georreferenciada": consumidores.situar,
        "demanda.ranqueada": consumidores.ranquear,
        "território.unidade_publicada": consumidores.conhecer,
    },
    produz=["agenda.gerada", "agenda.item_disponível"],
    rotas=[rotas.publicas],
    periodicos=[Periodico("gerar_agendas", cada=timedelta(milliseconds=500), executar=periodicos.gerar_agendas)],
    config=ConfigD5,
    duravel=True,
    folga=timedelta(milliseconds=100),  # what is georeferenced is ranked in a moment: one batch, not three
)
