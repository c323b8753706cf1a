"""The labelled sentences: how they are read and when an answer counts as right."""

import csv
from dataclasses import dataclass
from pathlib import Path

ARQUIVO = Path(__file__).with_name("frases_rotuladas.csv")


@dataclass(frozen=True)
class Frase:
    """`aceitas` is empty for an off-topic sentence; for two problems in one, either answer is right."""

    id: str
    conjunto: str
    texto: str
    aceitas: frozenset[str]
    marcas: frozenset[str]


def ler_frases(conjunto: str | None = None, arquivo: Path = ARQUIVO) -> list[Frase]:
    with arquivo.open(encoding="utf-8", newline="") as linhas:
        frases = [_frase(linha) for linha in csv.DictReader(linhas)]
    return [f for f in frases if conjunto in (None, f.conjunto)]


def _frase(linha: dict[str, str]) -> Frase:
    aceitas = {linha["categoria_id"], *linha["tambem_aceitas"].split("|")} - {""}
    return Frase(
        linha["id"], linha["conjunto"], linha["texto"], frozenset(aceitas), frozenset(linha["marcas"].split("|")) - {""}
    )
