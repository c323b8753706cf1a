from collections.abc import Iterator
from pathlib import Path

import pytest

from formigueiro import acls
from formigueiro.acls import Acl
from formigueiro.ajustes import Ajustes
from formigueiro.pilha import Kafka
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.pilha.portas import porta_livre

QUERIDAS = [
    Acl("d4-ranking", "write", "topic", "demanda.ranqueada"),
    Acl("d4-ranking", "read", "group", "d4-ranking"),
    Acl(acls.INTEGRADORES, "read", "group", "integradores.", prefixo=True),
]


class KafkaComPermissoes(Kafka):
    """A broker that keeps permissions, as production's does; whoever is on this machine administers it."""

    def _configuracao(self) -> dict[str, object]:
        return super()._configuracao() | {
            "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "super.users": "User:ANONYMOUS",
        }


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[str]:
    """Its address."""
    servidor = KafkaComPermissoes(tmp_path, porta_livre(), porta_livre(), cache=Ajustes().cache, efemero=True)
    servidor.iniciar()
    yield servidor.endereco
    servidor.parar()


def test_aplicar_da_o_que_falta_e_nao_retira_o_que_ha(broker: str) -> None:
    a_mais = Acl("auditora", "read", "topic", "demanda.ranqueada")
    assert acls.aplicar(broker, [a_mais, QUERIDAS[0]]) == [a_mais, QUERIDAS[0]]
    assert acls.faltam(broker, QUERIDAS) == QUERIDAS[1:]
    assert acls.aplicar(broker, QUERIDAS) == QUERIDAS[1:]
    assert acls.faltam(broker, [*QUERIDAS, a_mais]) == []


def test_um_broker_que_nao_guarda_permissoes_recusa_numa_frase(kafka_servidor: str) -> None:
    with pytest.raises(FalhaDaPilha, match="O broker recusou uma permissão"):
        acls.aplicar(kafka_servidor, QUERIDAS)
