import sys
from pathlib import Path

import psutil
import pytest

from formigueiro.pilha.processo import Processo

DORMIR = [sys.executable, "-c", "import time; time.sleep(60)"]
TEIMAR = [
    sys.executable,
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(60)",
]


def test_o_que_foi_iniciado_e_lembrado_por_outro_comando(tmp_path: Path) -> None:
    Processo("p", tmp_path).iniciar(DORMIR)
    outro = Processo("p", tmp_path)
    assert outro.vivo()
    outro.parar()
    assert not outro.vivo()
    assert not outro.arquivo_pid.exists()


def test_morto_por_kill_9_nao_esta_vivo(tmp_path: Path) -> None:
    processo = Processo("p", tmp_path)
    processo.iniciar(DORMIR)
    vivo = processo.vivo()
    assert vivo
    vivo.kill()
    vivo.wait(5)
    assert processo.vivo() is None


def test_pid_reaproveitado_por_outro_programa_nao_engana(tmp_path: Path) -> None:
    processo = Processo("p", tmp_path)
    eu = psutil.Process()
    processo.arquivo_pid.write_text(f"{eu.pid} {eu.create_time() - 3600}")
    assert processo.vivo() is None


def test_quem_ignora_o_sigterm_e_morto_depois_da_espera(tmp_path: Path) -> None:
    processo = Processo("p", tmp_path)
    processo.iniciar(TEIMAR)
    vivo = processo.vivo()
    assert vivo
    while not processo.registro.read_text():
        pass
    processo.parar(espera=0.2)
    assert not vivo.is_running() or vivo.status() == psutil.STATUS_ZOMBIE


@pytest.mark.parametrize("conteudo", ["", "lixo", "1"])
def test_arquivo_de_pid_estragado_vale_como_ausente(tmp_path: Path, conteudo: str) -> None:
    processo = Processo("p", tmp_path)
    processo.arquivo_pid.write_text(conteudo)
    assert processo.vivo() is None
