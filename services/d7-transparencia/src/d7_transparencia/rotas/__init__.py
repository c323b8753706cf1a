"""HTTP: everything here is public and only reads, except the rebuild."""

from d7_transparencia.rotas.demandas import demandas
from d7_transparencia.rotas.reconstrucao import reconstrucao
from d7_transparencia.rotas.unidades import unidades

TODAS = [demandas, unidades, reconstrucao]
