"""Learns dados/calibracao.json from the calibration half of the labelled sentences. Deterministic.

Run it after any change of dados/lexico.yaml or of the classifier:
    python services/d3-categorizacao/bench/calibrar.py
"""

import hashlib
import json
from importlib.resources import files
from pathlib import Path

import frases

from d3_categorizacao.dominio.calibracao import Calibracao, aprender
from d3_categorizacao.dominio.classificador import Classificador
from d3_categorizacao.dominio.lexico import lexico

DADOS = Path(str(files("d3_categorizacao"))) / "dados"
NEUTRA = Calibracao(versao="0", insumos_sha256="", exemplos=0, indices=[0.0], confiancas=[0.0])


def insumos_sha256() -> str:
    """What the curve depends on: the dictionary and the sentences."""
    return hashlib.sha256((DADOS / "lexico.yaml").read_bytes() + frases.ARQUIVO.read_bytes()).hexdigest()


def calibrar(versao: str) -> Calibracao:
    classificador = Classificador(lexico(), NEUTRA)
    exemplos = frases.ler_frases("calibracao")
    pares = [
        (candidata.indice, candidata.categoria_id in frase.aceitas)
        for frase in exemplos
        for candidata in classificador.classificar(frase.texto).candidatas
    ]
    indices, confiancas = aprender(pares)
    return Calibracao(
        versao=versao, insumos_sha256=insumos_sha256(), exemplos=len(exemplos), indices=indices, confiancas=confiancas
    )


if __name__ == "__main__":
    arquivo = DADOS / "calibracao.json"
    nova = calibrar(json.loads(arquivo.read_text())["versao"])
    arquivo.write_text(json.dumps(nova.model_dump(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"calibração {nova.versao}: {nova.exemplos} frases, {len(nova.indices)} degraus")
