"""TEST ONLY: an OpenID Connect provider that asks for no password. Whoever types a name enters as that name."""

import shutil
import sys
from pathlib import Path

from formigueiro.pilha.parte import esperar_pronta, silencio
from formigueiro.pilha.portas import ENDERECO, exigir_livre
from formigueiro.pilha.processo import Processo

SIGLA = "teste"
NOME = "Emissor de teste (não pede senha)"


class EmissorDeTeste:
    """`oidc-provider-mock`, on this machine alone. It forgets everybody, and changes its key, when it stops."""

    nome = "emissor-de-teste"

    def __init__(self, pasta: Path, porta: int) -> None:
        self.casa = pasta.resolve() / "emissor"
        self.porta = porta
        self.processo = Processo("emissor", self.casa)

    @property
    def url(self) -> str:
        """The `issuer`."""
        return f"http://{ENDERECO}:{self.porta}"

    @property
    def ajuste(self) -> dict[str, dict[str, str]]:
        """What C-1 is told of it; C-1 refuses it unless it is told, too, that this is a developer's machine."""
        return {SIGLA: {"nome": NOME, "url": self.url, "cliente_id": "formigueiro", "cliente_segredo": "formigueiro"}}

    def preparar(self) -> None:
        """Nothing to fetch: the program is a wheel."""

    def iniciar(self) -> None:
        """Starts the provider and waits until it answers."""
        if not self.processo.vivo():
            exigir_livre(self.porta, de="emissor de teste", ajuste="FORMIGUEIRO_PORTA_EMISSOR")
            programa = [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock"]
            self.processo.iniciar([*programa, "--host", ENDERECO, "--port", str(self.porta), "--require-nonce", "true"])
        esperar_pronta(self, registro=self.processo.registro, viva=lambda: bool(self.processo.vivo()))

    def parar(self) -> None:
        """Stops the provider."""
        self.processo.parar()

    def apagar(self) -> None:
        """Removes its log."""
        shutil.rmtree(self.casa, ignore_errors=True)

    def impedimento(self) -> str | None:
        """Why the provider does not answer."""
        if not self.processo.vivo():
            return "não está no ar"
        return silencio(f"{self.url}/.well-known/openid-configuration")
