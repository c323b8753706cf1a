"""Soft and hard deletion: what still answers, how numbers go on, which code says no."""

from typing import Any

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_apagada_some_das_listas_mas_o_id_ainda_responde(cliente: Any, recusa: Any, avro: Any) -> None:
    id_ = await cliente.id_de("a", avro("f"))
    await cliente.id_de("a", avro("f", doc="d"))
    assert (await cliente.apagar("/subjects/a/versions/1")).text == "1"
    assert (await cliente.ver("/subjects/a/versions")).json() == [2]
    assert (await cliente.ver("/subjects/a/versions", deleted="true")).json() == [1, 2]
    assert (await cliente.ver("/subjects/a/versions", deletedOnly="true")).json() == [1]
    await recusa(cliente.ver("/subjects/a/versions/1"), 40402)
    assert (await cliente.ver("/subjects/a/versions/1", deleted="true")).json()["id"] == id_
    assert (await cliente.ver(f"/schemas/ids/{id_}")).status_code == 200
    assert (await cliente.ver(f"/schemas/ids/{id_}/versions")).json() == []
    assert (await cliente.ver(f"/schemas/ids/{id_}/versions", deleted="true")).json() == [
        {"subject": "a", "version": 1}
    ]
    await recusa(cliente.procurar("a", avro("f")), 40403)


async def test_numeracao_continua_depois_de_apagar(cliente: Any, avro: Any) -> None:
    await cliente.id_de("a", avro("f"))
    await cliente.id_de("a", avro("f", doc="d"))
    assert (await cliente.apagar("/subjects/a")).json() == [1, 2]
    assert "a" not in (await cliente.ver("/subjects")).json()
    assert "a" in (await cliente.ver("/subjects", deleted="True")).json()
    assert (await cliente.ver("/subjects", deletedOnly="true")).json() == ["a"]
    await cliente.id_de("a", avro("f", doc="outro"))
    assert (await cliente.ver("/subjects/a/versions")).json() == [3]


async def test_registrar_de_novo_o_que_foi_apagado_conserva_o_id_e_toma_outra_versao(cliente: Any, avro: Any) -> None:
    id_ = await cliente.id_de("a", avro("f"))
    await cliente.apagar("/subjects/a/versions/1")
    assert await cliente.id_de("a", avro("f")) == id_
    assert (await cliente.ver("/subjects/a/versions")).json() == [2]
    assert await cliente.id_de("a", avro("f")) == id_
    assert (await cliente.ver("/subjects/a/versions")).json() == [2]
    assert (await cliente.ver("/subjects/a/versions/2")).json()["id"] == id_


async def test_depois_de_excluir_de_vez_a_numeracao_recomeca_e_o_id_e_o_mesmo(
    cliente: Any, recusa: Any, avro: Any
) -> None:
    id_ = await cliente.id_de("a", avro("f"))
    await cliente.apagar("/subjects/a")
    assert (await cliente.apagar("/subjects/a", permanent="true")).json() == [1]
    await recusa(cliente.ver(f"/schemas/ids/{id_}"), 40403)
    await recusa(cliente.ver("/subjects/a/versions", deleted="true"), 40401)
    assert await cliente.id_de("a", avro("f")) == id_
    assert (await cliente.ver("/subjects/a/versions")).json() == [1]


async def test_codigos_da_exclusao_de_uma_versao(cliente: Any, recusa: Any, avro: Any) -> None:
    versao = "/subjects/a/versions/1"
    await recusa(cliente.apagar(versao), 40401)
    await cliente.id_de("a", avro("f"))
    await recusa(cliente.apagar("/subjects/a/versions/9"), 40402)
    await recusa(cliente.apagar("/subjects/a/versions/zero"), 42202)
    mensagem = await recusa(cliente.apagar(versao, permanent="true"), 40407)
    assert mensagem == "Subject 'a' Version 1 was not deleted first before being permanently deleted"
    await cliente.apagar(versao)
    mensagem = await recusa(cliente.apagar(versao), 40406)
    assert mensagem == "Subject 'a' Version 1 was soft deleted. Set permanent=true to delete permanently"
    assert (await cliente.apagar(versao, permanent="True")).text == "1"
    await recusa(cliente.apagar(versao, permanent="true"), 40401)


async def test_codigos_da_exclusao_de_um_assunto(cliente: Any, recusa: Any, avro: Any) -> None:
    await recusa(cliente.apagar("/subjects/a"), 40401)
    await cliente.id_de("a", avro("f"))
    mensagem = await recusa(cliente.apagar("/subjects/a", permanent="true"), 40405)
    assert mensagem == "Subject 'a' was not deleted first before being permanently deleted"
    await cliente.apagar("/subjects/a")
    mensagem = await recusa(cliente.apagar("/subjects/a"), 40404)
    assert mensagem == "Subject 'a' was soft deleted.Set permanent=true to delete permanently"
    await cliente.apagar("/subjects/a", permanent="true")
    await recusa(cliente.apagar("/subjects/a"), 40401)


async def test_excluir_a_ultima_volta_a_anterior(cliente: Any, recusa: Any, avro: Any) -> None:
    await cliente.id_de("a", avro("f"))
    await cliente.id_de("a", avro("f", doc="d"))
    assert (await cliente.apagar("/subjects/a/versions/latest")).text == "2"
    assert (await cliente.ver("/subjects/a/versions/latest")).json()["version"] == 1
    assert (await cliente.apagar("/subjects/a/versions/-1")).text == "1"
    await recusa(cliente.ver("/subjects/a/versions/latest"), 40401)
    await recusa(cliente.ver("/subjects/a/versions"), 40401)
    await recusa(cliente.apagar("/subjects/a/versions/latest"), 40406)


async def test_excluir_de_vez_leva_os_ajustes_do_assunto(cliente: Any, recusa: Any, avro: Any) -> None:
    await cliente.nivel("a", "FULL")
    await cliente.id_de("a", avro("f"))
    await cliente.apagar("/subjects/a/versions/1")
    assert (await cliente.ver("/config/a")).json() == {"compatibilityLevel": "FULL"}
    await cliente.apagar("/subjects/a/versions/1", permanent="true")
    await recusa(cliente.ver("/config/a"), 40408)


async def test_numeracao_depois_de_excluir_de_vez_a_mais_nova(cliente: Any, avro: Any) -> None:
    await cliente.id_de("a", avro("f"))
    await cliente.id_de("a", avro("f", doc="d"))
    for permanente in ("false", "true"):
        await cliente.apagar("/subjects/a/versions/2", permanent=permanente)
    await cliente.apagar("/subjects/a/versions/1")
    await cliente.id_de("a", avro("f"))
    assert (await cliente.ver("/subjects/a/versions")).json() == [2]
