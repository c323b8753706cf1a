"""Registering, reading and finding schemas: what clients of the protocol rely on."""

import asyncio
import json
from typing import Any
from urllib.parse import quote

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXTO = {"type": "string"}


async def test_registrar_devolve_o_id_e_o_esquema_se_le_por_id_e_por_versao(cliente: Any, avro: Any) -> None:
    esquema = avro("f1")
    id_ = await cliente.id_de("pedidos-value", esquema)
    por_id = (await cliente.ver(f"/schemas/ids/{id_}")).json()
    assert por_id == {"schema": json.dumps(esquema, separators=(",", ":"))}
    por_versao = (await cliente.ver("/subjects/pedidos-value/versions/1")).json()
    assert por_versao == {"subject": "pedidos-value", "version": 1, "id": id_, "schema": por_id["schema"]}
    assert (await cliente.ver(f"/schemas/ids/{id_}/schema")).json() == esquema
    assert (await cliente.ver("/subjects/pedidos-value/versions/latest/schema")).json() == esquema


async def test_registrar_de_novo_devolve_o_mesmo_id_sem_nova_versao(cliente: Any, avro: Any) -> None:
    id_ = await cliente.id_de("a", avro("f"))
    assert await cliente.id_de("a", json.dumps(avro("f"), indent=3)) == id_
    assert (await cliente.ver("/subjects/a/versions")).json() == [1]


async def test_mesmo_esquema_em_outro_assunto_tem_o_mesmo_id(cliente: Any, avro: Any) -> None:
    id_ = await cliente.id_de("a", avro("f"))
    await cliente.nivel("b", "NONE")
    await cliente.id_de("b", TEXTO)
    assert await cliente.id_de("b", avro("f")) == id_
    assert (await cliente.ver(f"/schemas/ids/{id_}/subjects")).json() == ["a", "b"]
    assert (await cliente.ver(f"/schemas/ids/{id_}/versions")).json() == [
        {"subject": "a", "version": 1},
        {"subject": "b", "version": 2},
    ]


async def test_ids_sao_dados_um_depois_do_outro(cliente: Any, avro: Any) -> None:
    ids = [await cliente.id_de(f"s{i}", avro(f"f{i}")) for i in range(3)]
    assert ids == [ids[0], ids[0] + 1, ids[0] + 2]


async def test_mudar_doc_e_uma_nova_versao_e_espaco_nao(cliente: Any, avro: Any) -> None:
    await cliente.id_de("a", avro("f"))
    await cliente.id_de("a", avro("f", doc="d"))
    assert (await cliente.ver("/subjects/a/versions")).json() == [1, 2]


async def test_dezesseis_registros_ao_mesmo_tempo_dao_um_id_e_uma_versao(cliente: Any, avro: Any) -> None:
    respostas = await asyncio.gather(*[cliente.registrar("a", avro("f")) for _ in range(16)])
    assert {resposta.status_code for resposta in respostas} == {200}
    assert len({resposta.json()["id"] for resposta in respostas}) == 1
    assert (await cliente.ver("/subjects/a/versions")).json() == [1]


async def test_registros_simultaneos_de_esquemas_diferentes_dao_ids_e_versoes_diferentes(
    cliente: Any, avro: Any
) -> None:
    await cliente.nivel("a", "NONE")
    ids = await asyncio.gather(*[cliente.id_de("a", avro(f"f{i}")) for i in range(8)])
    assert len(set(ids)) == 8
    assert (await cliente.ver("/subjects/a/versions")).json() == list(range(1, 9))


async def test_normalizar_guarda_a_forma_canonica(cliente: Any) -> None:
    esquema = '{"type":"record","namespace":"x","name":"R","fields":[{"type":{"type":"int"},"name":"a"}],"z":1,"b":2}'
    resposta = await cliente.pedir("POST", "/subjects/a/versions?normalize=true", {"schema": esquema})
    guardado = (await cliente.ver(f"/schemas/ids/{resposta.json()['id']}")).json()["schema"]
    canonico = '{"name":"x.R","type":"record","fields":[{"name":"a","type":"int"}],"b":2,"z":1}'
    assert guardado == canonico


async def test_normalizar_por_configuracao_do_assunto(cliente: Any) -> None:
    resposta = await cliente.pedir("PUT", "/config/a", {"normalize": True})
    assert resposta.json() == {"normalize": True}
    id_ = await cliente.id_de("a", TEXTO)
    assert (await cliente.ver(f"/schemas/ids/{id_}")).json()["schema"] == '"string"'


# lookup


async def test_procurar_acha_a_versao_em_qualquer_escrita(cliente: Any) -> None:
    id_ = await cliente.id_de("a", {"type": "int", "name": "x"})
    achado = (await cliente.procurar("a", '"int"')).json()
    assert achado == {"subject": "a", "version": 1, "id": id_, "schema": '{"type":"int","name":"x"}'}


async def test_procurar_em_assunto_desconhecido_e_40401(cliente: Any, recusa: Any) -> None:
    assert await recusa(cliente.procurar("nada", TEXTO), 40401) == "Subject 'nada' not found."


async def test_procurar_esquema_desconhecido_e_40403(cliente: Any, recusa: Any) -> None:
    await cliente.id_de("a", TEXTO)
    assert await recusa(cliente.procurar("a", {"type": "int"}), 40403) == "Schema not found"


async def test_procurar_esquema_invalido_e_42201(cliente: Any, recusa: Any) -> None:
    await cliente.id_de("a", TEXTO)
    await recusa(cliente.procurar("a", {"type": "inventado"}), 42201)


async def test_procurar_nao_exige_credencial(cliente: Any) -> None:
    await cliente.id_de("a", TEXTO)
    assert (await cliente.pedir("POST", "/subjects/a", {"schema": '"string"'}, auth=None)).status_code == 200


# reading


@pytest.mark.parametrize("ultima", ["latest", "-1", "LATEST", " latest "])
async def test_ultima_versao_em_palavra_e_em_numero(cliente: Any, avro: Any, ultima: str) -> None:
    await cliente.id_de("a", avro("f"))
    await cliente.id_de("a", avro("f", doc="d"))
    assert (await cliente.ver(f"/subjects/a/versions/{ultima}")).json()["version"] == 2


@pytest.mark.parametrize("versao", ["0", "-2", "earliest", "1.0", "99999999999", "2147483648", "²"])
async def test_versao_que_nao_e_um_numero_de_versao_e_42202(cliente: Any, recusa: Any, versao: str) -> None:
    await cliente.id_de("a", TEXTO)
    mensagem = await recusa(cliente.ver(f"/subjects/a/versions/{versao}"), 42202)
    assert mensagem.startswith(f"The specified version '{versao}' is not a valid version id.")


async def test_versao_e_assunto_que_nao_existem(cliente: Any, recusa: Any) -> None:
    await cliente.id_de("a", TEXTO)
    assert await recusa(cliente.ver("/subjects/a/versions/9"), 40402) == "Version 9 not found."
    await recusa(cliente.ver("/subjects/b/versions/1"), 40401)
    await recusa(cliente.ver("/subjects/b/versions"), 40401)


async def test_id_desconhecido_e_40403(cliente: Any, recusa: Any) -> None:
    for sufixo in ("", "/schema", "/subjects", "/versions"):
        await recusa(cliente.ver(f"/schemas/ids/999999{sufixo}"), 40403)


@pytest.mark.parametrize("id_", ["nada", "0", "-1", "99999999999", "1.5", "²"])
async def test_id_que_nao_e_um_numero_e_404(cliente: Any, recusa: Any, id_: str) -> None:
    assert await recusa(cliente.ver(f"/schemas/ids/{id_}"), 404) == "HTTP 404 Not Found"


async def test_tipos_de_esquema(cliente: Any) -> None:
    assert (await cliente.ver("/schemas/types")).json() == ["AVRO"]


async def test_listar_esquemas_por_prefixo_so_as_ultimas_e_em_paginas(cliente: Any, avro: Any) -> None:
    for assunto in ("p-b", "p-a", "q"):
        await cliente.id_de(assunto, avro("f"))
        await cliente.id_de(assunto, avro("f", doc=assunto))

    async def listar(**parametros: str) -> list[tuple[str, int]]:
        lista = (await cliente.ver("/schemas", subjectPrefix="p-", **parametros)).json()
        return [(versao["subject"], versao["version"]) for versao in lista]

    assert await listar() == [("p-a", 1), ("p-a", 2), ("p-b", 1), ("p-b", 2)]
    assert await listar(latestOnly="True") == [("p-a", 2), ("p-b", 2)]
    assert await listar(offset="1", limit="2") == [("p-a", 2), ("p-b", 1)]
    await cliente.apagar("/subjects/p-a")
    assert await listar(latestOnly="true") == [("p-b", 2)]
    assert await listar(latestOnly="true", deleted="TRUE") == [("p-a", 2), ("p-b", 2)]


async def test_listar_assuntos_em_ordem_por_prefixo_e_em_paginas(cliente: Any) -> None:
    for assunto in ("p_%é", "p_%Z", "p-x", "q"):
        await cliente.id_de(assunto, TEXTO)

    async def listar(**parametros: str) -> Any:
        return (await cliente.ver("/subjects", **parametros)).json()

    assert await listar(subjectPrefix="p_%") == ["p_%Z", "p_%é"]
    assert await listar(subjectPrefix="p", offset="1", limit="1") == ["p_%Z"]
    assert set(await listar()) == set(await listar(subjectPrefix=":*:")) >= {"p-x", "q"}


async def test_maior_id_e_assuntos_junto_do_esquema(cliente: Any) -> None:
    id_ = await cliente.id_de("a", TEXTO)
    await cliente.id_de("b", {"type": "int"})
    resposta = (await cliente.ver(f"/schemas/ids/{id_}", fetchMaxId="true", includeSubjects="True")).json()
    assert (resposta["maxId"], resposta["subjects"]) == (id_ + 1, ["a"])


# what clients send


async def test_clientes_mandam_booleanos_em_qualquer_caixa_limite_menos_um_e_vazios(cliente: Any) -> None:
    id_ = await cliente.id_de("a", TEXTO)
    resposta = await cliente.pedir("POST", "/subjects/a?normalize=False&deleted=False", {"schema": '"string"'})
    assert resposta.json()["id"] == id_
    todos = (await cliente.ver("/subjects", limit="-1", deleted="False", deletedOnly="")).json()
    assert "a" in todos
    assert (await cliente.ver(f"/schemas/ids/{id_}", subject="", format="")).status_code == 200
    assert (await cliente.ver(f"/schemas/ids/{id_}/subjects", subject="", deleted="")).json() == ["a"]


async def test_campos_opcionais_nulos_e_campos_desconhecidos(cliente: Any) -> None:
    corpo = {
        "schema": '"string"',
        "schemaType": None,
        "references": None,
        "id": None,
        "version": None,
        "metadata": None,
        "ruleSet": None,
        "schemaTagsToAdd": None,
    }
    assert (await cliente.pedir("POST", "/subjects/a/versions", corpo)).status_code == 200
    assert (await cliente.pedir("POST", "/subjects/a", corpo)).status_code == 200


@pytest.mark.parametrize("assunto", ["a/b", "a?b#c", "a/versions/1", "a%2Fb", "á \"{:}'", "*", "x" * 900, "a b+c"])
async def test_nomes_de_assunto_com_qualquer_letra_codificada(cliente: Any, assunto: str) -> None:
    id_ = await cliente.id_de(assunto, TEXTO)
    assert assunto in (await cliente.ver("/subjects")).json()
    assert (await cliente.procurar(assunto, TEXTO)).json()["subject"] == assunto
    assert (await cliente.ver(f"/schemas/ids/{id_}/subjects")).json() == [assunto]


@pytest.mark.parametrize("assunto", ["a/b", "a?b#c", "a/versions/1", "a%2Fb"])
async def test_todo_caminho_aceita_o_nome_codificado(cliente: Any, assunto: str) -> None:
    await cliente.id_de(assunto, TEXTO)
    nome = quote(assunto, safe="")
    assert (await cliente.ver(f"/subjects/{nome}/versions")).json() == [1]
    assert (await cliente.ver(f"/subjects/{nome}/versions/latest")).json()["subject"] == assunto
    assert (await cliente.ver(f"/subjects/{nome}/versions/1/referencedby")).json() == []
    compativel = await cliente.pedir("POST", f"/compatibility/subjects/{nome}/versions/1", {"schema": '"string"'})
    assert compativel.json() == {"is_compatible": True}
    await cliente.pedir("PUT", f"/config/{nome}", {"compatibility": "FULL"})
    assert (await cliente.ver(f"/config/{nome}")).json() == {"compatibilityLevel": "FULL"}
    await cliente.pedir("PUT", f"/mode/{nome}", {"mode": "READWRITE"})
    assert (await cliente.ver(f"/mode/{nome}")).json() == {"mode": "READWRITE"}
    assert (await cliente.apagar(f"/subjects/{nome}/versions/1")).text == "1"
    assert (await cliente.apagar(f"/subjects/{nome}", permanent="true")).json() == [1]


@pytest.mark.parametrize("codificado", ["%0A", "a%7F", "__GLOBAL", "__EMPTY", ":.contexto:a", "x" * 1001, "%ED%A0%80"])
async def test_nome_de_assunto_invalido_e_42208(cliente: Any, recusa: Any, codificado: str) -> None:
    if codificado == "%ED%A0%80":  # not UTF-8: becomes replacement characters, which are a name like any other
        assert (await cliente.ver(f"/subjects/{codificado}/versions")).status_code == 404
        return
    await recusa(cliente.pedir("POST", f"/subjects/{codificado}/versions", {"schema": '"int"'}), 42208)


async def test_tipo_de_esquema_que_nao_e_avro_e_42201(cliente: Any, recusa: Any) -> None:
    for tipo in ("JSON", "PROTOBUF", "AVROO"):
        await recusa(cliente.registrar("a", TEXTO, schemaType=tipo), 42201)
    assert (await cliente.registrar("a", TEXTO, schemaType="AVRO")).status_code == 200


async def test_corpo_sem_esquema_vazio_ou_invalido_e_42201(cliente: Any, recusa: Any) -> None:
    for corpo in ({}, {"schema": ""}, {"schema": None}, {"schema": "{"}, {"invalido": 1}):
        await recusa(cliente.pedir("POST", "/subjects/a/versions", corpo), 42201)
    assert "a" not in (await cliente.ver("/subjects")).json()


@pytest.mark.parametrize("corpo", ["-1", '"texto"', "[]", '{"schema": 1}', '{"schema": "", "references": {}}'])
async def test_corpo_de_outra_forma_e_422(cliente: Any, recusa: Any, corpo: str) -> None:
    await recusa(cliente.pedir("POST", "/subjects/a/versions", content=corpo), 422)


async def test_corpo_que_nao_e_json_e_400(cliente: Any, recusa: Any) -> None:
    await recusa(cliente.pedir("POST", "/subjects/a/versions", content="{"), 400)
    octetos = {"Content-Type": "application/octet-stream"}
    await recusa(cliente.pedir("POST", "/subjects/a/versions", content="{", headers=octetos), 400)


async def test_padrao_do_tipo_errado_e_aceito(cliente: Any, avro: Any) -> None:
    campo = {"name": "f", "type": "string", "default": None}
    assert (await cliente.registrar("a", avro(campo))).status_code == 200


async def test_esquema_aninhado_demais_e_42201_e_nao_500(cliente: Any, recusa: Any) -> None:
    for fundo in (150, 20_000):
        texto = '{"type":"array","items":' * fundo + '"int"' + "}" * fundo
        await recusa(cliente.registrar("a", texto), 42201)


async def test_esquema_grande_demais_e_42209(cliente: Any, recusa: Any, avro: Any) -> None:
    await recusa(cliente.registrar("a", avro("f", doc="x" * 1_000_000)), 42209)
    assert (await cliente.registrar("a", avro("f", doc="x" * 900_000))).status_code == 200


async def test_corpo_absurdo_e_413(cliente: Any) -> None:
    resposta = await cliente.pedir("POST", "/subjects/a/versions", content=b"x" * 5_000_000)
    assert resposta.status_code == 413


async def test_metadata_e_ruleset_sao_recusados_por_nao_serem_guardados(cliente: Any, recusa: Any) -> None:
    await recusa(cliente.registrar("a", TEXTO, metadata={"properties": {"a": "b"}}), 42201)
    await recusa(cliente.registrar("a", TEXTO, ruleSet={"domainRules": []}), 42201)


async def test_versao_pedida_tem_de_ser_a_seguinte(cliente: Any, recusa: Any, avro: Any) -> None:
    await recusa(cliente.registrar("a", avro("f"), version=2), 42201)
    assert (await cliente.registrar("a", avro("f"), version=1)).status_code == 200
    assert (await cliente.registrar("a", avro("f"), version=1)).status_code == 200
    assert (await cliente.registrar("a", avro("f", doc="d"), version=-1)).status_code == 200
    assert (await cliente.ver("/subjects/a/versions")).json() == [1, 2]
