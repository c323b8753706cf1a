"""Schemas that borrow types from other subjects."""

import json
from typing import Any

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="module")

PAIS = {"type": "record", "name": "Pais", "namespace": "br.gov", "fields": [{"name": "nome", "type": "string"}]}
ENDERECO = {
    "type": "record",
    "name": "Endereco",
    "namespace": "br.gov",
    "fields": [{"name": "rua", "type": "string"}, {"name": "pais", "type": "Pais"}],
}
DO_PAIS = [{"name": "pais.avsc", "subject": "pais", "version": 1}]


async def test_quem_empresta_e_quem_toma_emprestado_se_veem(cliente: Any) -> None:
    await cliente.id_de("pais", PAIS)
    id_ = await cliente.id_de("endereco", ENDERECO, references=DO_PAIS)
    versao = (await cliente.ver("/subjects/endereco/versions/latest")).json()
    assert (versao["id"], versao["references"]) == (id_, DO_PAIS)
    assert (await cliente.ver(f"/schemas/ids/{id_}")).json()["references"] == DO_PAIS
    assert (await cliente.ver("/subjects/pais/versions/1/referencedby")).json() == [id_]
    assert (await cliente.procurar("endereco", ENDERECO, references=DO_PAIS)).json()["id"] == id_


async def test_referencia_a_ultima_fica_com_o_numero(cliente: Any) -> None:
    await cliente.id_de("pais", PAIS)
    ultima = [{"name": "pais.avsc", "subject": "pais", "version": -1}]
    id_ = await cliente.id_de("endereco", ENDERECO, references=ultima)
    assert (await cliente.ver(f"/schemas/ids/{id_}")).json()["references"] == DO_PAIS
    assert await cliente.id_de("endereco", ENDERECO, references=DO_PAIS) == id_
    assert (await cliente.procurar("endereco", ENDERECO, references=ultima)).json()["version"] == 1


async def test_tudo_num_texto_so_acha_o_que_foi_registrado_com_referencias(cliente: Any) -> None:
    await cliente.id_de("pais", PAIS)
    id_ = await cliente.id_de("endereco", ENDERECO, references=DO_PAIS)
    campos = [ENDERECO["fields"][0], {"name": "pais", "type": PAIS}]  # type: ignore[index] # a record of the test
    inteiro = ENDERECO | {"fields": campos}
    assert (await cliente.procurar("endereco", inteiro)).json()["id"] == id_
    assert await cliente.id_de("endereco", inteiro) == id_
    assert (await cliente.ver("/subjects/endereco/versions")).json() == [1]


async def test_referencia_que_nao_leva_a_nada_e_42201(cliente: Any, recusa: Any) -> None:
    await recusa(cliente.registrar("endereco", ENDERECO), 42201)
    await recusa(cliente.registrar("endereco", ENDERECO, references=DO_PAIS), 42201)
    await cliente.id_de("pais", PAIS)
    for errada in ({"version": 2}, {"version": 0}, {"subject": "outro"}, {"subject": ""}, {"name": "\x01"}):
        await recusa(cliente.registrar("endereco", ENDERECO, references=[DO_PAIS[0] | errada]), 42201)
    await recusa(cliente.registrar("endereco", ENDERECO, references=[{"name": "x"}]), 422)
    await cliente.apagar("/subjects/pais")
    await recusa(cliente.registrar("endereco", ENDERECO, references=DO_PAIS), 42201)


async def test_emprestado_nao_se_exclui_enquanto_alguem_usa(cliente: Any, recusa: Any) -> None:
    await cliente.id_de("pais", PAIS)
    id_ = await cliente.id_de("endereco", ENDERECO, references=DO_PAIS)
    for caminho in ("/subjects/pais/versions/1", "/subjects/pais"):
        mensagem = await recusa(cliente.apagar(caminho), 42206)
        assert mensagem.startswith("One or more references exist to the schema")
    await cliente.apagar("/subjects/endereco")
    assert (await cliente.ver("/subjects/pais/versions/1/referencedby")).json() == []
    assert (await cliente.ver("/subjects/pais/versions/1/referencedby", deleted="true")).json() == [id_]
    await cliente.apagar("/subjects/pais")
    await recusa(cliente.apagar("/subjects/pais", permanent="true"), 42206)
    await recusa(cliente.apagar("/subjects/pais/versions/1", permanent="true"), 42206)
    await cliente.apagar("/subjects/endereco", permanent="true")
    assert (await cliente.apagar("/subjects/pais", permanent="true")).json() == [1]


async def test_versoes_de_um_assunto_que_se_referenciam_vao_juntas(cliente: Any) -> None:
    await cliente.nivel("pais", "NONE")
    await cliente.id_de("pais", PAIS)
    await cliente.id_de("pais", ENDERECO, references=DO_PAIS)
    assert (await cliente.apagar("/subjects/pais")).json() == [1, 2]
    assert (await cliente.apagar("/subjects/pais", permanent="true")).json() == [1, 2]


async def test_apagada_que_alguem_referencia_nao_some_quando_o_esquema_volta(cliente: Any) -> None:
    await cliente.id_de("pais", PAIS)
    await cliente.id_de("endereco", ENDERECO, references=DO_PAIS)
    await cliente.apagar("/subjects/endereco")
    await cliente.apagar("/subjects/pais")
    await cliente.id_de("pais", PAIS)
    assert (await cliente.ver("/subjects/pais/versions", deleted="true")).json() == [1, 2]


async def test_compatibilidade_olha_dentro_do_que_foi_emprestado(cliente: Any, recusa: Any) -> None:
    await cliente.nivel("pais", "NONE")
    await cliente.id_de("pais", PAIS)
    await cliente.id_de("pais", PAIS | {"fields": [{"name": "nome", "type": "int"}]})
    await cliente.id_de("endereco", ENDERECO, references=DO_PAIS)
    outra = [{"name": "pais.avsc", "subject": "pais", "version": 2}]
    mensagem = await recusa(cliente.registrar("endereco", ENDERECO, references=outra), 409)
    assert "TYPE_MISMATCH" in mensagem


async def test_varios_niveis_de_referencia(cliente: Any) -> None:
    await cliente.id_de("moeda", {"type": "enum", "name": "Moeda", "namespace": "m", "symbols": ["BRL"]})
    moeda = [{"name": "m.Moeda", "subject": "moeda", "version": 1}]
    for nome in ("Paga", "Devolve"):
        campo = {"name": "moeda", "type": {"type": "m.Moeda"}}
        registro = {"type": "record", "name": nome, "namespace": "m", "fields": [campo]}
        await cliente.id_de(nome, registro, references=moeda)
    juntas = [{"name": f"m.{nome}", "subject": nome, "version": 1} for nome in ("Paga", "Devolve")]
    id_ = await cliente.id_de("raiz", ["m.Paga", "m.Devolve"], references=juntas)
    guardado = (await cliente.ver(f"/schemas/ids/{id_}")).json()
    assert json.loads(guardado["schema"]) == ["m.Paga", "m.Devolve"]
    assert guardado["references"] == juntas
