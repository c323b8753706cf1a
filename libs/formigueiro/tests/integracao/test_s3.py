from collections.abc import Iterator

import httpx
import pytest

from formigueiro.pilha import S3
from formigueiro.pilha.portas import porta_livre
from formigueiro.pilha.s3 import INTERNAS


@pytest.fixture(scope="module")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3]:
    """A server of its own, on free ports."""
    servidor = S3(tmp_path_factory.mktemp("s3"), porta_livre(), 1)
    servidor.internas = {nome: porta_livre() for nome in INTERNAS}
    servidor.iniciar()
    yield servidor
    servidor.parar()


def test_quem_nao_tem_a_chave_e_recusado(s3: S3) -> None:
    assert httpx.put(f"{s3.ambiente['AWS_ENDPOINT_URL_S3']}/balde", trust_env=False).status_code == 403


def test_kill_9_e_iniciar_de_novo_voltam_a_responder(s3: S3) -> None:
    vivo = s3.processo.vivo()
    assert vivo
    vivo.kill()
    vivo.wait(10)
    assert s3.impedimento() == "não está no ar"
    s3.iniciar()
    assert s3.impedimento() is None
