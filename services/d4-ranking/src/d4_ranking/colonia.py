"""D-4: turns categorised demands into the ranked work queue of each civic unit."""

from datetime import timedelta

from d4_ranking import consumidores, periodicos, rotas
from d4_ranking.config import ConfigD4
from d4_ranking.estado import Base
from nucleo import Colonia, Periodico

colonia = Colonia(
    "D-4",
    nome="d4-ranking",
    porta=8104,
    resumo="Ordena as demandas de cada unidade cívica por um score que qualquer pessoa pode refazer.",
    tabelas=Base.metadata,
    consome={
        # First: it reserves the whole ranking, which a batch that already shares it would have to wait for.
        "duplicidade.agregada": consumidores.desativar_membros,
        "demanda.categorizada": consumidores.ranquear,
    },
    produz=["demanda.ranqueada", "ranking.atualizado", "ranking.parametros_publicados"],
    rotas=[rotas.publicas],
    periodicos=[
        Periodico("anunciar_rankings", cada=timedelta(milliseconds=500), executar=periodicos.anunciar_rankings),
        Periodico("publicar_parametros", cada=timedelta(minutes=1), executar=periodicos.publicar_parametros),
        Periodico("recalcular", cada=timedelta(seconds=1), executar=periodicos.recalcular),
    ],
    config=ConfigD4,
)
