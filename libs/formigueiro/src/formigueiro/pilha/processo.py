"""Detached programs: started once, remembered in a pid file, stopped with grace."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

REGISTRO_MAXIMO = 50_000_000
"""Bytes of log above which a new start sets the old one aside."""


@dataclass(frozen=True)
class Processo:
    """A program that outlives the command that started it."""

    nome: str
    pasta: Path

    @property
    def registro(self) -> Path:
        """Where its output goes."""
        return self.pasta / f"{self.nome}.log"

    @property
    def arquivo_pid(self) -> Path:
        """Its pid and birth time: a reused pid is not mistaken for it."""
        return self.pasta / f"{self.nome}.pid"

    def vivo(self) -> psutil.Process | None:
        """The running process, if it is the one this file remembers."""
        try:
            pid, nascido = self.arquivo_pid.read_text().split()
            processo = psutil.Process(int(pid))
            recolher(processo.pid)
            if processo.status() == psutil.STATUS_ZOMBIE or abs(processo.create_time() - float(nascido)) > 1:
                return None
        except (OSError, ValueError, psutil.Error):
            return None
        return processo

    def iniciar(self, comando: Sequence[str | Path], ambiente: Mapping[str, str] | None = None) -> None:
        """Starts the program in a session of its own, output appended to its log."""
        self.pasta.mkdir(parents=True, exist_ok=True)
        if self.registro.exists() and self.registro.stat().st_size > REGISTRO_MAXIMO:
            self.registro.replace(self.registro.with_suffix(".log.1"))
        argumentos = [str(parte) for parte in comando]
        modo = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        pid = os.posix_spawn(
            argumentos[0],
            argumentos,
            {**os.environ, **(ambiente or {})},
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, str(self.registro), modo, 0o600),
                (os.POSIX_SPAWN_DUP2, 1, 2),
            ],
            setsid=True,
        )
        self.arquivo_pid.write_text(f"{pid} {psutil.Process(pid).create_time()}")

    def parar(self, espera: float = 20) -> None:
        """SIGTERM, then SIGKILL for what has not ended in time."""
        if processo := self.vivo():
            processo.terminate()
            try:
                processo.wait(espera)
            except psutil.TimeoutExpired:
                processo.kill()
                processo.wait(10)
        self.arquivo_pid.unlink(missing_ok=True)


def recolher(pid: int) -> None:
    """Takes the exit status of a dead child, which otherwise stays as a zombie."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return
