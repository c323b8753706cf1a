"""When a batch waits to fill up: under load, never on a quiet road."""

import asyncio
import time
from types import SimpleNamespace

import pytest

from nucleo.assinante import Assinante


@pytest.mark.parametrize(
    ("ultimo_lote", "ha_quantos_ms", "espera"),
    [(0, 0, False), (1, 0, False), (300, 0, True), (4, 5, True), (300, 1000, False), (1000, 0, False)],
)
async def test_so_um_lote_de_algum_tamanho_faz_o_seguinte_esperar(monkeypatch, ultimo_lote, ha_quantos_ms, espera):
    dormidas = []

    async def dormir(segundos: float) -> None:
        dormidas.append(segundos)

    monkeypatch.setattr(asyncio, "sleep", dormir)
    assinante = Assinante.__new__(Assinante)
    assinante._config = SimpleNamespace(lote_espera_ms=40, lote_maximo=1000)
    assinante._ultimo_lote = (ultimo_lote, time.monotonic() - ha_quantos_ms / 1000)
    await assinante._encher()
    assert bool(dormidas) == espera
    assert all(0 < segundos <= 0.04 for segundos in dormidas)
