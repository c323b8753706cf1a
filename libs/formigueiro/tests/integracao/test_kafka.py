from pathlib import Path

from confluent_kafka import Consumer, Producer

from formigueiro import topicos
from formigueiro.ajustes import Ajustes
from formigueiro.pilha import Kafka
from formigueiro.pilha.portas import porta_livre

MUDO = {"log_level": 0, "error_cb": lambda _: None}


def test_kill_9_e_iniciar_de_novo_nao_perdem_o_que_foi_confirmado(tmp_path: Path) -> None:
    broker = Kafka(tmp_path, porta_livre(), porta_livre(), cache=Ajustes().cache)
    try:
        broker.iniciar()
        topicos.aplicar(broker.endereco, [topicos.Topico("t", 1, topicos.PARA_SEMPRE)])
        publicar(broker.endereco, 2000)
        vivo = broker.processo.vivo()
        assert vivo
        broker.iniciar()
        assert broker.processo.vivo() == vivo
        vivo.kill()
        vivo.wait(10)
        broker.iniciar()
        assert contar(broker.endereco, 2000) == 2000
    finally:
        broker.parar()


def publicar(endereco: str, quantos: int) -> None:
    falhas: list[object] = []
    produtor = Producer({"bootstrap.servers": endereco, "acks": "all", **MUDO})
    for n in range(quantos):
        produtor.produce("t", str(n), on_delivery=lambda erro, _: falhas.append(erro) if erro else None)
    assert produtor.flush(30) == 0
    assert falhas == []


def contar(endereco: str, esperados: int) -> int:
    leitor = Consumer({"bootstrap.servers": endereco, "group.id": "g", "auto.offset.reset": "earliest", **MUDO})
    leitor.subscribe(["t"])
    lidos = 0
    for _ in range(60):
        lidos += len(leitor.consume(500, timeout=0.5))
        if lidos >= esperados:
            break
    leitor.close()
    return lidos
