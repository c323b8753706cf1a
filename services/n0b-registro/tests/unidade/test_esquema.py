"""What is a schema and what is not: the refusals carry a sentence and never another exception."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from n0b_registro.dominio.compatibilidade import Anterior, incompatibilidades
from n0b_registro.dominio.erros import EsquemaGrandeDemais, EsquemaInvalido
from n0b_registro.dominio.esquema import ler
from n0b_registro.dominio.niveis import Nivel
from n0b_registro.dominio.nomes import PRIMITIVOS
from n0b_registro.dominio.referencias import Fonte, Referencia, ler_com_referencias
from n0b_registro.dominio.texto import TAMANHO_MAXIMO


def campo(tipo: Any, **mais: Any) -> dict[str, Any]:
    return {"type": "record", "name": "R", "fields": [{"name": "a", "type": tipo} | mais]}


@pytest.mark.parametrize(
    "esquema",
    [
        "null",
        ["null", "int", {"type": "array", "items": "string"}, {"type": "map", "values": "int"}],
        campo(["null", "R"]),
        campo("string", default=None),
        campo("int", default="texto"),
        {"type": "error", "name": "Falha", "fields": []},
        {"type": "enum", "name": "E", "symbols": ["A"], "default": "A"},
        {"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 9},
        {"type": "fixed", "name": "F", "size": 0, "logicalType": "uuid"},
        {"type": "array", "name": "ignorado", "items": "int"},
        campo({"type": "fixed", "name": "a.b.F", "size": 2}) | {"namespace": "x"},
        {"type": "record", "name": "R", "fields": [], "aliases": ["a.b.S", "T"]},
        [],
    ],
)
def test_esquema_valido_e_lido(esquema: Any) -> None:
    assert ler(json.dumps(esquema)).define is not None


def test_padrao_do_tipo_errado_e_aceito_como_nos_registros_de_verdade() -> None:
    assert ler(json.dumps(campo("int", default={"não": "é um int"})))


@pytest.mark.parametrize(
    "texto",
    [
        "",
        "   ",
        "{",
        "string",
        "nulo",
        "1",
        "null",
        "true",
        "{}",
        '{"type":null}',
        '{"type":{"type":"string"}}',
        '{"type":["null"]}',
        '"desconhecido"',
        '{"type":"array"}',
        '{"type":"map"}',
        '{"type":"array","items":null}',
        '{"type":"enum","name":"E"}',
        '{"type":"enum","name":"E","symbols":{}}',
        '{"type":"enum","name":"E","symbols":["A","A"]}',
        '{"type":"enum","name":"E","symbols":["a-b"]}',
        '{"type":"enum","name":"E","symbols":[["A"]]}',
        '{"type":"enum","name":"E","symbols":["A"],"default":"B"}',
        '{"type":"enum","name":"E","symbols":["A"],"default":["A"]}',
        '{"type":"fixed","name":"F"}',
        '{"type":"fixed","name":"F","size":-1}',
        '{"type":"fixed","name":"F","size":"2"}',
        '{"type":"fixed","name":"F","size":true}',
        '{"type":"record","fields":[]}',
        '{"type":"record","name":"R"}',
        '{"type":"record","name":"","fields":[]}',
        '{"type":"record","name":1,"fields":[]}',
        '{"type":"record","name":"string","fields":[]}',
        '{"type":"record","name":"foo","namespace":"foo-bar-baz","fields":[]}',
        '{"type":"record","name":"foo","namespace":["x"],"fields":[]}',
        '{"type":"record","name":"R","fields":{}}',
        '{"type":"record","name":"R","fields":["a"]}',
        '{"type":"record","name":"R","fields":[{"name":"a"}]}',
        '{"type":"record","name":"R","fields":[{"type":"int"}]}',
        '{"type":"record","name":"R","fields":[{"name":"a-b","type":"int"}]}',
        '{"type":"record","name":"R","fields":[{"name":"a","type":"int"},{"name":"a","type":"int"}]}',
        '{"type":"record","name":"R","fields":[{"name":"a","type":"int","order":"subindo"}]}',
        '{"type":"record","name":"R","fields":[{"name":"a","type":"int","order":[]}]}',
        '{"type":"record","name":"R","fields":[{"name":"a","type":"int","aliases":"b"}]}',
        '{"type":"record","name":"R","fields":[],"aliases":[1]}',
        '{"type":"record","name":"R","fields":[{"name":"a","type":{"type":"record","name":"R","fields":[]}}]}',
        '["int","int"]',
        '["null",["int"]]',
        '[{"type":"array","items":"int"},{"type":"array","items":"string"}]',
        '{"type":"string","x":NaN}',
        '{"type":"string","x":1e400}',
        '{"type":"string","x":"\\ud800"}',
        '{"type":"string","x":' + "9" * 5000 + "}",
    ],
)
def test_esquema_invalido_e_recusado_com_uma_frase(texto: str) -> None:
    with pytest.raises(EsquemaInvalido, match=r"."):
        ler(texto)


@pytest.mark.parametrize("fundo", [101, 500, 5_000, 200_000])
def test_tipos_aninhados_demais_sao_recusados_sem_estourar_a_pilha(fundo: int) -> None:
    texto = '{"type":"array","items":' * fundo + '"int"' + "}" * fundo
    with pytest.raises(EsquemaInvalido):
        ler(texto)


def test_propriedade_aninhada_demais_e_recusada() -> None:
    with pytest.raises(EsquemaInvalido, match="níveis"):
        ler('{"type":"int","x":' + "[" * 400 + "]" * 400 + "}")


def test_esquema_grande_demais_e_recusado_antes_de_ser_lido() -> None:
    with pytest.raises(EsquemaGrandeDemais):
        ler('"' + "a" * TAMANHO_MAXIMO + '"')


def test_registro_com_campos_demais_e_recusado() -> None:
    campos = [{"name": f"c{i}", "type": "int"} for i in range(2_001)]
    with pytest.raises(EsquemaInvalido, match="2000"):
        ler(json.dumps({"type": "record", "name": "R", "fields": campos}))


def test_nome_sem_namespace_procura_primeiro_no_espaco_ao_redor_e_depois_na_raiz() -> None:
    acervo = {("f", 1): Fonte('{"type":"fixed","name":"F","size":1}')}
    texto = '{"type":"record","name":"a.R","fields":[{"name":"x","type":"F"}]}'
    lido = ler_com_referencias(Fonte(texto, (Referencia("F", "f", 1),)), acervo)
    assert lido.resolvido["fields"][0]["type"]["name"] == "F"  # type: ignore[call-overload,index]


def test_referencia_que_nao_existe_e_recusada_com_o_seu_assunto_e_versao() -> None:
    with pytest.raises(EsquemaInvalido, match="'x', versão 3"):
        ler_com_referencias(Fonte('"int"', (Referencia("X", "x", 3),)), {})


def test_nome_emprestado_nao_pode_ser_definido_de_novo() -> None:
    fixo = '{"type":"fixed","name":"F","size":1}'
    with pytest.raises(EsquemaInvalido, match="duas vezes"):
        ler_com_referencias(Fonte(fixo, (Referencia("F", "f", 1),)), {("f", 1): Fonte(fixo)})


def test_dois_caminhos_para_o_mesmo_tipo_valem_uma_definicao() -> None:
    def dono(nome: str) -> str:
        return json.dumps({"type": "record", "name": nome, "fields": [{"name": "b", "type": "B"}]})

    base = Referencia("B", "base", 1)
    acervo = {
        ("base", 1): Fonte('{"type":"fixed","name":"B","size":1}'),
        ("e", 1): Fonte(dono("E"), (base,)),
        ("d", 1): Fonte(dono("D"), (base,)),
    }
    lido = ler_com_referencias(Fonte('["E","D"]', (Referencia("E", "e", 1), Referencia("D", "d", 1))), acervo)
    assert json.dumps(lido.resolvido).count('"size"') == 1


@pytest.mark.parametrize("ordem", [("Fora", "Dentro"), ("Dentro", "Fora"), ("Fora", "Fora", "Dentro", "Dentro")])
def test_tipo_emprestado_sozinho_e_dentro_de_outro_e_definido_uma_vez(ordem: tuple[str, ...]) -> None:
    dentro = {"type": "fixed", "name": "Dentro", "size": 1}
    fora = {"type": "record", "name": "Fora", "fields": [{"name": "d", "type": dentro}]}
    campos = [{"name": f"c{i}", "type": tipo} for i, tipo in enumerate(ordem)]
    texto = json.dumps({"type": "record", "name": "R", "fields": campos})
    fonte = Fonte(texto, (Referencia("Fora", "fora", 1),))
    lido = ler_com_referencias(fonte, {("fora", 1): Fonte(json.dumps(fora))})
    assert json.dumps(lido.resolvido).count('"size"') == 1
    assert incompatibilidades(lido.resolvido, [Anterior(1, texto, lido.resolvido)], Nivel.FULL) == []


def test_corrente_de_referencias_mais_funda_que_o_limite_e_recusada() -> None:
    acervo = {("s", 0): Fonte('{"type":"record","name":"R0","fields":[]}')}
    for i in range(1, 110):
        texto = json.dumps({"type": "record", "name": f"R{i}", "fields": [{"name": "d", "type": f"R{i - 1}"}]})
        acervo["s", i] = Fonte(texto, (Referencia("r", "s", i - 1),))
    with pytest.raises(EsquemaInvalido, match="aninhados"):
        ler_com_referencias(Fonte('"R109"', (Referencia("r", "s", 109),)), acervo)


def test_referencias_grandes_demais_no_total_sao_recusadas() -> None:
    acervo = {
        ("s", i): Fonte(json.dumps({"type": "fixed", "name": f"F{i}", "size": 1, "x": "y" * 900_000})) for i in range(5)
    }
    referencias = tuple(Referencia(f"F{i}", "s", i) for i in range(5))
    with pytest.raises(EsquemaGrandeDemais):
        ler_com_referencias(Fonte('"F0"', referencias), acervo)


PALAVRAS = st.sampled_from(
    ["type", "name", "fields", "symbols", "items", "values", "size", "default", "aliases", "order", "namespace"]
)
TIPOS = st.sampled_from(["record", "enum", "fixed", "array", "map", "int", "string", "R", "a.b", "a..b", ""])
QUASE_ESQUEMAS = st.recursive(
    TIPOS | st.none() | st.integers() | st.floats() | st.booleans() | st.text(max_size=3),
    lambda filhos: st.lists(filhos, max_size=3) | st.dictionaries(PALAVRAS, filhos | TIPOS, max_size=5),
    max_leaves=12,
)


@given(QUASE_ESQUEMAS)
@example({"type": "record", "name": "R", "fields": [{"name": "a", "type": "R", "order": {}}]})
def test_qualquer_json_e_lido_ou_recusado_nunca_quebra(valor: Any) -> None:
    conferir_consigo(valor)


def conferir_consigo(valor: Any) -> None:
    """A schema that is read is read again from its text as the same one, and may follow itself."""
    try:
        lido = ler_com_referencias(Fonte(json.dumps(valor)), {})
    except EsquemaInvalido:
        return
    assert ler(lido.esquema.texto).canonico == lido.esquema.canonico
    assert incompatibilidades(lido.resolvido, [Anterior(1, "", lido.resolvido)], Nivel.FULL) == []


TIPO = st.deferred(lambda: PRIMITIVO | NOMEADO | COLECAO | UNIAO)
PRIMITIVO = st.sampled_from(sorted(PRIMITIVOS))
NOMES = st.from_regex(r"([a-c]\.)?[A-C]", fullmatch=True)
CAMPOS = st.lists(st.fixed_dictionaries({"name": st.sampled_from("xyz"), "type": TIPO}), max_size=3)
NOMEADO = st.one_of(
    st.fixed_dictionaries({"type": st.sampled_from(["record", "error"]), "name": NOMES, "fields": CAMPOS}),
    st.fixed_dictionaries({"type": st.just("fixed"), "name": NOMES, "size": st.integers(0, 2)}),
    st.fixed_dictionaries({"type": st.just("enum"), "name": NOMES, "symbols": st.just(["A", "B"])}),
    NOMES,
)
COLECAO = st.fixed_dictionaries({"type": st.just("array"), "items": TIPO}) | st.fixed_dictionaries(
    {"type": st.just("map"), "values": TIPO}
)
UNIAO = st.lists(PRIMITIVO | NOMEADO, max_size=3, unique_by=str)


@given(NOMEADO | COLECAO | UNIAO)
def test_todo_esquema_aceito_e_compativel_consigo(valor: Any) -> None:
    conferir_consigo(valor)
