"""D-3: applies the public taxonomy to demands, explains why, and sends doubts to human review."""

from datetime import timedelta

from d3_categorizacao import consumidores, estado, periodicos, recursos, rotas
from d3_categorizacao.config import ConfigD3
from nucleo import Colonia, Periodico

colonia = Colonia(
    "D-3",
    nome="d3-categorizacao",
    porta=8103,
    resumo="Aplica a taxonomia pública às demandas, explica por quê e leva as dúvidas à revisão humana.",
    tabelas=estado.Base.metadata,
    consome={
        "demanda.normalizada": consumidores.categorizar,
        "demanda.georreferenciada": consumidores.situar,
        "cidadão.vinculado": consumidores.vincular,
    },
    produz=["demanda.categorizada", "taxonomia.publicada"],
    rotas=[rotas.publicas, rotas.moderacao, rotas.exportacao],
    periodicos=[Periodico("publicar_taxonomia", timedelta(seconds=5), periodicos.publicar_taxonomia)],
    recursos=[recursos.abrir_classificador],
    config=ConfigD3,
)
