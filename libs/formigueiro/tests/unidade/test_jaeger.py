import shutil
from pathlib import Path

import pytest

from formigueiro.pilha import Jaeger
from formigueiro.pilha.erros import FalhaDaPilha


def test_sem_go_diz_como_instalar_e_como_usar_outro_coletor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(FalhaDaPilha, match=r"apt-get install golang.*FORMIGUEIRO_OTLP_URL"):
        Jaeger(tmp_path, 1, 2, cache=tmp_path / "cache").iniciar()
