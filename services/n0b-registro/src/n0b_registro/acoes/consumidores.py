"""Who consumes each event type. Consumers are in the declarations of the colonies, which the core may not import:
they come from a file that is generated from those declarations.
"""

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from n0b_registro.config import ConfigRegistro
from nucleo.contratos.leitura import pasta_dos_contratos

ARQUIVO = "consumidores.json"


class ConsumidoresInvalidos(ValueError):
    """The file of consumers is not an object of lists of names."""


@dataclass(frozen=True, slots=True)
class Consumidores:
    """Colonies that consume each event type."""

    por_tipo: Mapping[str, tuple[str, ...]]

    def de(self, tipo: str) -> tuple[str, ...]:
        """Who consumes a type, in order."""
        return self.por_tipo.get(tipo, ())


async def abrir_consumidores(config: ConfigRegistro, _viva: object) -> AsyncIterator[Consumidores]:
    """Resource of the colony: who consumes what; nobody, where the file was not generated."""
    pasta = config.pasta_contratos or pasta_dos_contratos()
    yield ler_consumidores(config.consumidores_arquivo or pasta / ARQUIVO)


def ler_consumidores(arquivo: Path) -> Consumidores:
    """Read the generated file: `{type: [colony, …]}`."""
    if not arquivo.exists():
        return Consumidores({})
    conteudo = json.loads(arquivo.read_text("utf-8"))
    if not isinstance(conteudo, dict) or not all(isinstance(nomes, list) for nomes in conteudo.values()):
        raise ConsumidoresInvalidos(f"{arquivo.name}: não é um objeto de listas de colônias")
    return Consumidores({tipo: tuple(sorted(map(str, nomes))) for tipo, nomes in conteudo.items()})
