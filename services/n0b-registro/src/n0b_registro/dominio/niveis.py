"""Compatibility levels and modes of a subject."""

from enum import StrEnum


class Nivel(StrEnum):
    """What a new version must be able to do with the earlier ones."""

    NONE = "NONE"
    BACKWARD = "BACKWARD"
    BACKWARD_TRANSITIVE = "BACKWARD_TRANSITIVE"
    FORWARD = "FORWARD"
    FORWARD_TRANSITIVE = "FORWARD_TRANSITIVE"
    FULL = "FULL"
    FULL_TRANSITIVE = "FULL_TRANSITIVE"

    @property
    def transitivo(self) -> bool:
        """Against every earlier version, not only the last."""
        return self.endswith("_TRANSITIVE")

    @property
    def le_o_passado(self) -> bool:
        """The new schema reads what the old one wrote."""
        return self.startswith(("BACKWARD", "FULL"))

    @property
    def e_lido_pelo_passado(self) -> bool:
        """The old schema reads what the new one writes."""
        return self.startswith(("FORWARD", "FULL"))


class Modo(StrEnum):
    """What may be done with a subject."""

    READWRITE = "READWRITE"
    READONLY = "READONLY"
    READONLY_OVERRIDE = "READONLY_OVERRIDE"
    IMPORT = "IMPORT"

    @property
    def so_leitura(self) -> bool:
        """Nothing is registered, deleted or configured."""
        return self in (Modo.READONLY, Modo.READONLY_OVERRIDE)


NIVEL_PADRAO = Nivel.BACKWARD
MODO_PADRAO = Modo.READWRITE
