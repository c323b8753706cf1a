import socket

import pytest

from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.pilha.portas import ENDERECO, escuta, exigir_livre, porta_livre


def test_porta_ocupada_diz_qual_ajuste_mudar() -> None:
    with socket.create_server((ENDERECO, 0)) as outro:
        porta = outro.getsockname()[1]
        with pytest.raises(FalhaDaPilha, match=rf"{porta} \(Kafka\).*FORMIGUEIRO_PORTA_KAFKA"):
            exigir_livre(porta, de="Kafka", ajuste="FORMIGUEIRO_PORTA_KAFKA", paciencia=0)


def test_porta_que_acaba_de_ser_solta_e_aceita() -> None:
    porta = porta_livre()
    exigir_livre(porta, de="Kafka", ajuste="FORMIGUEIRO_PORTA_KAFKA", paciencia=0)
    assert not escuta(porta)
