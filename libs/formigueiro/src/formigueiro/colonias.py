"""The processes of the colonies: who runs with whom, and with which environment."""

import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.pilha.portas import exigir_livre
from formigueiro.pilha.processo import Processo
from nucleo import Colonia, Config
from nucleo.processo import pontos

REGISTRO = "n0b-registro"


def descobrir() -> dict[str, Colonia]:
    """The declarations of the installed colonies; one that cannot be imported is named."""
    achadas = {}
    for nome, ponto in pontos().items():
        try:
            achadas[nome] = ponto.load()
        except Exception as erro:
            raise FalhaDaPilha(f"A colônia {nome} não pode ser importada: {erro!r}.") from erro
    return achadas


def variavel(colonia: str, campo: str) -> str:
    """The environment variable of a colony's own setting."""
    return f"FORMIGUEIRO_{colonia.replace('-', '_')}_{campo}".upper()


def porta(colonia: Colonia) -> int:
    """Where the colony listens: its own setting or its declaration."""
    return Config.carregar(colonia.nome, banco_url="").porta or colonia.porta


def agrupar(colonias: Sequence[Colonia], processos: int) -> list[list[Colonia]]:
    """Deals the colonies to so many processes, the heaviest first and each to the lightest; the registry's comes first.

    How heavy a colony is, its declaration tells: the types of event that pass through it.
    """
    todos = len({tipo for colonia in colonias for tipo in colonia.produz})

    def peso(colonia: Colonia) -> int:
        return len(colonia.produz) + (todos if colonia.consome_tudo else len(colonia.consome))

    grupos: list[list[Colonia]] = [[] for _ in range(min(processos, len(colonias)))]
    for colonia in sorted(colonias, key=lambda c: (-peso(c), c.porta)):
        min(grupos, key=lambda grupo: (sum(map(peso, grupo)), len(grupo))).append(colonia)
    return sorted(grupos, key=lambda grupo: all(colonia.nome != REGISTRO for colonia in grupo))


@dataclass(frozen=True)
class Grupo:
    """Colonies that share a process, and the settings that they get from the stack."""

    nome: str
    colonias: Sequence[Colonia]
    ambiente: Mapping[str, str]
    pasta: Path

    @property
    def processo(self) -> Processo:
        """The process of this group."""
        return Processo(self.nome, self.pasta)

    def em_dia(self) -> bool:
        """Whether the process runs, with these colonies and these settings."""
        marca = self._arquivo_da_marca()
        return bool(self.processo.vivo()) and marca.exists() and marca.read_text() == self._marca()

    def iniciar(self) -> None:
        """Starts the process."""
        for colonia in self.colonias:
            exigir_livre(porta(colonia), de=colonia.nome, ajuste=variavel(colonia.nome, "PORTA"))
        nomes = [colonia.nome for colonia in self.colonias]
        self.processo.iniciar([sys.executable, "-m", "nucleo", *nomes], self.ambiente)
        self._arquivo_da_marca().write_text(self._marca())

    def _arquivo_da_marca(self) -> Path:
        return self.pasta / f"{self.nome}.marca"

    def _marca(self) -> str:
        proprias = {nome: valor for nome, valor in os.environ.items() if nome.startswith("FORMIGUEIRO_")}
        dados = [[colonia.nome for colonia in self.colonias], {**proprias, **self.ambiente}]
        return hashlib.sha256(json.dumps(dados, sort_keys=True).encode()).hexdigest()


def todos(pasta: Path) -> list[Processo]:
    """Every colony process that this machine was asked to run, alive or not."""
    return [Processo(arquivo.stem, pasta) for arquivo in sorted(pasta.glob("*.pid"))]


def parar(alvos: Sequence[Processo], espera: float = 30) -> None:
    """SIGTERM to all at once, so that they drain together; SIGKILL to who is late."""
    vivos = [vivo for alvo in alvos if (vivo := alvo.vivo())]
    for vivo in vivos:
        vivo.terminate()
    psutil.wait_procs(vivos, timeout=espera)
    for alvo in alvos:
        alvo.parar(espera=0)
