"""The broker's jars: resolved by coordinates, accepted only with the SHA-256 written in `kafka.jars`."""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from formigueiro.pilha.erros import FalhaDaPilha

VERSAO = "4.1.1"
COORDENADAS = (
    f"org.apache.kafka:kafka_2.13:{VERSAO}",
    f"org.apache.kafka:kafka-clients:{VERSAO}",
    "org.apache.logging.log4j:log4j-slf4j-impl:2.24.3",
)


def esperados() -> dict[str, str]:
    """Name → SHA-256 of every jar the broker runs on."""
    linhas = files("formigueiro.pilha").joinpath("kafka.jars").read_text().splitlines()
    return {nome: soma for soma, nome in (linha.split() for linha in linhas)}


def obter(cache: Path) -> Path:
    """The folder with the verified jars, fetched on first use."""
    pasta = cache / f"kafka-{VERSAO}"
    if not pasta.exists():
        oficina = cache / f"kafka-{VERSAO}.{os.getpid()}"
        try:
            _baixar(oficina)
            conferidos = recolher(oficina, esperados())
            if not pasta.exists():
                conferidos.rename(pasta)
        finally:
            shutil.rmtree(oficina, ignore_errors=True)
    return pasta


def recolher(origem: Path, somas: dict[str, str]) -> Path:
    """Gathers the expected jars found anywhere under a folder; one that is missing or altered raises."""
    achados = {jar.name: jar for jar in origem.rglob("*.jar")}
    destino = origem / "conferidos"
    destino.mkdir()
    for nome, soma in somas.items():
        if nome not in achados:
            raise FalhaDaPilha(f"O download do Kafka não trouxe {nome}.")
        if hashlib.sha256(achados[nome].read_bytes()).hexdigest() != soma:
            raise FalhaDaPilha(f"{nome} não confere com o SHA-256 esperado; nada dele foi usado.")
        shutil.copy(achados[nome], destino)
    return destino


def _baixar(oficina: Path) -> None:
    """Runs jgo's own resolver (no Maven needed), showing how many jars have arrived."""
    oficina.mkdir(parents=True)
    total = len(esperados())
    comando: list[str | Path] = [
        sys.executable, "-m", "jgo", "--ignore-config", "-q", "--resolver", "python", "--timeout", "120",
        "--repo-cache", oficina / "m2", "--cache-dir", oficina / "jgo", "--links", "soft",
        "info", "classpath", "+".join(COORDENADAS),
    ]  # fmt: skip
    registro = oficina / "jgo.log"
    with (
        registro.open("w") as saida,
        Progress(console=Console(stderr=True), transient=True) as barra,
        subprocess.Popen(comando, stdout=saida, stderr=saida) as resolvedor,
    ):
        tarefa = barra.add_task(f"Baixando Apache Kafka {VERSAO}", total=total)
        while resolvedor.poll() is None:
            barra.update(tarefa, completed=sum(1 for _ in (oficina / "m2").rglob("*.jar")))
            time.sleep(0.2)
    if resolvedor.returncode != 0:
        raise FalhaDaPilha(f"O Apache Kafka não pôde ser baixado: {registro.read_text()[-1500:]}")
