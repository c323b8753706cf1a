"""Which texts are one schema (hard cases: "Identity is not the parsing canonical form")."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from n0b_registro.dominio.esquema import ler
from n0b_registro.dominio.identidade import identidade, identidade_resolvida
from n0b_registro.dominio.referencias import Fonte, Referencia, ler_com_referencias


def digerir(esquema: Any) -> str:
    texto = esquema if isinstance(esquema, str) else json.dumps(esquema)
    return identidade(ler_com_referencias(Fonte(texto), {}))


def registro(**campo: Any) -> dict[str, Any]:
    return {"type": "record", "name": "R", "fields": [{"name": "a", "type": "int"} | campo]}


@pytest.mark.parametrize(
    ("um", "outro"),
    [
        pytest.param('{ "type" : "string" }', '{"type":"string"}', id="espaços"),
        pytest.param({"type": "string"}, '"string"', id="primitivo embrulhado"),
        pytest.param({"type": "int", "name": "x", "doc": "d"}, '"int"', id="nome em primitivo não diz nada"),
        pytest.param(
            {"name": "R", "fields": [{"type": "int", "name": "a"}], "type": "record"},
            registro(),
            id="ordem dos atributos",
        ),
        pytest.param(
            registro() | {"name": "x.y.R"}, registro() | {"namespace": "x.y"}, id="nome completo ou namespace"
        ),
        pytest.param(registro(order="ascending"), registro(), id="ordem ascendente é a padrão"),
        pytest.param(registro(aliases=[]), registro(), id="lista de apelidos vazia"),
        pytest.param(registro(aliases=["b", "c"]), registro(aliases=["c", "b"]), id="ordem dos apelidos"),
        pytest.param(registro(p={"a": 1, "b": 2}), registro(p={"b": 2, "a": 1}), id="ordem dentro de propriedade"),
        pytest.param(
            registro() | {"namespace": "x", "aliases": ["Velho"]},
            registro() | {"namespace": "x", "aliases": ["x.Velho"]},
            id="apelido com e sem namespace",
        ),
    ],
)
def test_maneiras_de_escrever_o_mesmo_esquema_tem_a_mesma_identidade(um: Any, outro: Any) -> None:
    assert digerir(um) == digerir(outro)


@pytest.mark.parametrize(
    ("um", "outro"),
    [
        pytest.param(registro(), registro(doc="d"), id="doc de campo"),
        pytest.param(registro(), registro() | {"doc": "d"}, id="doc de tipo"),
        pytest.param(registro(default=1), registro(default=2), id="padrão"),
        pytest.param(registro(), registro(default=1), id="padrão acrescentado"),
        pytest.param(registro(), registro(aliases=["b"]), id="apelido de campo"),
        pytest.param(registro(), registro() | {"aliases": ["S"]}, id="apelido de tipo"),
        pytest.param({"type": "long"}, {"type": "long", "logicalType": "timestamp-millis"}, id="tipo lógico"),
        pytest.param(registro(), registro(x="y"), id="propriedade de campo"),
        pytest.param(registro(), registro() | {"x": "y"}, id="propriedade de tipo"),
        pytest.param({"type": "array", "items": "int"}, {"type": "array", "items": "int", "x": 1}, id="de lista"),
        pytest.param(registro(order="descending"), registro(), id="ordem descendente"),
        pytest.param(registro(default=1), registro(default=1.0), id="padrão inteiro ou real"),
        pytest.param(["null", "int"], ["int", "null"], id="ordem dos ramos"),
    ],
)
def test_mudanca_que_a_forma_canonica_de_leitura_esconderia_e_outro_esquema(um: Any, outro: Any) -> None:
    assert digerir(um) != digerir(outro)


def test_referencias_fazem_parte_da_identidade_e_a_ordem_delas_nao() -> None:
    acervo = {("a", 1): Fonte(json.dumps(registro())), ("b", 1): Fonte('"int"'), ("b", 2): Fonte('"long"')}
    a, b, b2 = Referencia("R", "a", 1), Referencia("b", "b", 1), Referencia("b", "b", 2)

    def com(*referencias: Referencia) -> str:
        return identidade(ler_com_referencias(Fonte('"R"', referencias), acervo))

    assert com(a, b) == com(b, a) == com(a, b, b)
    assert com(a, b) != com(a, b2)


def test_texto_com_tudo_dentro_e_o_mesmo_esquema_que_o_com_referencias_quando_resolvido() -> None:
    endereco = {"type": "record", "name": "Endereco", "fields": [{"name": "rua", "type": "string"}]}
    pessoa = {"type": "record", "name": "P", "fields": [{"name": "e", "type": "Endereco"}]}
    inteiro = {"type": "record", "name": "P", "fields": [{"name": "e", "type": endereco}]}
    fonte = Fonte(json.dumps(pessoa), (Referencia("Endereco", "endereco", 1),))
    com = ler_com_referencias(fonte, {("endereco", 1): Fonte(json.dumps(endereco))})
    sem = ler_com_referencias(Fonte(json.dumps(inteiro)), {})
    assert identidade(com) != identidade(sem)
    assert identidade_resolvida(com) == identidade_resolvida(sem)


def test_texto_guardado_e_o_enviado_sem_espacos_com_acentos_e_na_mesma_ordem() -> None:
    enviado = '{"fields": [], "name": "R",\n "type": "record", "doc": "a\\u00e7\\u00e3o"}'
    assert ler(enviado).texto == '{"fields":[],"name":"R","type":"record","doc":"ação"}'


def test_texto_canonico_se_le_de_novo_como_o_mesmo_esquema() -> None:
    fixo_na_raiz = {"type": "fixed", "name": "F", "namespace": "", "size": 2}
    campos = [{"name": "x", "type": fixo_na_raiz}, {"name": "y", "type": "F"}]
    lido = ler(json.dumps({"type": "record", "name": "a.b.R", "fields": campos}))
    assert ler(lido.canonico).canonico == lido.canonico


NOMES = st.from_regex(r"[A-Z][a-z]{0,4}", fullmatch=True)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda filhos: st.lists(filhos, max_size=3) | st.dictionaries(st.text(max_size=3), filhos, max_size=3),
    max_leaves=6,
)


@given(
    props=st.dictionaries(NOMES, JSON, max_size=3),
    padrao=JSON,
    doc=st.text(max_size=8),
    sementes=st.randoms(use_true_random=False),
)
def test_embaralhar_atributos_nunca_muda_a_identidade(
    props: dict[str, Any], padrao: Any, doc: str, sementes: Any
) -> None:
    def embaralhar(valor: Any) -> Any:
        if isinstance(valor, dict):
            pares = list(valor.items())
            sementes.shuffle(pares)
            return {chave: embaralhar(dentro) for chave, dentro in pares}
        return [embaralhar(item) for item in valor] if isinstance(valor, list) else valor

    esquema = registro(default=padrao, doc=doc, **props) | props
    assert digerir(esquema) == digerir(embaralhar(esquema))
