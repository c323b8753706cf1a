"""D-7: every demand's public history and the figures of every civic unit, read from projections of the log."""

from d7_transparencia import rotas
from d7_transparencia.consumidores import (
    agenda,
    agregado,
    captura,
    conclusao,
    conselheiro,
    memoria,
    prioridade,
    relato,
    taxonomia,
    territorio,
)
from d7_transparencia.estado import tabelas
from d7_transparencia.rotas.vez import abrir_vez
from nucleo import Colonia

colonia = Colonia(
    "D-7",
    nome="d7-transparencia",
    porta=8107,
    resumo="Transparência: a história pública de cada demanda e os números de cada unidade cívica.",
    tabelas=tabelas.Base.metadata,
    esquema="projecao",
    consome={
        "taxonomia.publicada": taxonomia.publicar_taxonomia,
        "território.unidade_publicada": territorio.copiar_unidades,
        "demanda.recebida": captura.receber,
        "demanda.normalizada": captura.normalizar,
        "demanda.georreferenciada": territorio.georreferenciar,
        "demanda.categorizada": prioridade.categorizar,
        "demanda.ranqueada": prioridade.ranquear,
        "ranking.atualizado": prioridade.atualizar_ranking,
        "duplicidade.agregada": agregado.agregar,
        "agenda.gerada": agenda.gerar,
        "agenda.item_disponível": agenda.anunciar,
        "sorteio.sem_candidatos": conselheiro.vagar,
        "conselheiro.sorteado": conselheiro.designar,
        "conselheiro.demanda_iniciada": conselheiro.iniciar,
        "conselheiro.atualização_publicada": relato.relatar,
        "conselheiro.prazo_próximo": conselheiro.alertar,
        "demanda.conclusao_confirmada": conclusao.confirmar,
        "demanda.concluída": conclusao.concluir,
        "conselheiro.ciclo_concluído": conselheiro.encerrar,
        "demanda.resumo_ciclo_atualizado": memoria.resumir,
        "caminho.atualizado": memoria.aprender,
    },
    rotas=rotas.TODAS,
    recursos=[abrir_vez],
)
