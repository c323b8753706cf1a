"""N-0a: archives every event append-only, numbers it after its cause, tells the numbers, and serves the archive."""

from datetime import timedelta

from n0a_barramento import arquivo, estado, pulso, rotas
from nucleo import Colonia, Periodico

colonia = Colonia(
    "N-0a",
    nome="n0a-barramento",
    porta=8090,
    resumo="Barramento: o histórico completo e numerado dos eventos, para auditoria.",
    tabelas=estado.Base.metadata,
    consome_tudo=arquivo.arquivar,
    produz=["barramento.pulso"],
    rotas=[rotas.operacionais, rotas.publicas],
    periodicos=[
        Periodico("n0a.soltar", timedelta(seconds=1), arquivo.soltar_vencidos),
        Periodico("n0a.pulsar", pulso.INTERVALO, pulso.pulsar),
    ],
    folga=pulso.INTERVALO,  # nothing of it is told before
    duravel=True,  # a number that a pulse has told, or a reader has seen, stays with its event
)
