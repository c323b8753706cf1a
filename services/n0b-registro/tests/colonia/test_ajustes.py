"""Levels and modes of subjects and of the whole registry."""

from typing import Any

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="module")

NIVEIS = ["NONE", "BACKWARD", "BACKWARD_TRANSITIVE", "FORWARD", "FORWARD_TRANSITIVE", "FULL", "FULL_TRANSITIVE"]


async def test_nivel_global_comeca_backward_e_volta_a_ele(cliente: Any) -> None:
    assert (await cliente.ver("/config")).json() == {"compatibilityLevel": "BACKWARD"}
    await cliente.pedir("PUT", "/config", {"compatibility": "FULL"})
    assert (await cliente.ver("/config")).json() == {"compatibilityLevel": "FULL"}
    assert (await cliente.apagar("/config")).json() == {"compatibilityLevel": "FULL"}
    assert (await cliente.ver("/config")).json() == {"compatibilityLevel": "BACKWARD"}


@pytest.mark.parametrize("nivel", NIVEIS)
async def test_put_responde_compatibility_e_get_e_delete_compatibilitylevel(cliente: Any, nivel: str) -> None:
    resposta = await cliente.pedir("PUT", "/config/a", {"compatibility": nivel.lower()})
    assert resposta.json() == {"compatibility": nivel}
    assert (await cliente.ver("/config/a")).json() == {"compatibilityLevel": nivel}
    assert (await cliente.apagar("/config/a")).json() == {"compatibilityLevel": nivel}


async def test_assunto_sem_nivel_e_40408_a_nao_ser_que_valha_o_global(cliente: Any, recusa: Any) -> None:
    await cliente.id_de("a", '"int"')
    mensagem = await recusa(cliente.ver("/config/a"), 40408)
    assert mensagem == "Subject 'a' does not have subject-level compatibility configured"
    await recusa(cliente.ver("/config/desconhecido", defaultToGlobal="False"), 40408)
    for assunto in ("a", "desconhecido"):
        assert (await cliente.ver(f"/config/{assunto}", defaultToGlobal="True")).json() == {
            "compatibilityLevel": "BACKWARD"
        }


async def test_assunto_que_so_diz_se_normaliza_mostra_o_nivel_em_vigor(cliente: Any) -> None:
    await cliente.pedir("PUT", "/config/a", {"normalize": True})
    assert (await cliente.ver("/config/a")).json() == {"compatibilityLevel": "BACKWARD", "normalize": True}
    assert (await cliente.apagar("/config/a")).json() == {"compatibilityLevel": "BACKWARD", "normalize": True}


async def test_remover_nivel_que_nao_ha_e_40401(cliente: Any, recusa: Any) -> None:
    await recusa(cliente.apagar("/config/a"), 40401)


@pytest.mark.parametrize("corpo", [{"compatibility": "meio"}, {"compatibility": ""}, {}, {"compatibility": None}])
async def test_nivel_invalido_e_42203(cliente: Any, recusa: Any, corpo: Any) -> None:
    for caminho in ("/config", "/config/a"):
        assert (await recusa(cliente.pedir("PUT", caminho, corpo), 42203)).startswith("Invalid compatibility level")


async def test_nivel_pode_ser_dado_a_assunto_que_ainda_nao_existe(cliente: Any, recusa: Any, avro: Any) -> None:
    await cliente.nivel("a", "FORWARD")
    await recusa(cliente.ver("/subjects/a/versions"), 40401)
    await cliente.id_de("a", avro("f"))
    await recusa(cliente.registrar("a", avro()), 409)


async def test_modo_global_comeca_readwrite(cliente: Any) -> None:
    assert (await cliente.ver("/mode")).json() == {"mode": "READWRITE"}
    assert (await cliente.pedir("PUT", "/mode", {"mode": "READONLY"})).json() == {"mode": "READONLY"}
    assert (await cliente.ver("/mode")).json() == {"mode": "READONLY"}
    assert (await cliente.apagar("/mode")).json() == {"mode": "READONLY"}
    assert (await cliente.ver("/mode")).json() == {"mode": "READWRITE"}


async def test_assunto_sem_modo_e_40409_a_nao_ser_que_valha_o_global(cliente: Any, recusa: Any) -> None:
    mensagem = await recusa(cliente.ver("/mode/a"), 40409)
    assert mensagem == "Subject 'a' does not have subject-level mode configured"
    assert (await cliente.ver("/mode/a", defaultToGlobal="true")).json() == {"mode": "READWRITE"}
    await cliente.pedir("PUT", "/mode/a", {"mode": "readonly"})
    assert (await cliente.ver("/mode/a")).json() == {"mode": "READONLY"}
    assert (await cliente.apagar("/mode/a")).json() == {"mode": "READONLY"}
    await recusa(cliente.apagar("/mode/a"), 40401)


@pytest.mark.parametrize("corpo", [{"mode": "ESCRITA"}, {"mode": ""}, {}])
async def test_modo_invalido_e_42204(cliente: Any, recusa: Any, corpo: Any) -> None:
    for caminho in ("/mode", "/mode/a"):
        assert (await recusa(cliente.pedir("PUT", caminho, corpo), 42204)).startswith("Invalid mode")


async def test_modo_nulo_remove_o_modo(cliente: Any, recusa: Any) -> None:
    await cliente.pedir("PUT", "/mode/a", {"mode": "READONLY"})
    assert (await cliente.pedir("PUT", "/mode/a", {"mode": None})).json() == {"mode": None}
    await recusa(cliente.ver("/mode/a"), 40409)


async def test_so_leitura_recusa_registrar_apagar_e_configurar(cliente: Any, recusa: Any, avro: Any) -> None:
    id_ = await cliente.id_de("a", avro("f"))
    await cliente.pedir("PUT", "/mode", {"mode": "READONLY"})
    await recusa(cliente.registrar("a", avro("f", doc="d")), 42205)
    await recusa(cliente.apagar("/subjects/a"), 42205)
    await recusa(cliente.apagar("/subjects/a/versions/1"), 42205)
    await recusa(cliente.pedir("PUT", "/config/a", {"compatibility": "NONE"}), 42205)
    assert await cliente.id_de("a", avro("f")) == id_


async def test_modo_do_assunto_vale_mais_que_o_global_menos_contra_o_override(
    cliente: Any, recusa: Any, avro: Any
) -> None:
    await cliente.pedir("PUT", "/mode/a", {"mode": "READWRITE"})
    await cliente.pedir("PUT", "/mode", {"mode": "READONLY"})
    await cliente.id_de("a", avro("f"))
    await cliente.pedir("PUT", "/mode", {"mode": "READONLY_OVERRIDE"})
    await recusa(cliente.registrar("a", avro("f", doc="d")), 42205)


async def test_importar_guarda_id_e_versao_de_outro_registro_sem_comparar(cliente: Any, recusa: Any, avro: Any) -> None:
    await recusa(cliente.registrar("a", avro("f"), id=500, version=3), 42205)
    await cliente.pedir("PUT", "/mode/a", {"mode": "IMPORT"})
    await recusa(cliente.registrar("a", avro("f")), 42205)
    assert await cliente.id_de("a", avro("f"), id=500, version=3) == 500
    assert await cliente.id_de("a", avro("g"), id=501, version=7) == 501
    assert (await cliente.ver("/subjects/a/versions")).json() == [3, 7]
    assert await cliente.id_de("a", avro("f")) == 500
    await recusa(cliente.registrar("a", avro("h"), id=500, version=8), 42205)
    await recusa(cliente.registrar("b", avro("f"), id=502), 42205)


async def test_importar_comeca_de_um_assunto_vazio(cliente: Any, recusa: Any, avro: Any) -> None:
    id_ = await cliente.id_de("a", avro("f"))
    await recusa(cliente.pedir("PUT", "/mode/a", {"mode": "IMPORT"}), 42205)
    await recusa(cliente.pedir("PUT", "/mode", {"mode": "IMPORT"}), 42205)
    await cliente.apagar("/subjects/a")
    assert (await cliente.pedir("PUT", "/mode/a", {"mode": "IMPORT"})).status_code == 200
    await recusa(cliente.ver("/subjects/a/versions", deleted="true"), 40401)
    assert await cliente.id_de("a", avro("f"), id=id_ + 50, version=1) == id_ + 50


async def test_importar_a_forca_conserva_o_que_ha(cliente: Any, avro: Any) -> None:
    await cliente.id_de("a", avro("f"))
    assert (await cliente.pedir("PUT", "/mode/a?force=true", {"mode": "IMPORT"})).status_code == 200
    assert (await cliente.ver("/subjects/a/versions")).json() == [1]
