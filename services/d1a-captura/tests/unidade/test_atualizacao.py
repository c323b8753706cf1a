"""What a valid update is: each type with exactly its fields."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from d1a_captura.dominio.atualizacao import FUSO, PRAZO_MAXIMO, SUGESTAO_MAXIMA, AtualizacaoEnviada, faltas
from d1a_captura.dominio.entrada import TEXTO_MAXIMO
from nucleo.eventos import CamposDaAtualizacao

AGORA = datetime(2026, 3, 14, 13, 32, tzinfo=UTC)
HOJE = AGORA.astimezone(FUSO).date()
ADAPTADOR = TypeAdapter[Any](AtualizacaoEnviada)
CAMPOS = {
    "contato_realizado": {"com_quem", "canal", "resultado"},
    "protocolo_aberto": {"numero", "orgao", "data"},
    "documento_anexado": {"tipo_documento", "descricao", "referencia"},
    "entrave_registrado": {"descricao", "orgao"},
    "status_atualizado": {"status"},
    "prazo_registrado": {"data_estimada", "fonte"},
}

textos = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=100).map(lambda t: t + "x")
proprios = {
    "data": st.dates(max_value=HOJE).map(str),
    "data_estimada": st.dates(min_value=HOJE, max_value=HOJE + PRAZO_MAXIMO).map(str),
    "status": st.sampled_from(["pendente", "em_andamento", "aguardando", "concluido", "bloqueado"]),
    "referencia": st.from_regex(r"[a-z0-9]{1,9}(/[a-z0-9]{1,9}){0,3}\.pdf", fullmatch=True),
}
json_qualquer = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda filhos: st.lists(filhos, max_size=3) | st.dictionaries(st.text(max_size=10), filhos, max_size=3),
    max_leaves=10,
)


@st.composite
def validas(draw: st.DrawFn) -> dict[str, Any]:
    """A valid update of any type."""
    tipo = draw(st.sampled_from(sorted(CAMPOS)))
    campos = {campo: draw(proprios.get(campo, textos)) for campo in CAMPOS[tipo]}
    corpo = {"tipo": tipo, "texto": "abc" + draw(textos), "campos": campos}
    if draw(st.booleans()):
        sugestao = draw(st.dictionaries(st.text(max_size=10), json_qualquer, max_size=3))
        corpo |= {"origem_estruturacao": "sugestao_editada", "sugestao_original": sugestao}
    return corpo


def campos_em_falta(corpo: Any) -> list[str]:
    """The paths at fault, those of the form first; the member's name that pydantic puts in front is left out."""
    try:
        atualizacao = ADAPTADOR.validate_python(corpo)
    except ValidationError as erro:
        return [".".join(map(str, e["loc"][1:] or ("tipo",))) for e in erro.errors()]
    return [campo for campo, _ in faltas(atualizacao, AGORA)]


@given(validas())
def test_com_exatamente_os_campos_do_seu_tipo_vale_e_cabe_no_contrato(corpo: dict[str, Any]) -> None:
    assert campos_em_falta(corpo) == []
    atualizacao = ADAPTADOR.validate_python(corpo)
    guardados = CamposDaAtualizacao(**atualizacao.campos.model_dump())
    preenchidos = {c for c in CamposDaAtualizacao.__annotations__ if getattr(guardados, c) is not None}
    assert preenchidos == CAMPOS[corpo["tipo"]]


@given(validas(), st.data())
def test_sem_um_dos_campos_do_tipo_ele_e_nomeado(corpo: dict[str, Any], data: st.DataObject) -> None:
    falta = data.draw(st.sampled_from(sorted(CAMPOS[corpo["tipo"]])))
    campos = {nome: valor for nome, valor in corpo["campos"].items() if nome != falta}
    assert campos_em_falta(corpo | {"campos": campos}) == [f"campos.{falta}"]


@given(validas(), st.data())
def test_campo_de_outro_tipo_ou_desconhecido_e_nomeado(corpo: dict[str, Any], data: st.DataObject) -> None:
    alheios = set().union(*CAMPOS.values(), {"cidadao_id", "x"}) - CAMPOS[corpo["tipo"]]
    sobra = data.draw(st.sampled_from(sorted(alheios)))
    assert campos_em_falta(corpo | {"campos": corpo["campos"] | {sobra: "abc"}}) == [f"campos.{sobra}"]
    assert campos_em_falta(corpo | {sobra: "abc"}) == [sobra]


def test_zero_nao_e_vazio_e_html_e_dado() -> None:
    campos = {"numero": "0", "orgao": "Água & Luz <form>", "data": str(HOJE)}
    atualizacao = ADAPTADOR.validate_python({"tipo": "protocolo_aberto", "texto": '"><img src=x>', "campos": campos})
    assert list(faltas(atualizacao, AGORA)) == []
    assert (atualizacao.texto, atualizacao.campos.model_dump()) == ('"><img src=x>', campos)


@given(validas(), st.sampled_from(["texto", "campos"]))
def test_texto_e_campos_sao_obrigatorios(corpo: dict[str, Any], falta: str) -> None:
    assert campos_em_falta({nome: valor for nome, valor in corpo.items() if nome != falta}) == [falta]


@given(validas(), st.data(), st.sampled_from(["", "  \n", "\u200b\u202e", "a" * 10_000, 7, None, ["a"]]))
def test_campo_vazio_grande_demais_ou_que_nao_e_texto_e_nomeado(
    corpo: dict[str, Any], data: st.DataObject, valor: Any
) -> None:
    campo = data.draw(st.sampled_from(sorted(CAMPOS[corpo["tipo"]])))
    assert campos_em_falta(corpo | {"campos": corpo["campos"] | {campo: valor}}) == [f"campos.{campo}"]


@given(json_qualquer)
def test_nenhum_json_quebra_a_validacao(corpo: Any) -> None:
    assert campos_em_falta(corpo)


@given(st.dates(), st.sampled_from([("protocolo_aberto", "data"), ("prazo_registrado", "data_estimada")]))
def test_protocolo_e_de_ate_hoje_e_prazo_e_de_hoje_a_dez_anos(dia: date, qual: tuple[str, str]) -> None:
    tipo, campo = qual
    outros = dict.fromkeys(CAMPOS[tipo] - {campo}, "abc")
    achadas = campos_em_falta({"tipo": tipo, "texto": "abc", "campos": {**outros, campo: dia.isoformat()}})
    cabe = dia <= HOJE if campo == "data" else HOJE <= dia <= HOJE + PRAZO_MAXIMO
    assert achadas == ([] if cabe else [f"campos.{campo}"])


@pytest.mark.parametrize(("dia", "cabe"), [("2036-03-14", True), ("2036-03-15", False), ("9999-12-31", False)])
def test_o_prazo_e_de_no_maximo_dez_anos(dia: str, cabe: bool) -> None:
    campos = {"data_estimada": dia, "fonte": "x"}
    achadas = campos_em_falta({"tipo": "prazo_registrado", "texto": "abc", "campos": campos})
    assert achadas == ([] if cabe else ["campos.data_estimada"])


@given(st.integers(0, 9999), st.integers(0, 13), st.integers(0, 32))
def test_so_dias_do_calendario(ano: int, mes: int, dia: int) -> None:
    try:
        existe = date(ano, mes, dia) <= HOJE
    except ValueError:
        existe = False
    campos = {"numero": "1", "orgao": "x", "data": f"{ano:04}-{mes:02}-{dia:02}"}
    assert campos_em_falta({"tipo": "protocolo_aberto", "texto": "abc", "campos": campos}) == (
        [] if existe else ["campos.data"]
    )


@given(st.text(max_size=12))
def test_data_que_nao_e_aaaa_mm_dd_e_nomeada(texto: str) -> None:
    campos = {"data_estimada": texto, "fonte": "x"}
    achadas = campos_em_falta({"tipo": "prazo_registrado", "texto": "abc", "campos": campos})
    assert achadas == ["campos.data_estimada"]


def test_o_dia_e_o_de_brasilia() -> None:
    meia_noite = datetime(2026, 3, 15, 3, 0, tzinfo=UTC)
    corpo = {
        "tipo": "prazo_registrado",
        "texto": "abc",
        "campos": {"data_estimada": "2026-03-14", "fonte": "x"},
    }
    atualizacao = ADAPTADOR.validate_python(corpo)
    assert list(faltas(atualizacao, meia_noite - timedelta(microseconds=1))) == []
    assert [campo for campo, _ in faltas(atualizacao, meia_noite)] == ["campos.data_estimada"]


def test_o_texto_diz_algo_e_cabe() -> None:
    base = {"tipo": "status_atualizado", "campos": {"status": "pendente"}}
    assert campos_em_falta(base | {"texto": "a" * TEXTO_MAXIMO}) == []
    for texto in ("a" * (TEXTO_MAXIMO + 1), "", "..", "ok", "🔥" * 9):
        assert campos_em_falta(base | {"texto": texto}) == ["texto"]


def test_sugestao_aceita_ou_editada_vai_junto_e_cabe() -> None:
    base = {"tipo": "status_atualizado", "texto": "abc", "campos": {"status": "pendente"}}
    for origem in ("sugestao_aceita", "sugestao_editada"):
        assert campos_em_falta(base | {"origem_estruturacao": origem}) == ["sugestao_original"]
        assert campos_em_falta(base | {"origem_estruturacao": origem, "sugestao_original": {}}) == []
    assert campos_em_falta(base | {"sugestao_original": {"a": 1}}) == []
    cheia = {"a": "x" * (SUGESTAO_MAXIMA - len('{"a": ""}'))}
    assert campos_em_falta(base | {"sugestao_original": cheia}) == []
    assert campos_em_falta(base | {"sugestao_original": {"a": cheia["a"] + "x"}}) == ["sugestao_original"]
