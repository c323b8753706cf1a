from pathlib import Path

from formigueiro.pilha.segredos import segredo


def test_segredo_e_feito_uma_vez_e_so_o_dono_le(tmp_path: Path) -> None:
    primeiro = segredo(tmp_path, "senha")
    assert segredo(tmp_path, "senha") == primeiro
    assert len(primeiro) >= 32
    assert (tmp_path / "segredos" / "senha").stat().st_mode & 0o077 == 0
