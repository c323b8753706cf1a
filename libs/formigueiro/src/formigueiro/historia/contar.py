"""Tells the story through the public door, as its people would: citizens, a moderator, an operator."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import httpx

from formigueiro.historia.relatos import Relato, relatos
from formigueiro.operador import Operador
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.sistema import Sistema

Aviso = Callable[[str, int, int], object]


@dataclass
class Contada:
    """What happened: the id of each accepted report by its place in the story, and the refusals."""

    demandas: dict[int, UUID] = field(default_factory=dict)
    repetida: tuple[int, dict[str, Any]] | None = None
    fora_da_caixa: tuple[int, dict[str, Any]] | None = None
    revisadas: list[UUID] = field(default_factory=list)
    contestada: UUID | None = None
    sem_territorio: list[dict[str, Any]] = field(default_factory=list)

    @property
    def primeira(self) -> UUID:
        """The first demand of the story."""
        return self.demandas[0]


class Historia:
    """One telling.

    Args:
        sistema: a running system with the demonstration territory.
        avisar: called with what is being done, how much is done and of how much.
    """

    def __init__(self, sistema: Sistema, avisar: Aviso) -> None:
        self._sistema = sistema
        self._avisar = avisar
        self._relatos = relatos()
        self.contada = Contada()

    def contar(self) -> Contada:
        """Tell it whole; returns when every demand is where it should be. Telling it again changes nothing."""
        endereco = self._sistema.endereco(self._sistema.colonias["d1a-captura"])
        with (
            httpx.Client(base_url=endereco, timeout=30, trust_env=False) as self._porta,
            Operador(self._sistema) as self._operador,
        ):
            return self._contar()

    def _contar(self) -> Contada:
        self._receber()
        self._esperar("as demandas chegam ao ranking", self._que_esperam("comum"), "demanda.ranqueada")
        self._revisar()
        self._contestar()
        self._esperar("o revisado chega ao ranking", self._que_esperam("revisao"), "demanda.ranqueada")
        self._ver_sem_territorio()
        return self.contada

    def _receber(self) -> None:
        for n, relato in enumerate(self._relatos):
            self._avisar("cidadãos relatam", n, len(self._relatos))
            resposta = self._porta.post(
                "/api/demandas", json=relato.corpo, headers={"X-Cidadao-Id": str(relato.cidadao_id)}
            )
            self._anotar(n, relato, resposta)
        self._avisar("cidadãos relatam", len(self._relatos), len(self._relatos))

    def _anotar(self, n: int, relato: Relato, resposta: httpx.Response) -> None:
        dados = resposta.json()
        if relato.espera == "fora_da_caixa":
            self.contada.fora_da_caixa = (resposta.status_code, dados)
        elif relato.espera == "repetida":
            self.contada.repetida = (resposta.status_code, dados)
        elif resposta.status_code in (201, 409):  # 409: the story was told before on this system
            self.contada.demandas[n] = UUID(dados["demanda_id"])
        else:
            raise FalhaDaPilha(f"“{relato.texto}” foi recusado: {dados.get('detail', resposta.status_code)}")

    def _que_esperam(self, espera: str) -> list[UUID]:
        return [d for n, d in self.contada.demandas.items() if self._relatos[n].espera == espera]

    def _esperar(self, oque: str, demandas: list[UUID], tipo: str, segundos: float = 60) -> None:
        limite = time.monotonic() + segundos
        faltam = list(demandas)
        while faltam:
            self._avisar(oque, len(demandas) - len(faltam), len(demandas))
            faltam = [d for d in faltam if not self._aconteceu(d, tipo)]
            if faltam and time.monotonic() > limite:
                raise FalhaDaPilha(f"{len(faltam)} demandas não chegaram a {tipo}; a primeira é {faltam[0]}.")
            time.sleep(0.1 if faltam else 0)
        self._avisar(oque, len(demandas), len(demandas))

    def _aconteceu(self, demanda: UUID, tipo: str, vezes: int = 1) -> bool:
        resposta = self._porta.get(f"/api/d7/timeline/{demanda}")
        return resposta.is_success and sum(e["tipo"] == tipo for e in resposta.json()["itens"]) >= vezes

    def _revisar(self) -> None:
        """The moderator gives a category to what the classifier did not understand."""
        for n, demanda in self.contada.demandas.items():
            if self._relatos[n].espera == "revisao":
                self._revisar_uma(demanda, self._relatos[n].decide)

    def _revisar_uma(self, demanda: UUID, categoria: str) -> None:
        self._ate(lambda: self._na_fila(demanda) or self._aconteceu(demanda, "demanda.ranqueada"))
        if self._na_fila(demanda):
            self._decidir(demanda, categoria)
        self.contada.revisadas.append(demanda)

    def _contestar(self) -> None:
        """Another citizen says that a category is wrong; the moderator confirms it after looking."""
        n = next(n for n, r in enumerate(self._relatos) if r.contesta)
        demanda = self.contada.demandas[n]
        outro = self._relatos[n + 1].cidadao_id
        resposta = self._porta.post(
            f"/api/d3/demandas/{demanda}/contestacoes",
            json={"categoria_sugerida": "3.2"},
            headers={"X-Cidadao-Id": str(outro)},
        )
        if resposta.status_code == 201:
            self._decidir(demanda, self._relatos[n].decide)
            self._ate(lambda: self._aconteceu(demanda, "demanda.categorizada", vezes=2))
        self.contada.contestada = demanda

    def _decidir(self, demanda: UUID, categoria: str) -> None:
        caminho = f"/api/d3/revisoes/{demanda}/decidir"
        self._operador.pedir("d3-categorizacao", "POST", caminho, json={"categoria_id": categoria})

    def _na_fila(self, demanda: UUID) -> bool:
        fila = self._operador.pedir("d3-categorizacao", "GET", "/api/d3/revisoes", params={"limite": 200})
        return any(r["demanda_id"] == str(demanda) for r in fila["revisoes"])

    def _ver_sem_territorio(self) -> None:
        esperadas = {str(d) for d in self._que_esperam("fora_do_territorio")}

        def chegou() -> bool:
            pagina = self._operador.pedir("d2-georreferenciamento", "GET", "/api/d2/revisoes")
            self.contada.sem_territorio = [r for r in pagina["revisoes"] if r["demanda_id"] in esperadas]
            return len(self.contada.sem_territorio) == len(esperadas)

        self._ate(chegou)

    @staticmethod
    def _ate(condicao: Callable[[], bool], segundos: float = 30) -> None:
        limite = time.monotonic() + segundos
        while not condicao():
            if time.monotonic() > limite:
                raise FalhaDaPilha("A história parou: o que se esperava não aconteceu a tempo.")
            time.sleep(0.1)
