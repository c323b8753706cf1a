"""N-0a: archives every event append-only, numbers it after its cause, and serves the archive."""

from datetime import timedelta

from n0a_barramento import arquivo, estado, rotas
from nucleo import Colonia, Periodico

colonia = Colonia(
    "N-0a",
    nome="n0a-barramento",
    porta=8090,
    resumo="Barramento: o histórico completo e numerado dos eventos, para auditoria.",
    tabelas=estado.Base.metadata,
    consome_tudo=arquivo.arquivar,
    rotas=[rotas.operacionais, rotas.publicas],
    periodicos=[Periodico("n0a.soltar", timedelta(seconds=1), arquivo.soltar_vencidos)],
)
