import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from formigueiro.pilha import Postgres
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.pilha.portas import porta_livre
from formigueiro.pilha.postgres import binario


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A durable server, as `up` runs it."""
    servidor = Postgres(tmp_path_factory.mktemp("postgres"), porta_livre())
    servidor.iniciar()
    yield servidor
    servidor.parar()
    servidor.apagar()


def test_iniciar_de_novo_deixa_o_servidor_como_esta(postgres: Postgres) -> None:
    mestre = postgres.mestre()
    postgres.iniciar()
    assert postgres.mestre() == mestre


def test_kill_9_e_iniciar_de_novo_nao_perdem_o_que_foi_confirmado(postgres: Postgres) -> None:
    postgres.sql("CREATE TABLE conta (n int); INSERT INTO conta VALUES (42)")
    mestre = postgres.mestre()
    assert mestre
    mestre.kill()
    mestre.wait(10)
    postgres.iniciar()
    assert postgres.sql("SELECT n FROM conta") == "42\n"


def test_criar_o_mesmo_banco_de_novo_da_o_mesmo_endereco(postgres: Postgres) -> None:
    assert postgres.criar_banco("d1-um") == postgres.criar_banco("d1-um")


def test_a_colonia_entra_no_seu_banco_e_em_nenhum_outro(postgres: Postgres) -> None:
    um, dois = postgres.criar_banco("d1-um"), postgres.criar_banco("d2-dois")
    assert entrar(um).returncode == 0
    for outro in ("d2_dois", "postgres", "template1"):
        recusa = entrar(f"{um.rpartition('/')[0]}/{outro}")
        assert "permission denied for database" in recusa.stderr
    assert entrar(dois).returncode == 0


def test_senha_errada_e_recusada(postgres: Postgres) -> None:
    endereco = postgres.criar_banco("d1-um").replace("d1_um:", "d1_um:errada")
    assert "password authentication failed" in entrar(endereco).stderr


def test_a_colonia_pode_criar_as_extensoes_de_que_precisa(postgres: Postgres) -> None:
    extensoes = "CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS unaccent"
    assert entrar(postgres.criar_banco("d1-um"), extensoes).returncode == 0


def test_sql_recusado_diz_o_motivo(postgres: Postgres) -> None:
    with pytest.raises(FalhaDaPilha, match="does not exist"):
        postgres.sql("SELECT * FROM nada")


def test_criacao_interrompida_recomeca(tmp_path: Path) -> None:
    servidor = Postgres(tmp_path, porta_livre(), efemero=True)
    (servidor.casa / "dados.novo").mkdir(parents=True)
    (servidor.casa / "dados.novo" / "PG_VERSION").write_text("18")
    try:
        servidor.iniciar()
        assert servidor.impedimento() is None
    finally:
        servidor.parar()
        servidor.apagar()


def entrar(endereco: str, comando: str = "SELECT 1") -> subprocess.CompletedProcess[str]:
    return subprocess.run([binario("psql"), "-XAtc", comando, endereco], capture_output=True, text=True, check=False)
