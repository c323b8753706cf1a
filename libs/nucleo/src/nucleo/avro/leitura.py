"""From what Avro stores to Python values: ids and instants, compiled once a schema.

fastavro looks each logical type up by a text that it makes for each value; doing it here takes half the time.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from asyncpg.pgproto import pgproto

Leitura = Callable[[Any], Any]
_EPOCA = datetime(1970, 1, 1, tzinfo=UTC)


def sem_logicos(tipo: Any) -> Any:
    """The schema with ids as plain text and instants as plain numbers; other logical types stay fastavro's."""
    if isinstance(tipo, list):
        return [sem_logicos(opcao) for opcao in tipo]
    if not isinstance(tipo, dict):
        return tipo
    if tipo.get("logicalType") in _PROPRIOS:
        return tipo["type"]
    mudado = {**tipo}
    for parte in ("type", "items"):
        if isinstance(mudado.get(parte), dict | list):
            mudado[parte] = sem_logicos(mudado[parte])
    if "fields" in mudado:
        mudado["fields"] = [sem_logicos(campo) for campo in mudado["fields"]]
    return mudado


def compilar(tipo: Any, nomeados: dict[str, Leitura | None] | None = None) -> Leitura | None:
    """How values of the Avro type `tipo` become Python's, records in place; None when they are so already."""
    nomeados = {} if nomeados is None else nomeados
    match tipo:
        case list():
            return _anulavel([compilar(opcao, nomeados) for opcao in tipo])
        case {"logicalType": logico} if logico in _PROPRIOS:
            return _PROPRIOS[logico]
        case {"type": "record", "name": nome, "fields": campos}:
            itens = [(campo["name"], compilar(campo["type"], nomeados)) for campo in campos]
            nomeados[nome] = _registro([(campo, ler) for campo, ler in itens if ler is not None])
            return nomeados[nome]
        case {"type": "array", "items": itens}:
            return _lista(compilar(itens, nomeados))
    return nomeados.get(tipo) if isinstance(tipo, str) else None


def _anulavel(opcoes: list[Leitura | None]) -> Leitura | None:
    conversoes = [opcao for opcao in opcoes if opcao is not None]
    if not conversoes:
        return None
    [ler] = conversoes  # the house has no union but with null
    return lambda valor: None if valor is None else ler(valor)


def _registro(itens: list[tuple[str, Leitura]]) -> Leitura | None:
    def ler(valor: dict[str, Any]) -> dict[str, Any]:
        for nome, converter in itens:
            valor[nome] = converter(valor[nome])
        return valor

    return ler if itens else None


def _lista(item: Leitura | None) -> Leitura | None:
    return None if item is None else lambda valores: [item(valor) for valor in valores]


def _instante(micros: int) -> datetime:
    return _EPOCA + timedelta(0, 0, micros)


_PROPRIOS: dict[str, Leitura] = {"uuid": pgproto.UUID, "timestamp-micros": _instante}
"""asyncpg's UUID is a `uuid.UUID` that reads text six times as fast and goes to PostgreSQL as it is."""
