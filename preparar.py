"""Makes .venv ready: Python 3.11+, the locked requirements by hash, then the workspace's own packages.

Standard library only, and readable by any Python 3, because it runs before anything is installed.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

RAIZ = Path(__file__).resolve().parent
VENV = RAIZ / ".venv"
PYTHON = VENV / "bin" / "python"
UV = VENV / "bin" / "uv"
REQUISITOS = RAIZ / "requirements.txt"


def main():
    exigir_python()
    if not UV.exists():
        criar_ambiente()
    dizer("Instalando as dependências travadas em requirements.txt…")
    uv("sync", "--require-hashes", REQUISITOS)
    membros = sorted(RAIZ.glob("libs/*/pyproject.toml")) + sorted(RAIZ.glob("services/*/pyproject.toml"))
    editaveis = [parte for membro in membros for parte in ("-e", membro.parent)]
    uv("install", "--no-deps", "--no-build-isolation", *editaveis)
    (VENV / ".pronto").touch()


def exigir_python():
    """Runs again under the newest suitable Python when this one is too old."""
    if sys.version_info >= (3, 11):  # noqa: UP036 -- this file also meets older Pythons, to say so
        return
    for versao in ("3.14", "3.13", "3.12", "3.11"):
        outro = shutil.which("python" + versao)
        if outro:
            os.execv(outro, [outro, *sys.argv])
    desistir(
        f"É preciso Python 3.11 ou mais novo; este é o {sys.version_info[0]}.{sys.version_info[1]}.",
        "apt-get install python3.11 python3.11-venv   (ou o pacote equivalente do seu sistema)",
    )


def criar_ambiente():
    """A virtual environment with nothing but the locked uv, checked by hash."""
    if importlib.util.find_spec("ensurepip") is None:
        desistir(
            "Falta o módulo venv do Python.",
            "apt-get install python3-venv   (ou o pacote equivalente do seu sistema)",
        )
    dizer("Criando .venv…")
    executar(sys.executable, "-m", "venv", "--clear", VENV)
    so_uv = re.search(r"^uv==.*?(?=^\S|\Z)", REQUISITOS.read_text(), re.MULTILINE | re.DOTALL)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as requisito:
        requisito.write(so_uv.group())
        requisito.flush()
        executar(PYTHON, "-m", "pip", "install", "-q", "--no-deps", "--require-hashes", "-r", requisito.name)


def uv(comando, *argumentos):
    executar(UV, "pip", comando, "--quiet", "--python", PYTHON, *argumentos)


def executar(*comando):
    """Runs quietly; a failure shows everything the program said."""
    partes = [str(parte) for parte in comando]
    feito = subprocess.run(partes, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=str(RAIZ))
    if feito.returncode != 0:
        dizer(feito.stdout.decode(errors="replace"))
        desistir("Este passo falhou: " + " ".join(partes), "veja a mensagem acima e repita o comando")


def dizer(texto):
    sys.stderr.write(texto + "\n")


def desistir(motivo, remedio):
    dizer(f"{motivo}\nPara resolver: {remedio}")
    sys.exit(1)


if __name__ == "__main__":
    main()
