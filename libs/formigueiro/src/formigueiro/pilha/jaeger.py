"""Jaeger, built once from its Go module where Go is present; it keeps the traces in memory."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.pilha.parte import esperar_pronta
from formigueiro.pilha.portas import ENDERECO, escuta, exigir_livre
from formigueiro.pilha.processo import Processo

PROGRAMA = "github.com/jaegertracing/jaeger/cmd/jaeger"
VERSAO = "v1.76.0"


class Jaeger:
    """The query API on one port, OTLP over HTTP on the other."""

    nome = "jaeger"

    def __init__(self, pasta: Path, porta: int, porta_otlp: int, *, cache: Path) -> None:
        self.casa = pasta.resolve() / "jaeger"
        self.porta = porta
        self.porta_otlp = porta_otlp
        self.binario = cache / f"jaeger-{VERSAO}"
        self.processo = Processo("jaeger", self.casa)

    @property
    def ambiente(self) -> dict[str, str]:
        """Where colonies send their spans: all of them, for who asked to see traces."""
        return {
            "FORMIGUEIRO_OTLP_URL": f"http://{ENDERECO}:{self.porta_otlp}",
            "FORMIGUEIRO_RASTROS_AMOSTRA": "1",
        }

    def preparar(self) -> None:
        """Builds the program in a throw-away module (some minutes, once)."""
        if self.binario.exists():
            return
        if shutil.which("go") is None:
            raise FalhaDaPilha(
                "O Jaeger é construído com Go, que não está instalado (apt-get install golang). "
                "Para usar outro coletor OTLP, indique o endereço dele em FORMIGUEIRO_OTLP_URL."
            )
        oficina = self.binario.with_name(f"{self.binario.name}.{os.getpid()}")
        oficina.mkdir(parents=True)
        try:
            for comando in (("mod", "init", "oficina"), ("get", f"{PROGRAMA}@{VERSAO}"), ("build", PROGRAMA)):
                _go(oficina, *comando)
            (oficina / "jaeger").rename(self.binario)
        finally:
            shutil.rmtree(oficina, ignore_errors=True)

    def iniciar(self) -> None:
        """Starts the server and waits until it answers."""
        self.preparar()
        if not self.processo.vivo():
            exigir_livre(self.porta, de="Jaeger", ajuste="FORMIGUEIRO_PORTA_JAEGER")
            exigir_livre(self.porta_otlp, de="Jaeger, OTLP", ajuste="FORMIGUEIRO_PORTA_OTLP")
            self.casa.mkdir(parents=True, exist_ok=True)
            configuracao = self.casa / "jaeger.json"
            configuracao.write_text(json.dumps(self._configuracao(), indent=1))
            self.processo.iniciar([self.binario, "--config", configuracao])
        esperar_pronta(self, registro=self.processo.registro, viva=lambda: bool(self.processo.vivo()))

    def parar(self) -> None:
        """Stops the server; its traces go with it."""
        self.processo.parar()

    def apagar(self) -> None:
        """Removes its log."""
        shutil.rmtree(self.casa, ignore_errors=True)

    def impedimento(self) -> str | None:
        """Why the server does not answer."""
        if not self.processo.vivo():
            return "não está no ar"
        return None if escuta(self.porta) and escuta(self.porta_otlp) else "ainda não aceita conexões"

    def _configuracao(self) -> dict[str, object]:
        otlp = {"protocols": {"http": {"endpoint": f"{ENDERECO}:{self.porta_otlp}"}}}
        return {
            "service": {
                "extensions": ["jaeger_storage", "jaeger_query"],
                "pipelines": {"traces": {"receivers": ["otlp"], "exporters": ["jaeger_storage_exporter"]}},
                "telemetry": {"metrics": {"level": "none"}, "logs": {"level": "warn"}},
            },
            "extensions": {
                "jaeger_storage": {"backends": {"memoria": {"memory": {"max_traces": 100_000}}}},
                "jaeger_query": {
                    "storage": {"traces": "memoria"},
                    "http": {"endpoint": f"{ENDERECO}:{self.porta}"},
                    "grpc": {"endpoint": f"{ENDERECO}:0"},
                },
            },
            "receivers": {"otlp": otlp},
            "exporters": {"jaeger_storage_exporter": {"trace_storage": "memoria"}},
        }


def _go(pasta: Path, *argumentos: str) -> None:
    feito = subprocess.run(["go", *argumentos], cwd=pasta, capture_output=True, text=True, check=False)
    if feito.returncode != 0:
        raise FalhaDaPilha(f"O Jaeger não pôde ser construído: {feito.stderr[-1500:]}")
