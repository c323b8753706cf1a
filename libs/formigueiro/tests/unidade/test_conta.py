from pathlib import Path

from formigueiro.pilha.conta import alcancavel, fora_do_alcance


def test_pasta_dentro_de_outra_fechada_nao_e_alcancavel(tmp_path: Path) -> None:
    fechada = tmp_path / "fechada"
    fechada.mkdir(mode=0o700)
    assert not alcancavel(fechada / "postgres")


def test_cada_pasta_fora_do_alcance_tem_a_sua_propria_casa() -> None:
    assert fora_do_alcance(Path("/root/a")) != fora_do_alcance(Path("/root/b"))
    assert fora_do_alcance(Path("/root/a")) == fora_do_alcance(Path("/root/a"))
