"""An independent client over a real socket: confluent_kafka, with its own serializer and deserializer."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
import uvicorn
from confluent_kafka.schema_registry import Schema, SchemaReference, SchemaRegistryClient, SchemaRegistryError
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.serialization import MessageField, SerializationContext

from nucleo import contratos

pytestmark = pytest.mark.asyncio(loop_scope="module")

USUARIO = json.dumps({"type": "record", "name": "Usuario", "fields": [{"name": "nome", "type": "string"}]})
NO_TOPICO = SerializationContext("usuarios", MessageField.VALUE)


@pytest_asyncio.fixture(loop_scope="module")
async def url(cliente: Any) -> AsyncIterator[str]:
    """Address of a registry that listens."""
    servidor = uvicorn.Server(uvicorn.Config(cliente.bancada.app, port=0, lifespan="off", log_level="error"))
    tarefa = asyncio.create_task(servidor.serve())
    while not servidor.started:
        await asyncio.sleep(0.01)
    porta = servidor.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{porta}"
    servidor.should_exit = True
    await tarefa


def cliente_confluent(url: str, **credencial: str) -> SchemaRegistryClient:
    return SchemaRegistryClient({"url": url, "max.retries": 0} | credencial)


def operador(url: str) -> SchemaRegistryClient:
    return cliente_confluent(url, **{"basic.auth.user.info": "operador:sênha:com dois-pontos"})


async def test_serializador_registra_e_desserializador_le_pelo_id(url: str) -> None:
    def ida_e_volta() -> Any:
        with operador(url) as registro:
            bytes_ = AvroSerializer(registro, USUARIO)({"nome": "João"}, NO_TOPICO)
        with cliente_confluent(url) as leitor:
            return AvroDeserializer(leitor)(bytes_, NO_TOPICO)

    assert await asyncio.to_thread(ida_e_volta) == {"nome": "João"}


async def test_serializador_que_so_procura_acha_os_contratos_sem_credencial(url: str) -> None:
    contrato = contratos.carregar().por_tipo["demanda.ranqueada"]

    def procurar() -> list[int]:
        with cliente_confluent(url) as leitor:
            return [leitor.lookup_schema(contrato.assunto, Schema(versao.texto)).version for versao in contrato.versoes]

    assert await asyncio.to_thread(procurar) == [1, 2]


async def test_tudo_o_que_o_cliente_sabe_pedir(url: str) -> None:
    def usar() -> None:
        with operador(url) as r:
            fixo = Schema('{"type":"fixed","name":"F","size":2}')
            id_ = r.register_schema("f/1", fixo)
            com_referencia = Schema('["null","F"]', references=[SchemaReference("F", "f/1", 1)])
            r.register_schema("g", com_referencia)
            assert r.get_latest_version("g").schema.references[0].subject == "f/1"
            assert r.get_schema(id_).schema_str == fixo.schema_str
            assert {"f/1", "g"} <= set(r.get_subjects())
            assert r.get_versions("f/1") == [1]
            assert r.get_version("f/1", 1).schema_id == id_
            assert r.test_compatibility("f/1", Schema('{"type":"fixed","name":"F","size":3}')) is False
            assert r.test_compatibility("f/1", fixo) is True
            r.set_compatibility("f/1", "FULL")
            assert r.get_compatibility("f/1") == "FULL"
            assert r.get_config("f/1").compatibility_level == "FULL"
            with pytest.raises(SchemaRegistryError) as erro:
                r.delete_version("f/1", 1)
            assert (erro.value.http_status_code, erro.value.error_code) == (422, 42206)
            assert r.delete_subject("g") == [1]
            assert r.delete_subject("g", permanent=True) == [1]
            assert r.delete_version("f/1", 1) == 1

    await asyncio.to_thread(usar)


async def test_cliente_entende_as_recusas(url: str) -> None:
    def recusado(registro: SchemaRegistryClient, assunto: str) -> tuple[int, int]:
        with registro, pytest.raises(SchemaRegistryError) as erro:
            registro.register_schema(assunto, Schema('"int"'))
        return erro.value.http_status_code, erro.value.error_code

    errada = {"basic.auth.user.info": "operador:errada"}
    assert await asyncio.to_thread(recusado, cliente_confluent(url), "a") == (401, 401)
    assert await asyncio.to_thread(recusado, cliente_confluent(url, **errada), "a") == (401, 401)
    assert await asyncio.to_thread(recusado, operador(url), "demanda.recebida-value") == (422, 42205)
