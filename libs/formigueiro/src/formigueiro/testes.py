"""pytest plugin: one PostgreSQL and one Kafka a session, started on first use, shared by xdist workers."""

import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from formigueiro.ajustes import Ajustes
from formigueiro.pilha import Kafka, Parte, Postgres
from formigueiro.pilha.portas import porta_livre

PREFIXO = "formigueiro-testes-"
pasta_da_sessao = pytest.StashKey[Path]()


def pytest_configure(config: pytest.Config) -> None:
    """The session's folder: made by the controller, told to the workers."""
    trabalhador = getattr(config, "workerinput", None)
    if trabalhador is not None:
        config.stash[pasta_da_sessao] = Path(trabalhador["formigueiro_pasta"])
        return
    remover_restos()
    pasta = Path(tempfile.mkdtemp(prefix=f"{PREFIXO}{os.getpid()}-"))
    pasta.chmod(0o711)  # the account PostgreSQL runs under must reach its folder
    config.stash[pasta_da_sessao] = pasta


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: pytest.Item) -> None:
    """xdist: called in the controller for each worker."""
    node.workerinput["formigueiro_pasta"] = str(node.config.stash[pasta_da_sessao])  # type: ignore[attr-defined]  # xdist


def pytest_unconfigure(config: pytest.Config) -> None:
    """The controller stops what any worker started."""
    if not hasattr(config, "workerinput"):
        encerrar(config.stash[pasta_da_sessao])


@pytest.fixture(scope="session")
def postgres_url(pytestconfig: pytest.Config) -> str:
    """Superuser URL of a PostgreSQL that exists for this test session."""
    if dado := os.environ.get("FORMIGUEIRO_TESTE_POSTGRES"):
        return dado
    pasta = pytestconfig.stash[pasta_da_sessao]
    return uma_vez(pasta, "postgres", lambda portas: _no_ar(servidor := _postgres(pasta, *portas), servidor.url))


@pytest.fixture(scope="session")
def kafka_servidor(pytestconfig: pytest.Config) -> str:
    """Bootstrap address of a broker that exists for this test session."""
    if dado := os.environ.get("FORMIGUEIRO_TESTE_KAFKA"):
        return dado
    pasta = pytestconfig.stash[pasta_da_sessao]
    return uma_vez(pasta, "kafka", lambda portas: _no_ar(servidor := _kafka(pasta, *portas), servidor.endereco))


@pytest.fixture(autouse=True)
def um_teste_de_cada_vez_no_broker(request: pytest.FixtureRequest, pytestconfig: pytest.Config) -> Iterator[None]:
    """Topics are named by the contracts, so tests of different workers would meet in them: they take turns."""
    if "kafka_servidor" not in request.fixturenames:
        yield
        return
    with trava(pytestconfig.stash[pasta_da_sessao] / "kafka.vez"):
        yield


def uma_vez(pasta: Path, nome: str, iniciar: Callable[[list[int]], str]) -> str:
    """Starts a server in the first process that asks; the others read its address."""
    estado = pasta / f"{nome}.json"
    with trava(pasta / f"{nome}.trava"):
        if not estado.exists():
            portas = [porta_livre(), porta_livre()]
            estado.write_text(json.dumps({"portas": portas}))
            estado.write_text(json.dumps({"portas": portas, "endereco": iniciar(portas)}))
        endereco = json.loads(estado.read_text()).get("endereco")
        if endereco is None:
            pytest.fail(f"{nome} não subiu nesta sessão de testes; veja a primeira falha.", pytrace=False)
        return str(endereco)


@contextmanager
def trava(arquivo: Path) -> Iterator[None]:
    """Holds a file lock."""
    with arquivo.open("w") as aberto:
        fcntl.flock(aberto, fcntl.LOCK_EX)
        yield


def encerrar(pasta: Path) -> None:
    """Stops the servers of a session and removes its folder."""
    for nome, parte in (("postgres", _postgres), ("kafka", _kafka)):
        estado = pasta / f"{nome}.json"
        if estado.exists():
            servidor = parte(pasta, *json.loads(estado.read_text())["portas"])
            servidor.parar()
            servidor.apagar()
    shutil.rmtree(pasta, ignore_errors=True)


def remover_restos() -> None:
    """Servers of sessions that were killed before they could clean up."""
    for pasta in Path(tempfile.gettempdir()).glob(f"{PREFIXO}*"):
        dono = pasta.name.removeprefix(PREFIXO).partition("-")[0]
        with suppress(FileNotFoundError):  # another session may be removing it
            if dono.isdigit() and pasta.stat().st_uid == os.geteuid() and not psutil.pid_exists(int(dono)):
                encerrar(pasta)


def _postgres(pasta: Path, porta: int, _: int) -> Postgres:
    return Postgres(pasta, porta, efemero=True)


def _kafka(pasta: Path, porta: int, porta_controle: int) -> Kafka:
    return Kafka(pasta, porta, porta_controle, cache=Ajustes().cache, efemero=True)


def _no_ar(servidor: Parte, endereco: str) -> str:
    servidor.iniciar()
    return endereco
