"""A civic unit: its identity, what makes a new version of it, and the form of its name used in searches."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from uuid import UUID, uuid5

from d2_georreferenciamento.dominio.niveis import Nivel

_ESPACO_DE_NOMES = UUID("5b0f3f0e-6a57-5d0b-9d5e-0c2a7d1f4e11")
_NAO_ALFANUMERICO = re.compile(r"[^0-9a-z]+")


@dataclass(frozen=True, slots=True)
class Unidade:
    """A unit as a source describes it. `pais` are codes of possible parents as `level:code`, nearest first."""

    id: UUID
    nivel: Nivel
    codigo: str
    nome: str
    uf: str | None
    pais: list[str]
    area_m2: float
    wkb: bytes

    @property
    def impressao(self) -> bytes:
        """Return a digest of everything that, when it changes, makes a new version of the unit."""
        textos = (self.codigo, self.nome, self.uf or "", *self.pais)
        resumo = hashlib.blake2b(digest_size=16)
        for parte in (*(t.encode() for t in textos), self.wkb):
            resumo.update(len(parte).to_bytes(8, "big") + parte)
        return resumo.digest()


def identificar(fonte: str, nivel: int, codigo: str) -> UUID:
    """Return the stable id of a unit: the same source, level and code give the same id everywhere, always.

    A colon of the source is doubled, so that it is not taken for the one that ends it.
    """
    nome = f"{fonte.replace(':', '::')}:{nivel}:{codigo}"
    return uuid5(_ESPACO_DE_NOMES, unicodedata.normalize("NFC", nome))


def normalizar_nome(nome: str) -> str:
    """Return the name without accents, case or punctuation: `Pau d'Arco` becomes `pau d arco`."""
    decomposto = unicodedata.normalize("NFKD", nome.casefold())
    sem_acento = "".join(letra for letra in decomposto if not unicodedata.combining(letra))
    return _NAO_ALFANUMERICO.sub(" ", sem_acento).strip()
