"""A counsellor of the story: enters with an account, asks to act, and works through the public door."""

import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

import httpx

from formigueiro.cidadao import CidadaoDentro, entrar
from formigueiro.pilha.erros import FalhaDaPilha

ESPERA_S = 60.0


def ate(oque: str, condicao: Callable[[], Any], segundos: float = ESPERA_S) -> Any:
    """Ask until the answer is true, and return it. Raises `FalhaDaPilha` saying what never came."""
    limite = time.monotonic() + segundos
    while not (valor := condicao()):
        if time.monotonic() > limite:
            raise FalhaDaPilha(f"Esperei {segundos:g} s por {oque}.")
        time.sleep(0.1)
    return valor


class Conselheira:
    """One account, and what it does as a counsellor."""

    def __init__(self, porta: str, nome: str) -> None:
        self.nome = nome
        self._dentro: CidadaoDentro = entrar(porta, nome)
        self._porta = httpx.Client(base_url=porta, timeout=30, trust_env=False)

    def fechar(self) -> None:
        """Close the connection."""
        self._porta.close()

    def candidatar(self, unidade: UUID) -> None:
        """Ask to act in a unit, trained."""
        self.pedir("POST", "/api/conselheiros", {"unidade_civica_id": str(unidade), "capacitacao_concluida": True})
        ate(f"{self.nome} ser registrada", self.situacao)

    def situacao(self) -> dict[str, Any] | None:
        """Her own view; None until D-6a knows her."""
        resposta = self._porta.get("/d6a/conselheiros/me/situacao", headers=self._dentro.cabecalhos)
        return None if resposta.status_code == 404 else _dados(resposta)

    def ativa(self) -> UUID | None:
        """The demand that she holds now."""
        ativa = ((self.situacao() or {}).get("demanda_ativa") or {}).get("demanda_id")
        return UUID(ativa) if ativa else None

    def sorteada(self, menos: UUID | None = None) -> UUID:
        """Wait until she holds a demand other than `menos`, known to every colony, and return it."""
        demanda: UUID = ate(f"{self.nome} ser sorteada", lambda: None if (d := self.ativa()) == menos else d)
        ate("a relatoria saber do sorteio", lambda: self.acompanhamento(demanda))
        return demanda

    def acompanhamento(self, demanda: UUID) -> dict[str, Any] | None:
        """What D-6b shows her of her follow-up of a demand; None until it knows."""
        resposta = self._porta.get(f"/d6b/demandas/{demanda}/acompanhamento", headers=self._dentro.cabecalhos)
        seu: dict[str, Any] | None = resposta.json()["acompanhamento"] if resposta.is_success else None
        return seu

    def recusar(self, demanda: UUID, motivo: str) -> None:
        """Refuse the demand that she holds."""
        ate(
            "a porta saber do sorteio",
            lambda: self._tentar("POST", f"/api/demandas/{demanda}/recusas", {"motivo": motivo}),
        )

    def contar(self, demanda: UUID, tipo: str, texto: str, **campos: str) -> None:
        """Register an update of what she did."""
        corpo = {"tipo": tipo, "texto": texto, "campos": campos}
        ate("a porta saber do sorteio", lambda: self._tentar("POST", f"/api/demandas/{demanda}/atualizacoes", corpo))

    def ratificar(self, demanda: UUID) -> None:
        """Say that what citizens concluded is concluded."""
        self.pedir("POST", f"/d6b/demandas/{demanda}/ratificar-conclusao")

    def pedir(self, metodo: str, caminho: str, corpo: dict[str, Any] | None = None) -> Any:
        """Make a request in her name; a refusal becomes a sentence."""
        return _dados(self._porta.request(metodo, caminho, json=corpo, headers=self._dentro.cabecalhos))

    def _tentar(self, metodo: str, caminho: str, corpo: dict[str, Any]) -> bool:
        """False while the door has not heard of the draw yet."""
        resposta = self._porta.request(metodo, caminho, json=corpo, headers=self._dentro.cabecalhos)
        if resposta.status_code == 404:
            return False
        _dados(resposta)
        return True


def _dados(resposta: httpx.Response) -> Any:
    if resposta.is_error:
        problema = resposta.json() if "json" in resposta.headers.get("content-type", "") else {}
        raise FalhaDaPilha(f"{resposta.request.url.path}: {problema.get('detail', resposta.status_code)}")
    return resposta.json()
