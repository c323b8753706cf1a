"""The examples that contracts bring, as payloads for tests."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from nucleo import contratos
from nucleo.avro.construcao import construtor
from nucleo.contratos.leitura import campos_do_payload, pasta_dos_contratos
from nucleo.payload import Payload

P = TypeVar("P", bound=Payload)

_CONVERSOES: dict[str, Callable[[Any], Any]] = {
    "uuid": UUID,
    "timestamp-micros": datetime.fromisoformat,
    "bytes": base64.b64decode,
}


def exemplo(classe: type[P], **campos: Any) -> P:
    """Return the payload of the example of a contract's newest version, with some of its fields replaced."""
    contrato = contratos.carregar().por_tipo[classe.TIPO]
    arquivo = pasta_dos_contratos() / contrato.topico / "exemplos" / f"{classe.VERSAO}.json"
    esquema = {"type": "record", "fields": campos_do_payload(contrato.vigente.esquema)}
    dados = do_json(esquema, json.loads(arquivo.read_text("utf-8"))["payload"])
    feito: P = replace(construtor(classe)(dados), **campos)
    return feito


def do_json(tipo: Any, valor: Any) -> Any:
    """Return the value of an Avro type from its plain JSON; unknown keys stay, so that the codec refuses them."""
    match tipo:
        case ["null", outro]:
            return None if valor is None else do_json(outro, valor)
        case {"type": "record", "fields": campos}:
            tipos = {campo["name"]: campo["type"] for campo in campos}
            return {nome: do_json(tipos.get(nome, "string"), interno) for nome, interno in valor.items()}
        case {"type": "array", "items": itens}:
            return [do_json(itens, interno) for interno in valor]
        case {"logicalType": logico}:
            return _CONVERSOES[logico](valor)
    return _CONVERSOES[tipo](valor) if tipo in _CONVERSOES else valor
