"""Package data of D-3, read once: the files the committees and the calibration own."""

import json
from importlib.resources import files
from typing import Any

import yaml

_LEITOR = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PASTA = files("d3_categorizacao") / "dados"


def ler_bytes(nome: str) -> bytes:
    return (_PASTA / nome).read_bytes()


def ler_yaml(nome: str) -> Any:
    return yaml.load(ler_bytes(nome), Loader=_LEITOR)


def ler_json(nome: str) -> Any:
    return json.loads(ler_bytes(nome))
