"""D-1a: receives the citizen's demand, and is the only public door of the system."""

from d1a_captura import andamento, consumidores, estado, identidades, recepcao, rotas
from d1a_captura.assistencia import servico
from d1a_captura.config import ConfigD1a
from d1a_captura.porta import transporte
from nucleo import Colonia

colonia = Colonia(
    "D-1a",
    nome="d1a-captura",
    porta=8080,
    resumo="Captura: recebe a demanda do cidadão. É também a porta única das outras colônias.",
    tabelas=estado.Base.metadata,
    consome={
        "território.unidade_publicada": consumidores.conhecer_unidades,
        "cidadão.cadastrado": consumidores.conhecer_contas,
        "cidadão.vinculado": consumidores.vincular_dispositivos,
        "conselheiro.identificado": consumidores.conhecer_conselheiros,
        "conselheiro.sorteado": consumidores.atribuir,
        "conselheiro.ciclo_concluído": consumidores.encerrar,
    },
    produz=[
        "demanda.recebida",
        "conselheiro.cadastrado",
        "conselheiro.atribuicao_recusada",
        "conselheiro.atualização_registrada",
    ],
    rotas=rotas.TODAS,
    recursos=[recepcao.abrir, andamento.abrir, identidades.abrir, transporte.abrir, servico.abrir],
    config=ConfigD1a,
)
