"""The test provider: part of the local stack, and of nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from formigueiro.ajustes import Ajustes
from formigueiro.pilha import EmissorDeTeste
from formigueiro.pilha.portas import porta_livre
from formigueiro.sistema import CIDADAOS, Sistema


@pytest.fixture(scope="module")
def emissor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmissorDeTeste]:
    """A provider of its own, on a free port."""
    parte = EmissorDeTeste(tmp_path_factory.mktemp("emissor"), porta_livre())
    parte.iniciar()
    yield parte
    parte.parar()


def test_so_escuta_nesta_maquina(emissor: EmissorDeTeste) -> None:
    vivo = emissor.processo.vivo()
    assert vivo
    assert {ligacao.laddr.ip for ligacao in vivo.net_connections() if ligacao.status == "LISTEN"} == {"127.0.0.1"}


def test_iniciar_de_novo_nao_muda_nada_e_kill_9_se_recupera(emissor: EmissorDeTeste) -> None:
    vivo = emissor.processo.vivo()
    assert vivo
    emissor.iniciar()
    assert emissor.processo.vivo() == vivo
    vivo.kill()
    vivo.wait(10)
    assert emissor.impedimento() == "não está no ar"
    emissor.iniciar()
    assert emissor.impedimento() is None


def test_quem_nomeia_um_emissor_de_verdade_nao_tem_o_de_teste(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sistema = Sistema(Ajustes(pasta=tmp_path))
    assert sistema.emissor_de_teste
    assert sistema.ambiente_de_identidade()["EMISSORES_LOCAIS"] == "true"
    monkeypatch.setenv("FORMIGUEIRO_C1_CIDADAOS_EMISSORES", "{}")
    assert not sistema.emissor_de_teste
    assert "EMISSORES_LOCAIS" not in sistema.ambiente_de_identidade()
    monkeypatch.delenv("FORMIGUEIRO_C1_CIDADAOS_EMISSORES")
    del sistema.colonias[CIDADAOS]
    assert not sistema.emissor_de_teste
