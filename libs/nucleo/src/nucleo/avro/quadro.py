"""The Confluent wire format: a zero byte, the id of the schema in four bytes (big endian), the Avro body."""

import struct

from nucleo.avro.escrita import PayloadInvalido

_CABECALHO = struct.Struct(">BI")


def enquadrar(id_esquema: int, corpo: bytes) -> bytes:
    """The value of a record: the framing, then `corpo`."""
    return _CABECALHO.pack(0, id_esquema) + corpo


def desenquadrar(valor: bytes) -> tuple[int, bytes]:
    """The id of the writer schema and the Avro body of a value; `PayloadInvalido` if it is not framed."""
    if len(valor) < _CABECALHO.size:
        raise PayloadInvalido(f"registro de {len(valor)} bytes, menor que o cabeçalho do formato Confluent")
    magico, id_esquema = _CABECALHO.unpack_from(valor)
    if magico != 0:
        raise PayloadInvalido(f"registro fora do formato Confluent: começa com o byte {magico}")
    return id_esquema, valor[_CABECALHO.size :]
