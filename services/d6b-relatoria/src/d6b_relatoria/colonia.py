"""D-6b: turns the counsellor's work into structured, numbered, public updates, and closes the cycle."""

from datetime import timedelta

from d6b_relatoria import consumidores, periodicos, rotas
from d6b_relatoria.config import ConfigD6b
from d6b_relatoria.estado import Base
from d6b_relatoria.sugestao import servico
from nucleo import Colonia, Periodico

colonia = Colonia(
    "D-6b",
    nome="d6b-relatoria",
    porta=8108,
    resumo="Relatoria: cada ato do conselheiro vira uma atualização estruturada, numerada e pública.",
    tabelas=Base.metadata,
    consome={
        # Names and draws first: in one batch, what depends on them does not have to wait.
        "conselheiro.identificado": consumidores.identificar,
        "cidadão.vinculado": consumidores.vincular,
        "conselheiro.sorteado": consumidores.acompanhar,
        "conselheiro.atualização_registrada": consumidores.registrar,
        "conselheiro.atribuicao_recusada": consumidores.desfazer,
        "demanda.conclusao_confirmada": consumidores.confirmar,
    },
    produz=[
        "conselheiro.demanda_iniciada",
        "conselheiro.atualização_publicada",
        "conselheiro.prazo_próximo",
        "demanda.concluída",
        "conselheiro.ciclo_concluído",
        "demanda.resumo_ciclo_atualizado",
    ],
    rotas=[rotas.acompanhamento, rotas.estruturacao],
    periodicos=[Periodico("alertar_prazos", cada=timedelta(seconds=5), executar=periodicos.alertar_prazos)],
    recursos=[servico.abrir],
    config=ConfigD6b,
    duravel=True,
)
