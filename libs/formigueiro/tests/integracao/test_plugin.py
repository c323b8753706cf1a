import subprocess

from confluent_kafka.admin import AdminClient

from formigueiro.pilha.postgres import binario


def test_o_postgres_da_sessao_responde(postgres_url: str) -> None:
    assert subprocess.check_output([binario("psql"), "-XAtc", "SELECT 41 + 1", postgres_url]) == b"42\n"


def test_o_kafka_da_sessao_responde(kafka_servidor: str) -> None:
    assert AdminClient({"bootstrap.servers": kafka_servidor}).list_topics(timeout=10).brokers
