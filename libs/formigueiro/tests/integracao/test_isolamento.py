"""A container installs one colony, nucleo and nothing else: each must be importable with what it declares."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

RAIZ = Path(__file__).parents[4]
UV = Path(sys.executable).with_name("uv")
SERVICOS = sorted(pasta.parent for pasta in RAIZ.glob("services/*/pyproject.toml"))


@pytest.mark.parametrize("servico", SERVICOS, ids=lambda pasta: pasta.name)
def test_a_colonia_so_precisa_do_que_declara(servico: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    dependencias = frozenset(declaradas(servico)) | frozenset(declaradas(RAIZ / "libs" / "nucleo"))
    python = ambiente(dependencias, tmp_path_factory)
    modulo = servico.name.replace("-", "_")
    feito = subprocess.run(
        [python, "-c", f"from {modulo}.colonia import colonia; print(colonia.nome)"],
        env={"PYTHONPATH": os.pathsep.join(map(str, [servico / "src", RAIZ / "libs" / "nucleo" / "src"]))},
        cwd=tmp_path_factory.getbasetemp(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert feito.stdout.strip() == servico.name, feito.stderr


def declaradas(distribuicao: Path) -> list[str]:
    """What a pyproject.toml asks from the registry: everything but the workspace's own packages."""
    projeto = tomllib.loads((distribuicao / "pyproject.toml").read_text())["project"]
    return [pedido for pedido in projeto["dependencies"] if re.split(r"\W", pedido)[0] != "nucleo"]


_ambientes: dict[frozenset[str], Path] = {}


def ambiente(dependencias: frozenset[str], pastas: pytest.TempPathFactory) -> Path:
    """An environment with the locked versions of these dependencies and of theirs; made once for equal ones."""
    if dependencias not in _ambientes:
        pasta = pastas.mktemp("isolada")
        python = pasta / "bin" / "python"
        uv("venv", "--python", sys.executable, "--clear", str(pasta))
        uv("pip", "install", "--python", str(python), "-c", str(RAIZ / "requirements.txt"), *sorted(dependencias))
        _ambientes[dependencias] = python
    return _ambientes[dependencias]


def uv(*argumentos: str) -> None:
    feito = subprocess.run([UV, "--quiet", *argumentos], capture_output=True, text=True, check=False)
    assert feito.returncode == 0, feito.stderr
