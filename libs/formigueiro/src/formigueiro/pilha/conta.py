"""The system account that PostgreSQL runs under when the operator is root (it refuses to be root)."""

import hashlib
import os
import pwd
import shutil
import stat
import subprocess
from pathlib import Path

from formigueiro.pilha.erros import FalhaDaPilha

NOME = "formigueiro"


def conta() -> pwd.struct_passwd | None:
    """The account to switch to, made on first use; None when the operator is not root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam(NOME)
    except KeyError:
        return _criar()


def _criar() -> pwd.struct_passwd:
    programa = shutil.which("useradd")
    if programa is None:
        raise FalhaDaPilha(
            f"O PostgreSQL não roda como root e não há useradd para criar a conta {NOME}. "
            "Instale-o (apt-get install passwd) ou use uma conta comum."
        )
    subprocess.run([programa, "--system", "--shell", "/bin/sh", NOME], check=True, capture_output=True)
    return pwd.getpwnam(NOME)


def alcancavel(pasta: Path) -> bool:
    """Whether any account can walk down to the folder."""
    return all(acima.stat().st_mode & stat.S_IXOTH for acima in pasta.resolve().parents)


def fora_do_alcance(pasta: Path) -> Path:
    """Where the account keeps what belongs to a folder it cannot reach (a checkout inside /root)."""
    marca = hashlib.sha256(str(pasta).encode()).hexdigest()[:12]
    return Path("/var/lib") / NOME / marca
