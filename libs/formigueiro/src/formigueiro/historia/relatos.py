"""The forty reports, as data."""

from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Literal
from uuid import UUID

import yaml

Espera = Literal["comum", "revisao", "repetida", "fora_do_territorio", "fora_da_caixa"]


@dataclass(frozen=True)
class Relato:
    """What one citizen says of one place, and what the story expects of it."""

    cidadao: int
    texto: str
    lat: float
    lng: float
    espera: Espera = "comum"
    contesta: bool = False
    decide: str = ""

    @cached_property
    def cidadao_id(self) -> UUID:
        """The citizen's anonymous id: a UUID v4, the same in every telling."""
        return UUID(int=0x0F0F_0000_0000_4000_8000_0000_0000_0000 + self.cidadao)

    @property
    def corpo(self) -> dict[str, object]:
        """The body of the POST."""
        return {
            "texto_bruto": self.texto,
            "tipo_midia": "texto",
            "localizacao_bruta": {"lat": self.lat, "lng": self.lng},
            "canal": "web",
            "termos_versao": "1.0",
        }


def relatos() -> list[Relato]:
    """All of them, in the order in which they are told."""
    dados = yaml.safe_load((files(__package__) / "relatos.yaml").read_text())
    lugares = dados["lugares"]
    return [
        Relato(
            cidadao=r["cidadao"],
            texto=r["texto"],
            lat=lugares[r["lugar"]][0],
            lng=lugares[r["lugar"]][1],
            espera=r.get("espera", "comum"),
            contesta=r.get("contesta", False),
            decide=r.get("decide", ""),
        )
        for r in dados["relatos"]
    ]
