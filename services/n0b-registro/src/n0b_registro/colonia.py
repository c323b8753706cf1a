"""N-0b: the official language of the system: the catalogue of event types and the registry of their schemas."""

from n0b_registro import rotas
from n0b_registro.acoes import consumidores, semear
from n0b_registro.config import ConfigRegistro
from n0b_registro.estado.tabelas import Base
from nucleo import Colonia

colonia = Colonia(
    "N-0b",
    nome="n0b-registro",
    porta=8081,
    resumo="Catálogo dos tipos de evento e registro dos seus esquemas Avro, no protocolo da Confluent.",
    tabelas=Base.metadata,
    rotas=[*rotas.registro, rotas.catalogo],
    recursos=[semear.abrir, consumidores.abrir_consumidores],
    config=ConfigRegistro,
)
