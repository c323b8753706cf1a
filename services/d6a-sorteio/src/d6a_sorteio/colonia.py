"""D-6a: draws the counsellor of each demand by a lottery that nobody can steer and anybody can verify."""

from datetime import timedelta

from d6a_sorteio import consumidores, periodicos, rotas
from d6a_sorteio.config import ConfigD6a
from d6a_sorteio.estado import Base
from nucleo import Colonia, Espera, Periodico

colonia = Colonia(
    "D-6a",
    nome="d6a-sorteio",
    porta=8106,
    resumo="Sorteia o conselheiro de cada demanda, de um modo que qualquer pessoa pode refazer.",
    tabelas=Base.metadata,
    consome={
        # What ends or frees comes before what is offered, and the draw last: it commits again with all of it known.
        "duplicidade.agregada": consumidores.agregar,
        "demanda.conclusao_confirmada": consumidores.concluir_sociais,
        "conselheiro.cadastrado": consumidores.cadastrar,
        "conselheiro.ciclo_concluído": consumidores.concluir_ciclos,
        "conselheiro.atribuicao_recusada": consumidores.recusar,
        "agenda.item_disponível": consumidores.oferecer,
        "barramento.pulso": consumidores.sortear,
    },
    produz=[
        "conselheiro.identificado",
        "sorteio.comprometido",
        "sorteio.cancelado",
        "sorteio.sem_candidatos",
        "conselheiro.sorteado",
    ],
    rotas=[rotas.proprias],
    periodicos=[
        Periodico("reativar_suspensos", cada=timedelta(seconds=5), executar=periodicos.reativar_suspensos),
    ],
    esperas=[
        Espera(
            "pulso",
            desde="SELECT min(comprometido_em) FROM sorteios WHERE situacao = 'aberto'",
            limite=timedelta(seconds=30),
            motivo="um sorteio comprometido espera pelo pulso do barramento",
        )
    ],
    config=ConfigD6a,
    duravel=True,  # who is drawn depends on when the list was fixed: nothing can compute it again
    em_falha="parar",  # a pulse left out is a draw that never ends
)
