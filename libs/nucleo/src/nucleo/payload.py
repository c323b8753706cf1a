"""The base of every generated payload class of `nucleo.eventos`."""

from typing import ClassVar


class Payload:
    """What an event says: one dataclass a type, its attributes the fields of the newest version."""

    __slots__ = ()

    TIPO: ClassVar[str]
    """Canonical type name, accents included."""

    VERSAO: ClassVar[str]
    """The version of the contract that the class mirrors."""
