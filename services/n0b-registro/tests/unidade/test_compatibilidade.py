"""Which version may follow which, at each of the seven levels."""

import itertools
import json
from typing import Any

import pytest

from n0b_registro.dominio.compatibilidade import Anterior, incompatibilidades
from n0b_registro.dominio.niveis import Nivel
from n0b_registro.dominio.referencias import Fonte, Referencia, ler_com_referencias


def compativel(nova: Any, *anteriores: Any, nivel: Nivel = Nivel.BACKWARD) -> bool:
    return not faltas(nova, *anteriores, nivel=nivel)


def faltas(nova: Any, *anteriores: Any, nivel: Nivel = Nivel.BACKWARD) -> list[str]:
    passado = [Anterior(i, json.dumps(e), resolver(e)) for i, e in enumerate(anteriores, start=1)]
    return incompatibilidades(resolver(nova), passado, nivel)


def resolver(esquema: Any) -> Any:
    return ler_com_referencias(Fonte(json.dumps(esquema)), {}).resolvido


def registro(*campos: Any, nome: str = "R", **mais: Any) -> dict[str, Any]:
    return {"type": "record", "name": nome, "fields": list(campos)} | mais


def campo(nome: str, tipo: Any, **mais: Any) -> dict[str, Any]:
    return {"name": nome, "type": tipo} | mais


F1 = registro(campo("f1", "string"))
F1_F2_PADRAO = registro(campo("f1", "string"), campo("f2", "string", default="x"))
F1_F2 = registro(campo("f1", "string"), campo("f2", "string"))
RENOMEADO = registro(campo("novo", "string", aliases=["f1"]))
UNIAO = registro(campo("f1", ["null", "string"]))
UNIAO_MAIOR = registro(campo("f1", ["null", "string", "int"]))

# The tables that implementations of the protocol share for the seven levels.
CASOS = [
    (Nivel.BACKWARD, F1_F2_PADRAO, [F1], True),
    (Nivel.BACKWARD, F1_F2, [F1], False),
    (Nivel.BACKWARD, RENOMEADO, [F1], True),
    (Nivel.BACKWARD, UNIAO, [F1], True),
    (Nivel.BACKWARD, F1, [UNIAO], False),
    (Nivel.BACKWARD, UNIAO_MAIOR, [UNIAO], True),
    (Nivel.BACKWARD, UNIAO, [UNIAO_MAIOR], False),
    (Nivel.BACKWARD, F1_F2, [F1, F1_F2_PADRAO], True),
    (Nivel.BACKWARD_TRANSITIVE, F1_F2, [F1, F1_F2_PADRAO], False),
    (Nivel.BACKWARD_TRANSITIVE, F1_F2_PADRAO, [F1, F1_F2], True),
    (Nivel.FORWARD, F1_F2, [F1], True),
    (Nivel.FORWARD, F1, [F1_F2], False),
    (Nivel.FORWARD, F1, [F1_F2_PADRAO], True),
    (Nivel.FORWARD, F1, [F1_F2, F1_F2_PADRAO], True),
    (Nivel.FORWARD_TRANSITIVE, F1, [F1_F2, F1_F2_PADRAO], False),
    (Nivel.FULL, F1_F2_PADRAO, [F1], True),
    (Nivel.FULL, F1, [F1_F2_PADRAO], True),
    (Nivel.FULL, F1_F2, [F1], False),
    (Nivel.FULL, F1_F2, [F1, F1_F2_PADRAO], True),
    (Nivel.FULL_TRANSITIVE, F1_F2, [F1, F1_F2_PADRAO], False),
    (Nivel.NONE, "int", [F1, F1_F2], True),
    (Nivel.FULL_TRANSITIVE, F1, [], True),
]


@pytest.mark.parametrize(("nivel", "nova", "anteriores", "esperado"), CASOS)
def test_sete_niveis(nivel: Nivel, nova: Any, anteriores: list[Any], esperado: bool) -> None:
    assert compativel(nova, *anteriores, nivel=nivel) is esperado


LEITURAS = {
    ("int", "int"), ("long", "int"), ("float", "int"), ("double", "int"), ("long", "long"), ("float", "long"),
    ("double", "long"), ("float", "float"), ("double", "float"), ("double", "double"), ("string", "string"),
    ("bytes", "bytes"), ("string", "bytes"), ("bytes", "string"), ("boolean", "boolean"), ("null", "null"),
}  # fmt: skip
PRIMITIVOS = ["null", "boolean", "int", "long", "float", "double", "bytes", "string"]


@pytest.mark.parametrize(("leitor", "escritor"), list(itertools.product(PRIMITIVOS, PRIMITIVOS)))
def test_promocoes_de_tipos_primitivos_sao_as_da_especificacao(leitor: str, escritor: str) -> None:
    assert compativel(leitor, escritor) is ((leitor, escritor) in LEITURAS)
    assert compativel(escritor, leitor, nivel=Nivel.FORWARD) is ((leitor, escritor) in LEITURAS)


def decimal(escala: int) -> dict[str, Any]:
    return {"type": "bytes", "logicalType": "decimal", "precision": 10, "scale": escala}


@pytest.mark.parametrize(
    ("nova", "antiga"),
    [
        pytest.param(decimal(4), decimal(2), id="escala do decimal"),
        pytest.param("bytes", decimal(2), id="decimal que deixa de ser"),
        pytest.param(
            {"type": "long", "logicalType": "timestamp-micros"},
            {"type": "long", "logicalType": "timestamp-millis"},
            id="millis para micros",
        ),
        pytest.param({"type": "string", "logicalType": "uuid"}, "string", id="uuid"),
        pytest.param({"type": "int", "logicalType": "inventado"}, "int", id="tipo lógico desconhecido"),
        pytest.param(
            {"type": "fixed", "name": "F", "size": 12, "logicalType": "decimal", "precision": 9},
            {"type": "fixed", "name": "F", "size": 12, "logicalType": "duration"},
            id="fixed do mesmo tamanho",
        ),
    ],
)
def test_tipos_logicos_nao_contam(nova: Any, antiga: Any) -> None:
    assert compativel(nova, antiga, nivel=Nivel.FULL)


def test_fixed_de_outro_tamanho_nao_e_compativel() -> None:
    def fixo(tamanho: int) -> dict[str, Any]:
        return {"type": "fixed", "name": "F", "size": tamanho, "logicalType": "decimal", "precision": 4}

    assert not compativel(fixo(8), fixo(16))


NOMEADOS = [
    registro(),
    {"type": "enum", "name": "R", "symbols": ["A"]},
    {"type": "fixed", "name": "R", "size": 4},
]


@pytest.mark.parametrize("tipo", NOMEADOS)
def test_mudar_so_o_namespace_e_compativel(tipo: dict[str, Any]) -> None:
    assert compativel(tipo | {"namespace": "b"}, tipo | {"namespace": "a"}, nivel=Nivel.FULL)
    assert compativel(tipo | {"namespace": "b"}, tipo, nivel=Nivel.FULL)
    dentro = registro(campo("x", tipo), nome="Fora")
    assert compativel(dentro, dentro | {"namespace": "a"}, nivel=Nivel.FULL)


@pytest.mark.parametrize("tipo", NOMEADOS)
def test_renomear_so_e_compativel_com_o_apelido_do_nome_antigo(tipo: dict[str, Any]) -> None:
    antigo, novo = tipo | {"namespace": "a"}, tipo | {"namespace": "a", "name": "Novo"}
    assert not compativel(novo, antigo)
    assert compativel(novo | {"aliases": ["R"]}, antigo)
    assert compativel(novo | {"aliases": ["a.R"]}, antigo)
    assert not compativel(novo | {"aliases": ["outro.R"]}, antigo)
    assert not compativel(novo | {"aliases": ["R"]}, antigo, nivel=Nivel.FORWARD)


def test_apelido_e_um_nome_inteiro_nao_um_pedaco() -> None:
    assert not compativel(registro(nome="Novo", aliases=["Rua"]), registro())


def test_apelido_sem_namespace_na_raiz() -> None:
    assert compativel(registro(nome="Novo", aliases=["R"]), registro())


def test_doc_propriedades_e_ordem_nao_contam() -> None:
    nova = registro(campo("f1", {"type": "string", "x": 1}, doc="d", order="ignore"), doc="e", y=[2])
    assert compativel(nova, F1, nivel=Nivel.FULL)


def test_enum_que_perde_simbolo_so_e_lido_com_padrao() -> None:
    antigo = {"type": "enum", "name": "E", "symbols": ["A", "B"]}
    assert not compativel({"type": "enum", "name": "E", "symbols": ["A"]}, antigo)
    assert compativel({"type": "enum", "name": "E", "symbols": ["A"], "default": "A"}, antigo)
    assert compativel({"type": "enum", "name": "E", "symbols": ["C", "B", "A"]}, antigo)


def test_padrao_falso_ou_nulo_e_um_padrao() -> None:
    for tipo, padrao in (("boolean", False), ("int", 0), ("string", ""), (["null", "int"], None)):
        assert compativel(registro(campo("f", tipo, default=padrao)), registro())


def test_esquema_recursivo_e_comparado_sem_laco() -> None:
    lista = registro(campo("valor", "int"), campo("resto", ["null", "R"]))
    maior = registro(campo("valor", "long"), campo("resto", ["null", "R"]))
    assert compativel(maior, lista)
    assert not compativel(lista, maior)


def test_erro_e_registro_sao_a_mesma_coisa_para_quem_le() -> None:
    assert compativel(F1 | {"type": "error"}, F1)


def test_tipos_de_mesmo_nome_em_namespaces_diferentes_convivem() -> None:
    a, b = {"type": "fixed", "name": "a.F", "size": 1}, {"type": "fixed", "name": "b.F", "size": 2}
    raiz = {"type": "fixed", "name": "F", "size": 3, "namespace": ""}
    nova = registro(campo("a", a), campo("b", b), campo("c", raiz), campo("d", "a.F"), namespace="n")
    assert compativel(nova, nova, nivel=Nivel.FULL)


def test_compatibilidade_olha_dentro_das_referencias() -> None:
    def pessoa(versao: int) -> Any:
        acervo = {
            ("endereco", 1): Fonte(json.dumps(registro(campo("rua", "string"), nome="Endereco"))),
            ("endereco", 2): Fonte(json.dumps(registro(campo("rua", "int"), nome="Endereco"))),
        }
        texto = json.dumps(registro(campo("e", "Endereco"), nome="Pessoa"))
        return ler_com_referencias(Fonte(texto, (Referencia("Endereco", "endereco", versao),)), acervo).resolvido

    antiga = Anterior(1, "x", pessoa(1))
    assert incompatibilidades(pessoa(1), [antiga], Nivel.FULL) == []
    assert "TYPE_MISMATCH" in incompatibilidades(pessoa(2), [antiga], Nivel.BACKWARD)[0]


def test_a_explicacao_diz_o_tipo_o_lugar_a_versao_e_o_nivel() -> None:
    motivos = faltas(F1_F2, F1, nivel=Nivel.BACKWARD)
    assert motivos[0] == (
        "{errorType:'READER_FIELD_MISSING_DEFAULT_VALUE', "
        "description:'quem lê tem um campo sem padrão que não foi escrito', additionalInfo:'/fields/1: f2'}"
    )
    assert motivos[1] == "{oldSchemaVersion: 1}"
    assert motivos[2].startswith("{oldSchema: '")
    assert motivos[3] == "{compatibility: 'BACKWARD'}"


def test_o_namespace_emprestado_a_raiz_nao_aparece_na_explicacao() -> None:
    assert "'/name: expected: R'" in faltas(registro(nome="Novo"), registro())[0]
