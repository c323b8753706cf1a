"""Measures the classifier on the labelled sentences and, where the data is at hand, on São Paulo's 156 requests.

Prints rows for bench/resultados.json, as JSON on the last line, or writes them to a file:
    python services/d3-categorizacao/bench/medir.py [--saida arquivo.json]

The sentences: half ('calibracao') taught the curve and the dictionary, half ('avaliacao') is held out; only the
held-out half is reported. One author wrote sentences and dictionary, so these numbers are kinder than strangers' words
will be. The 156 has no citizens' words, only subject and service: each request counts as the text "subject. service",
and services whose category in mapa_sp156.csv is empty are not demands.
"""

import argparse
import csv
import gzip
import json
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import frases

from d3_categorizacao.dominio.classificador import classificador

AUTOMATICO, MINIMO = 0.85, 0.70
ALVO_POR_SEGUNDO = 1_000
DEMANDAS = Path(__file__).resolve().parents[4] / "shared" / "dados" / "demandas"
MAPA = Path(__file__).with_name("mapa_sp156.csv")


@dataclass(frozen=True)
class Exemplo:
    texto: str
    aceitas: frozenset[str]
    peso: int = 1


def das_frases(conjunto: str) -> list[Exemplo]:
    return [Exemplo(f.texto, f.aceitas) for f in frases.ler_frases(conjunto)]


def do_sp156(pasta: Path = DEMANDAS) -> list[Exemplo]:
    """One example a (subject, service), weighted by its number of requests; empty where the data is absent."""
    with MAPA.open(encoding="utf-8", newline="") as linhas:
        mapa = {linha["servico"]: linha["categoria_id"] for linha in csv.DictReader(linhas)}
    pedidos: Counter[tuple[str, str]] = Counter()
    for arquivo in sorted(pasta.glob("sp156_*.csv.gz")):
        with gzip.open(arquivo, "rt", encoding="utf-8", newline="") as linhas:
            pedidos.update((p["assunto"], p["servico"]) for p in csv.DictReader(linhas))
    return [
        Exemplo(f"{assunto}. {servico}", frozenset({mapa[servico]} - {""}), vezes)
        for (assunto, servico), vezes in sorted(pedidos.items())
    ]


def medir(exemplos: Iterable[Exemplo]) -> dict[str, float]:
    """Accuracy (first candidate, texts with a category) and, at each threshold, precision and coverage of all texts."""
    soma: Counter[str] = Counter()
    for exemplo in exemplos:
        principal = classificador().classificar(exemplo.texto).principal
        confianca = principal.confianca if principal else 0.0
        certa = principal is not None and principal.categoria_id in exemplo.aceitas
        soma["todas"] += exemplo.peso
        soma["com_categoria"] += exemplo.peso * bool(exemplo.aceitas)
        soma["certas"] += exemplo.peso * certa
        for limiar in (AUTOMATICO, MINIMO):
            soma[f"acima_{limiar}"] += exemplo.peso * (confianca >= limiar)
            soma[f"certas_{limiar}"] += exemplo.peso * (certa and confianca >= limiar)
    medidas = {"acuracia": soma["certas"] / soma["com_categoria"]}
    for limiar in (AUTOMATICO, MINIMO):
        medidas[f"precisao_{limiar}"] = soma[f"certas_{limiar}"] / max(soma[f"acima_{limiar}"], 1)
        medidas[f"cobertura_{limiar}"] = soma[f"acima_{limiar}"] / soma["todas"]
    return medidas


def linhas() -> list[dict[str, Any]]:
    """Rows of bench/resultados.json."""
    conjuntos = {"frases (metade reservada)": das_frases("avaliacao"), "SP156": do_sp156()}
    return [
        *(linha for nome, exemplos in conjuntos.items() if exemplos for linha in _do_conjunto(nome, exemplos)),
        _da_velocidade(),
    ]


def _do_conjunto(nome: str, exemplos: list[Exemplo]) -> Iterable[dict[str, Any]]:
    medidas = medir(exemplos)
    yield _linha(f"D-3 acurácia, {nome}", medidas["acuracia"])
    for limiar in (AUTOMATICO, MINIMO):
        yield _linha(f"D-3 precisão com confiança >= {limiar}, {nome}", medidas[f"precisao_{limiar}"], limiar)
        yield _linha(f"D-3 cobertura com confiança >= {limiar}, {nome}", medidas[f"cobertura_{limiar}"])


def _da_velocidade() -> dict[str, Any]:
    textos = [f.texto for f in frases.ler_frases()]
    for texto in textos:
        classificador().classificar(texto)
    inicio = time.process_time()
    for texto in textos:
        classificador().classificar(texto)
    por_segundo = len(textos) / (time.process_time() - inicio)
    return _linha("D-3 textos classificados por segundo de CPU", por_segundo, ALVO_POR_SEGUNDO, "textos/s")


def _linha(nome: str, valor: float, alvo: float | None = None, unidade: str = "fração") -> dict[str, Any]:
    return {
        "nome": nome,
        "valor": round(valor, 4),
        "unidade": unidade,
        "piso": None,
        "razao": None,
        "alvo": None if alvo is None else f"≥ {alvo:g}",
        "atingido": None if alvo is None else valor >= alvo,
    }


if __name__ == "__main__":
    opcoes = argparse.ArgumentParser(description="Mede o classificador da D-3.")
    opcoes.add_argument("--saida", type=Path, help="arquivo JSON; sem ele, escreve na tela")
    saida = opcoes.parse_args().saida
    texto = json.dumps(linhas(), ensure_ascii=False)
    print(texto) if saida is None else saida.write_text(f"{texto}\n", encoding="utf-8")
