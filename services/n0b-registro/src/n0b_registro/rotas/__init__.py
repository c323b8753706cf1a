"""The HTTP of N-0b: the Confluent Schema Registry protocol, and the catalogue in Portuguese."""

from n0b_registro.rotas.ajustes import ajustes
from n0b_registro.rotas.assuntos import assuntos
from n0b_registro.rotas.catalogo import catalogo
from n0b_registro.rotas.compatibilidade import compatibilidade
from n0b_registro.rotas.esquemas import esquemas

registro = [assuntos, esquemas, ajustes, compatibilidade]

__all__ = ["catalogo", "registro"]
