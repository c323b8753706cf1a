"""The compatibility endpoint, and the same judgement at registration."""

import json
from typing import Any

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="module")

BASE = "/compatibility/subjects"


async def test_assunto_desconhecido_e_compativel_com_a_ultima_e_com_todas(cliente: Any, recusa: Any) -> None:
    for caminho in (f"{BASE}/nada/versions/latest", f"{BASE}/nada/versions/-1", f"{BASE}/nada/versions"):
        assert (await cliente.pedir("POST", caminho, {"schema": '"int"'})).json() == {"is_compatible": True}
    await recusa(cliente.pedir("POST", f"{BASE}/nada/versions/1", {"schema": '"int"'}), 40402)


async def test_versao_apagada_ou_invalida(cliente: Any, recusa: Any) -> None:
    await cliente.id_de("a", '"int"')
    await recusa(cliente.pedir("POST", f"{BASE}/a/versions/9", {"schema": '"int"'}), 40402)
    await recusa(cliente.pedir("POST", f"{BASE}/a/versions/earliest", {"schema": '"int"'}), 42202)
    await cliente.apagar("/subjects/a/versions/1")
    await recusa(cliente.pedir("POST", f"{BASE}/a/versions/1", {"schema": '"int"'}), 40402)


async def test_motivos_so_quando_pedidos(cliente: Any, avro: Any) -> None:
    await cliente.id_de("a", avro("f"))
    corpo = {"schema": '{"type":"record","name":"R","fields":[{"name":"g","type":"int"}]}'}
    caminho = f"{BASE}/a/versions/latest"
    assert (await cliente.pedir("POST", caminho, corpo)).json() == {"is_compatible": False}
    com_motivos = (await cliente.pedir("POST", f"{caminho}?verbose=True", corpo)).json()
    assert com_motivos["is_compatible"] is False
    assert "READER_FIELD_MISSING_DEFAULT_VALUE" in com_motivos["messages"][0]
    assert "{compatibility: 'BACKWARD'}" in com_motivos["messages"]
    igual = (await cliente.pedir("POST", f"{caminho}?verbose=true", {"schema": '"int"'})).json()
    assert igual["is_compatible"] is False
    await cliente.nivel("a", "NONE")
    qualquer = (await cliente.pedir("POST", f"{caminho}?verbose=true", {"schema": '"int"'})).json()
    assert qualquer == {"is_compatible": True, "messages": []}


async def test_esquema_invalido_e_42201_ou_um_motivo(cliente: Any, recusa: Any) -> None:
    await cliente.id_de("a", '"int"')
    caminho = f"{BASE}/a/versions/latest"
    await recusa(cliente.pedir("POST", caminho, {"schema": "{"}), 42201)
    com_motivos = (await cliente.pedir("POST", f"{caminho}?verbose=true", {"schema": "{"})).json()
    assert com_motivos["is_compatible"] is False
    assert com_motivos["messages"]


async def test_nivel_transitivo_olha_todas_as_versoes_vivas(cliente: Any, recusa: Any, avro: Any) -> None:
    com_padrao = {"name": "g", "type": "string", "default": "x"}
    await cliente.id_de("a", avro("f"))
    await cliente.id_de("a", avro("f", com_padrao))
    sem_padrao = avro("f", "g")
    corpo = {"schema": json.dumps(sem_padrao)}
    assert (await cliente.pedir("POST", f"{BASE}/a/versions", corpo)).json()["is_compatible"] is True
    await cliente.nivel("a", "BACKWARD_TRANSITIVE")
    assert (await cliente.pedir("POST", f"{BASE}/a/versions", corpo)).json()["is_compatible"] is False
    assert (await cliente.pedir("POST", f"{BASE}/a/versions/latest", corpo)).json()["is_compatible"] is True
    mensagem = await recusa(cliente.registrar("a", sem_padrao), 409)
    assert 'incompatible with an earlier schema for subject "a"' in mensagem
    assert "{oldSchemaVersion: 1}" in mensagem
    await cliente.apagar("/subjects/a/versions/1")
    assert (await cliente.registrar("a", sem_padrao)).status_code == 200


async def test_conferir_nao_muda_nada_e_nao_exige_credencial(cliente: Any) -> None:
    await cliente.id_de("a", '"int"')
    resposta = await cliente.pedir("POST", f"{BASE}/a/versions/latest", {"schema": '"long"'}, auth=None)
    assert resposta.json() == {"is_compatible": True}
    assert (await cliente.ver("/subjects/a/versions")).json() == [1]


async def test_nivel_do_assunto_vale_mais_que_o_global(cliente: Any, recusa: Any, avro: Any) -> None:
    await cliente.pedir("PUT", "/config", {"compatibility": "NONE"})
    await cliente.nivel("a", "FULL")
    await cliente.id_de("a", avro("f"))
    await cliente.id_de("b", avro("f"))
    await recusa(cliente.registrar("a", avro("g")), 409)
    assert (await cliente.registrar("b", avro("g"))).status_code == 200
