import hashlib
from pathlib import Path

import pytest

from formigueiro.pilha import jars
from formigueiro.pilha.erros import FalhaDaPilha

SOMAS = {"a.jar": hashlib.sha256(b"conteudo").hexdigest()}


def test_jar_conferido_e_recolhido(tmp_path: Path) -> None:
    (tmp_path / "fundo" / "do").mkdir(parents=True)
    (tmp_path / "fundo" / "do" / "a.jar").write_bytes(b"conteudo")
    assert [jar.name for jar in jars.recolher(tmp_path, SOMAS).iterdir()] == ["a.jar"]


def test_jar_alterado_e_recusado(tmp_path: Path) -> None:
    (tmp_path / "a.jar").write_bytes(b"outro conteudo")
    with pytest.raises(FalhaDaPilha, match=r"a\.jar não confere"):
        jars.recolher(tmp_path, SOMAS)


def test_jar_que_falta_e_nomeado(tmp_path: Path) -> None:
    with pytest.raises(FalhaDaPilha, match=r"não trouxe a\.jar"):
        jars.recolher(tmp_path, SOMAS)


def test_a_lista_traz_o_broker_e_seus_clientes_da_mesma_versao() -> None:
    nomes = jars.esperados()
    assert {f"kafka_2.13-{jars.VERSAO}.jar", f"kafka-clients-{jars.VERSAO}.jar"} <= nomes.keys()
    assert all(len(soma) == 64 for soma in nomes.values())
