"""kill -9 of colonies, broker and database for a minute under load: nothing lost, nothing doubled."""

import asyncio

import pytest

from formigueiro.avulso import sistema_avulso
from formigueiro.caos import Caos
from formigueiro.comandos.territorio import chamar_d2

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(420)]
PROCESSOS = 3


def test_um_minuto_de_kill_9_nao_perde_nem_dobra_nada():
    with sistema_avulso(PROCESSOS, {"FORMIGUEIRO_LIMITE_MULTIPLICADOR": "1000000"}) as sistema:
        assert chamar_d2(sistema, ["importar", "--demonstracao"]) == 0
        contas = asyncio.run(Caos(sistema, PROCESSOS, 30, 60, 7, lambda _: None).correr())
    assert contas.faltas == []
    assert sum(contas.mortes.values()) >= 5
    assert contas.aceitas >= 300
    assert contas.concluidas >= 10
