"""The published versions of the parameters: one YAML file each, validated when read."""

from datetime import datetime
from functools import cache
from importlib.resources import files

import yaml

from d4_ranking.dominio import parametros
from d4_ranking.dominio.parametros import Parametros


@cache
def publicados() -> tuple[Parametros, ...]:
    """Every version that ships with the colony, from the oldest to the one that comes into force last."""
    arquivos = (arquivo for arquivo in files(__name__).iterdir() if arquivo.name.endswith(".yaml"))
    versoes = (Parametros.model_validate(yaml.safe_load(arquivo.read_bytes())) for arquivo in arquivos)
    return tuple(sorted(versoes, key=lambda p: p.vigente_desde))


def vigente(em: datetime) -> Parametros:
    """The version in force at an instant."""
    return parametros.vigente(publicados(), em)
