"""Every newer version reads every older one: by the rules (Apache avro), and by doing it (the codec)."""

from io import BytesIO
from itertools import combinations
from typing import Any

import avro.schema
from avro.compatibility import ReaderWriterCompatibilityChecker, SchemaCompatibilityType
from fastavro import parse_schema, schemaless_reader, schemaless_writer

from nucleo.avro import Codec
from nucleo.contratos import Contrato, Versao


def escrever(versao: Versao, evento: dict[str, Any]) -> bytes:
    fluxo = BytesIO()
    schemaless_writer(fluxo, parse_schema(versao.esquema), evento, strict=True)
    return fluxo.getvalue()


def test_toda_versao_nova_le_toda_versao_antiga(contrato: Contrato) -> None:
    conferente = ReaderWriterCompatibilityChecker()  # type: ignore[no-untyped-call]  # avro has no annotation here
    for antiga, nova in combinations(contrato.versoes, 2):
        leitor, escritor = avro.schema.parse(nova.texto), avro.schema.parse(antiga.texto)
        resultado = conferente.get_compatibility(leitor, escritor)
        assert resultado.compatibility is SchemaCompatibilityType.compatible, resultado.messages


def test_versao_nova_so_acrescenta_campos_no_fim(contrato: Contrato) -> None:
    for antiga, nova in combinations(contrato.versoes, 2):
        antes, depois = (versao.esquema["fields"][-1]["type"]["fields"] for versao in (antiga, nova))
        assert depois[: len(antes)] == antes
        assert all("default" in campo for campo in depois[len(antes) :])


def test_o_exemplo_da_versao_vai_e_volta_igual(par: tuple[Contrato, Versao], exemplo: dict[str, Any]) -> None:
    contrato, versao = par
    corpo = escrever(versao, exemplo)
    assert schemaless_reader(BytesIO(corpo), parse_schema(versao.esquema), None) == exemplo
    assert (exemplo["tipo"], exemplo["versao_schema"]) == (contrato.tipo, versao.semver)
    assert exemplo["origem"] in contrato.produtores


def test_o_exemplo_e_lido_por_toda_versao_mais_nova(par: tuple[Contrato, Versao], exemplo: dict[str, Any]) -> None:
    contrato, versao = par
    corpo = escrever(versao, exemplo)
    for nova in contrato.versoes[contrato.versoes.index(versao) + 1 :]:
        lido = schemaless_reader(BytesIO(corpo), parse_schema(versao.esquema), parse_schema(nova.esquema))
        assert isinstance(lido, dict)
        assert lido["payload"].items() >= exemplo["payload"].items()


def test_o_exemplo_vira_payload_e_sai_como_versao_vigente(
    codec: Codec, par: tuple[Contrato, Versao], exemplo: dict[str, Any]
) -> None:
    contrato, versao = par
    lido = codec.decodificar(contrato.tipo, versao.esquema, escrever(versao, exemplo))
    payload = codec.para_dict(codec.para_payload(contrato.tipo, lido["payload"]))
    assert payload == lido["payload"]
    reescrito = codec.codificar(contrato.tipo, {**lido, "payload": payload})
    relido = codec.decodificar(contrato.tipo, contrato.vigente.esquema, reescrito)
    assert relido == {**lido, "versao_schema": contrato.vigente.semver}


def test_ler_versao_antiga_preenche_os_padroes(
    codec: Codec, par: tuple[Contrato, Versao], exemplo: dict[str, Any]
) -> None:
    contrato, versao = par
    lido = codec.decodificar(contrato.tipo, versao.esquema, escrever(versao, exemplo))
    novos = contrato.vigente.esquema["fields"][-1]["type"]["fields"][len(exemplo["payload"]) :]
    assert {campo["name"]: lido["payload"][campo["name"]] for campo in novos} == {
        campo["name"]: campo["default"] for campo in novos
    }
