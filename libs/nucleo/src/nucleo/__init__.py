"""The core of O Formigueiro: the only thing that a colony imports besides itself."""

from nucleo.colonia import Colonia, Espera, Periodico
from nucleo.config import Config
from nucleo.evento import Evento, Recebido, Registro
from nucleo.uow import UnidadeDeTrabalho

__all__ = ["Colonia", "Config", "Espera", "Evento", "Periodico", "Recebido", "Registro", "UnidadeDeTrabalho"]
