"""A fictitious citizen who enters as anybody does: through the public door, the test provider, and back."""

import re
import unicodedata
from dataclasses import dataclass
from uuid import UUID

import httpx

from formigueiro.pilha.emissor import SIGLA
from formigueiro.pilha.erros import FalhaDaPilha


@dataclass(frozen=True)
class CidadaoDentro:
    """Who entered. The token lasts some minutes; `renovar` gives the next."""

    porta: str
    nome: str
    cidadao_id: UUID
    token: str
    token_renovacao: str

    @property
    def cabecalhos(self) -> dict[str, str]:
        """What identifies the citizen in a request."""
        return {"Authorization": f"Bearer {self.token}"}

    def renovar(self) -> "CidadaoDentro":
        """The same citizen with the next token, which brings the roles of now."""
        corpo = {"token_renovacao": self.token_renovacao}
        with httpx.Client(base_url=self.porta, timeout=30, trust_env=False) as porta:
            return _dentro(self.porta, self.nome, porta.post("/api/sessao/renovar", json=corpo))


def entrar(porta: str, nome: str, anonimo: UUID | None = None) -> CidadaoDentro:
    """Logs a citizen in by name: the same name is the same account for as long as the system keeps its data.

    Args:
        porta: base URL of the gateway (or of C-1 itself).
        nome: full name; what the test provider knows the person by derives from it.
        anonimo: the `X-Cidadao-Id` that the person used before, which becomes the account's.
    """
    cabecalhos = {"X-Cidadao-Id": str(anonimo)} if anonimo else {}
    with httpx.Client(base_url=porta, timeout=30, trust_env=False) as cliente:
        ida = cliente.get(f"/api/sessao/entrar/{SIGLA}", headers=cabecalhos)
        volta = _autorizar(_destino(ida), nome)
        return _dentro(porta, nome, cliente.get(volta.raw_path.decode()))


def apelido(nome: str) -> str:
    """What the test provider knows a person by: `maria.d.agua` for “Maria d’Água”."""
    sem_acentos = unicodedata.normalize("NFKD", nome.replace("’", "'")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", ".", sem_acentos.lower()).strip(".")


def _autorizar(pedido: httpx.URL, nome: str) -> httpx.URL:
    """What the person does at the provider's page: say who they are, and agree."""
    sub = apelido(nome)
    with httpx.Client(base_url=pedido.copy_with(raw_path=b"/"), timeout=30, trust_env=False) as emissor:
        emissor.put(f"/users/{sub}", json={"name": nome, "email": f"{sub}@exemplo.org"}).raise_for_status()
        return _destino(emissor.post(pedido, data={"sub": sub}))


def _dentro(porta: str, nome: str, resposta: httpx.Response) -> CidadaoDentro:
    dados = _conferida(resposta).json()
    return CidadaoDentro(porta, nome, UUID(dados["cidadao_id"]), dados["token"], dados["token_renovacao"])


def _destino(resposta: httpx.Response) -> httpx.URL:
    return httpx.URL(_conferida(resposta).headers["location"])


def _conferida(resposta: httpx.Response) -> httpx.Response:
    if resposta.is_error:
        raise FalhaDaPilha(f"A entrada falhou ({resposta.status_code}): {resposta.text[:300]}")
    return resposta
