"""D-24: what was learned from closed demands, by municipality and subject, as profiles and dossiers."""

from datetime import timedelta

from d24_caminhos import consumidores, periodicos, rotas
from d24_caminhos.config import ConfigD24
from d24_caminhos.estado.tabelas import Base
from nucleo import Colonia, Periodico

colonia = Colonia(
    "D-24",
    nome="d24-caminhos",
    porta=8124,
    resumo="Memória de caminhos: o que funcionou nas demandas já encerradas, por município e assunto.",
    tabelas=Base.metadata,
    esquema="projecao",
    consome={
        "demanda.georreferenciada": consumidores.situar,
        "demanda.categorizada": consumidores.categorizar,
        "duplicidade.agregada": consumidores.agregar,
        "conselheiro.atualização_publicada": consumidores.seguir,
        "conselheiro.ciclo_concluído": consumidores.encerrar_ciclo,
        "demanda.concluída": consumidores.encerrar_sem_conselheiro,
    },
    produz=["caminho.atualizado"],
    rotas=[rotas.operacao],
    periodicos=[
        Periodico("publicar_caminhos", cada=timedelta(milliseconds=500), executar=periodicos.publicar_caminhos)
    ],
    config=ConfigD24,
    folga=timedelta(milliseconds=500),  # nothing of it is told before the next publication of paths
)
