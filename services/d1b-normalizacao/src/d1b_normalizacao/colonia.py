"""D-1b: turns the raw report into structured fields, with a confidence, keeping the raw."""

from d1b_normalizacao import consumidores, estado, rotas
from d1b_normalizacao.ajustes import ConfigD1b
from nucleo import Colonia

colonia = Colonia(
    "D-1b",
    nome="d1b-normalizacao",
    porta=8101,
    resumo="Normalização: o relato do cidadão vira campos estruturados; o dado bruto nunca é descartado.",
    tabelas=estado.Base.metadata,
    consome={"demanda.recebida": consumidores.normalizar},
    produz=["demanda.normalizada"],
    rotas=[rotas.internas],
    config=ConfigD1b,
)
