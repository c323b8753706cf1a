"""The skeleton of a colony, written in a copy of the workspace, passes there what every colony must pass."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from formigueiro.setas import contrato

pytestmark = pytest.mark.xdist_group("nova-colonia")
RAIZ = Path(__file__).parents[4]
FONTES = ("libs/nucleo/src", "libs/formigueiro/src", "services/d14-agregacao/src")
PEDIDO = [
    "d14-agregacao",
    "--consome",
    "demanda.ranqueada",
    "--consome",
    "taxonomia.publicada",
    "--produz",
    "agregado.criado",
]


class Copia:
    """A copy of what a colony needs of the workspace, and the programs of the environment inside it."""

    def __init__(self, raiz: Path, postgres_url: str) -> None:
        self.raiz = raiz
        fontes = os.pathsep.join(str(raiz / fonte) for fonte in FONTES)
        self._ambiente = {
            **os.environ, "PYTHONPATH": fontes, "MYPYPATH": fontes, "FORMIGUEIRO_TESTE_POSTGRES": postgres_url,
        }  # fmt: skip
        sem_restos = shutil.ignore_patterns("__pycache__", "tests", "*.tmp")
        for parte in ("contracts", "libs/nucleo/src", "libs/formigueiro/src"):
            shutil.copytree(RAIZ / parte, raiz / parte, ignore=sem_restos)
        for arquivo in ("pyproject.toml", "conftest.py"):
            shutil.copy(RAIZ / arquivo, raiz)
        if (RAIZ / ".mypy_cache").exists():  # what mypy knows of the libraries need not be found out again
            shutil.copytree(RAIZ / ".mypy_cache", raiz / ".mypy_cache", ignore=shutil.ignore_patterns("*.tmp"))

    def rodar(self, programa: str, *argumentos: str) -> str:
        """Run it, expect success, and return what it said."""
        feito = subprocess.run(
            [Path(sys.executable).with_name(programa), *argumentos],
            cwd=self.raiz, env=self._ambiente, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert feito.returncode == 0, feito.stdout + feito.stderr
        return feito.stdout


@pytest.fixture(scope="module")
def copia(tmp_path_factory: pytest.TempPathFactory, postgres_url: str) -> Copia:
    """The copy, with the new colony in it."""
    nova = Copia(tmp_path_factory.mktemp("oficina"), postgres_url)
    nova.rodar("formigueiro", "nova-colonia", *PEDIDO, "--so-escrever")
    return nova


def test_a_colonia_nova_passa_no_estilo_nos_tipos_e_nas_setas(copia: Copia) -> None:
    copia.rodar("ruff", "check", "--no-cache", ".")
    copia.rodar("ruff", "format", "--no-cache", "--check", "services")
    copia.rodar("mypy", "--strict", "-p", "d14_agregacao")
    (copia.raiz / "setas.ini").write_text(contrato(copia.raiz))
    copia.rodar("lint-imports", "--no-cache", "setas.ini")


def test_a_colonia_nova_passa_nos_seus_testes(copia: Copia) -> None:
    relato = copia.rodar(
        "pytest", "services/d14-agregacao", "-p", "no:xdist", "-o", "addopts=", "--import-mode=importlib"
    )
    assert "7 passed" in relato
