import os
import subprocess
import sys
from pathlib import Path

import pytest

from formigueiro.setas import contrato


@pytest.fixture
def raiz(tmp_path: Path) -> Path:
    """A small workspace that follows the arrows."""
    escrever(tmp_path / "libs/nucleo/src/nucleo/__init__.py", "import json\n")
    for colonia in ("d1_um", "d2_dois"):
        pacote = tmp_path / f"services/{colonia}/src/{colonia}"
        escrever(pacote / "__init__.py", "")
        escrever(pacote / "dominio.py", "")
        escrever(pacote / "estado.py", "import nucleo\n")
        escrever(pacote / "rotas.py", f"from {colonia} import dominio, estado\n")
    escrever(tmp_path / "libs/formigueiro/src/formigueiro/__init__.py", "import nucleo\n")
    return tmp_path


def test_quem_segue_as_setas_passa(raiz: Path) -> None:
    assert lint(raiz).returncode == 0


@pytest.mark.parametrize(
    ("arquivo", "linha"),
    [
        ("services/d1_um/src/d1_um/rotas.py", "import d2_dois.dominio"),
        ("services/d1_um/src/d1_um/dominio.py", "from d1_um import estado"),
        ("services/d1_um/src/d1_um/estado.py", "from d1_um import rotas"),
        ("services/d1_um/src/d1_um/estado.py", "import aiokafka"),
        ("services/d1_um/src/d1_um/estado.py", "import formigueiro"),
        ("libs/nucleo/src/nucleo/__init__.py", "import d1_um"),
        ("libs/formigueiro/src/formigueiro/__init__.py", "import faststream"),
    ],
)
def test_seta_contraria_e_recusada(raiz: Path, arquivo: str, linha: str) -> None:
    escrever(raiz / arquivo, f"{linha}\n")
    feito = lint(raiz)
    assert feito.returncode == 1, feito.stdout
    assert "BROKEN" in feito.stdout


def escrever(arquivo: Path, texto: str) -> None:
    arquivo.parent.mkdir(parents=True, exist_ok=True)
    arquivo.write_text(texto)


def lint(raiz: Path) -> subprocess.CompletedProcess[str]:
    (raiz / "setas.ini").write_text(contrato(raiz))
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache", "setas.ini"],
        cwd=raiz,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, raiz.glob("*/*/src")))},
        capture_output=True,
        text=True,
        check=False,
    )
