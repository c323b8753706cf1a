"""What the citizen reaches: the capture, the text reviser, and the door to the other colonies."""

from d1a_captura.rotas.assistencia import assistencia
from d1a_captura.rotas.demandas import captura, demandas
from d1a_captura.rotas.porta import porta

TODAS = (captura, demandas, assistencia, porta)
