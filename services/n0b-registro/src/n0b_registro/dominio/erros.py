"""What the rules refuse."""


class EsquemaInvalido(ValueError):
    """A text that is not a usable Avro schema; the sentence says where."""


class EsquemaGrandeDemais(EsquemaInvalido):
    """A schema above the size that a registry keeps."""
