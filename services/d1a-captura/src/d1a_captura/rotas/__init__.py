"""What citizens and counsellors reach: the capture, the commands, the text reviser, and the door to the colonies."""

from d1a_captura.rotas.assistencia import assistencia
from d1a_captura.rotas.atualizacoes import atualizacoes
from d1a_captura.rotas.conselheiros import conselheiros
from d1a_captura.rotas.demandas import captura, demandas
from d1a_captura.rotas.porta import porta

TODAS = (captura, demandas, atualizacoes, conselheiros, assistencia, porta)
