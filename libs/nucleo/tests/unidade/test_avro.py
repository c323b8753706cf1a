"""Events as bytes: what goes in comes out, and what the contract does not admit does not go in."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nucleo.avro import Codec, PayloadInvalido, desenquadrar, enquadrar
from nucleo.contratos import carregar
from nucleo.erros import FalhaPermanente
from nucleo.eventos import POR_TIPO, ConselheiroAtualizacaoPublicada, DemandaRecebida, Entidades, Localizacao
from nucleo.testes import exemplo

CATALOGO = carregar()
CODEC = Codec(CATALOGO)
AGORA = datetime(2025, 9, 12, 11, 42, 7, 512_345, tzinfo=UTC)
UM = UUID("01993c5e-7a10-7c3b-9f21-4d5e6a7b8c90")
VALORES: Mapping[str, st.SearchStrategy[Any]] = {
    "uuid": st.uuids(),
    "timestamp-micros": st.timedeltas(timedelta(0), timedelta(days=80_000)).map(
        lambda passado: datetime(1970, 1, 1, tzinfo=UTC) + passado
    ),
    "string": st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    "boolean": st.booleans(),
    "bytes": st.binary(max_size=20),
    "double": st.floats(allow_nan=False),
    "long": st.integers(-(2**63), 2**63 - 1),
    "int": st.integers(-(2**31), 2**31 - 1),
    "null": st.none(),
}


def valores(tipo: Any, nomeados: dict[str, st.SearchStrategy[Any]] | None = None) -> st.SearchStrategy[Any]:
    """Values of an Avro type; `nomeados` are the records seen so far, which may be named again."""
    nomeados = {} if nomeados is None else nomeados
    match tipo:
        case list():
            return st.one_of([valores(opcao, nomeados) for opcao in tipo])
        case {"type": "record", "name": nome, "fields": campos}:
            nomeados[nome] = st.fixed_dictionaries({c["name"]: valores(c["type"], nomeados) for c in campos})
            return nomeados[nome]
        case {"type": "array", "items": itens}:
            return st.lists(valores(itens, nomeados), max_size=3)
        case {"logicalType": logico}:
            return VALORES[logico]
    return nomeados[tipo] if tipo in nomeados else VALORES[tipo]


def envelope(payload: dict[str, Any], **outros: Any) -> dict[str, Any]:
    return {
        "event_id": UM,
        "timestamp": AGORA,
        "origem": "d1a-captura",
        "correlacao_id": UM,
        "payload": payload,
        **outros,
    }


def recebida(**outros: Any) -> dict[str, Any]:
    """The payload of an ordinary demand, as a dict."""
    return {
        **CODEC.para_dict(
            DemandaRecebida(
                demanda_id=UM,
                texto_bruto="Há um buraco na rua.",
                tipo_midia="texto",
                localizacao_bruta=Localizacao(lat=-23.55, lng=-46.63),
                cidadao_id=UM,
                canal="web",
                timestamp_criacao=AGORA,
            )
        ),
        **outros,
    }


def ida_e_volta(tipo: str, evento: dict[str, Any]) -> dict[str, Any]:
    return CODEC.decodificar(tipo, CATALOGO.por_tipo[tipo].vigente.esquema, CODEC.codificar(tipo, evento))


@pytest.mark.parametrize("tipo", sorted(POR_TIPO))
@settings(max_examples=20, deadline=None)
@given(dados=st.data())
def test_todo_evento_vai_e_volta_igual(tipo: str, dados: st.DataObject) -> None:
    contrato = CATALOGO.por_tipo[tipo]
    evento = dados.draw(valores(contrato.vigente.esquema))
    lido = ida_e_volta(tipo, evento)
    assert lido == {**evento, "tipo": tipo, "versao_schema": contrato.vigente.semver}
    payload = CODEC.para_payload(tipo, lido["payload"])
    assert type(payload) is POR_TIPO[tipo]
    assert CODEC.para_dict(payload) == evento["payload"]


def test_o_payload_tem_objetos_aninhados_e_o_dict_lido_fica_como_estava() -> None:
    lido = ida_e_volta("demanda.recebida", envelope(recebida()))
    payload = CODEC.para_payload("demanda.recebida", lido["payload"])
    assert isinstance(payload, DemandaRecebida)
    assert payload.localizacao_bruta == Localizacao(lat=-23.55, lng=-46.63)
    assert lido["payload"]["localizacao_bruta"] == {"lat": -23.55, "lng": -46.63}


def test_padroes_mutaveis_nao_sao_partilhados() -> None:
    assert Entidades().ceps is not Entidades().ceps


def test_instante_de_outro_fuso_e_o_mesmo_instante_em_utc() -> None:
    em_sao_paulo = AGORA.astimezone(timezone(timedelta(hours=-3)))
    lido = ida_e_volta("demanda.recebida", envelope(recebida(), timestamp=em_sao_paulo))
    assert lido["timestamp"] == AGORA
    assert lido["timestamp"].utcoffset() == timedelta(0)


def test_versao_antiga_e_reescrita_como_vigente() -> None:
    evento = envelope(recebida(), tipo="outro", versao_schema="1.0.0")
    lido = ida_e_volta("demanda.recebida", evento)
    assert (lido["tipo"], lido["versao_schema"]) == ("demanda.recebida", "1.2.0")


def test_versao_mais_nova_que_a_conhecida_e_lida_sem_os_campos_novos() -> None:
    futura = {"name": "prioridade", "type": "string", "default": "", "doc": "De uma versão futura."}
    atual = CATALOGO.por_tipo["demanda.recebida"].vigente.esquema
    payload = {**atual["fields"][-1]["type"]}
    payload["fields"] = [*payload["fields"], futura]
    esquema = {**atual, "fields": [*atual["fields"][:-1], {**atual["fields"][-1], "type": payload}]}
    corpo = CODEC.codificar("demanda.recebida", envelope(recebida())) + b"\x08alta"
    assert CODEC.decodificar("demanda.recebida", esquema, corpo)["payload"] == recebida()


def test_enumeracao_de_texto_e_texto() -> None:
    class Midia(StrEnum):
        FOTO = "foto"

    lido = ida_e_volta("demanda.recebida", envelope(recebida(tipo_midia=Midia.FOTO)))
    assert lido["payload"]["tipo_midia"] == "foto"


@pytest.mark.parametrize(
    ("campo", "valor", "frase"),
    [
        ("texto_bruto", None, "payload.texto_bruto: esperado um texto, veio nulo"),
        ("demanda_id", str(UM), "payload.demanda_id: esperado um UUID, veio str"),
        (
            "timestamp_criacao",
            AGORA.replace(tzinfo=None),
            "payload.timestamp_criacao: instante sem fuso horário",
        ),
        ("timestamp_criacao", 1, "payload.timestamp_criacao: esperado um instante, veio int"),
        (
            "localizacao_bruta",
            {"lat": "0", "lng": 0.0},
            "payload.localizacao_bruta.lat: esperado um número, veio str",
        ),
        (
            "localizacao_bruta",
            {"lat": True, "lng": 0.0},
            "payload.localizacao_bruta.lat: esperado um número, veio bool",
        ),
        ("localizacao_bruta", {"lat": 0.0}, "payload.localizacao_bruta.lng: campo ausente"),
        ("localizacao_bruta", [0.0, 0.0], "payload.localizacao_bruta: esperado um registro, veio list"),
        ("midia_urls", "a", "payload.midia_urls: esperado uma lista, veio str"),
        ("midia_urls", ["a", 1], "payload.midia_urls[1]: esperado um texto, veio int"),
        ("categoria_id", 1.1, "payload.categoria_id: esperado um texto, veio float"),
        (
            "assistencia",
            {"usada": 1, "motor": None, "aceita": None},
            "payload.assistencia.usada: esperado verdadeiro",
        ),
        ("cidadao", "Ana", "payload.cidadao: campo desconhecido"),
        ("texto_bruto", "\ud800", "texto que não é Unicode válido"),
    ],
)
def test_o_que_o_contrato_nao_admite_e_recusado_com_o_nome_do_campo(campo: str, valor: Any, frase: str) -> None:
    with pytest.raises(PayloadInvalido) as erro:
        CODEC.codificar("demanda.recebida", envelope(recebida(**{campo: valor})))
    assert str(erro.value).startswith(f"demanda.recebida: {frase}")


@pytest.mark.parametrize("nivel", [1.5, "1", True, 2**31])
def test_inteiro_e_inteiro_de_32_bits(nivel: Any) -> None:
    payload = {
        "representante": UM,
        "membros": [],
        "unidade_civica_id": UM,
        "categoria_id": "1.1",
        "mecanismo": "x",
    }
    assert ida_e_volta("duplicidade.agregada", envelope(payload))["payload"] == payload
    ranking = {
        "unidade_civica_id": UM,
        "total_demandas": nivel,
        "topo": [],
        "nivel_corrente": 1,
        "distribuicao": [],
        "versao_parametros": "1.0.0",
        "motivo": "x",
        "ate_event_id": UM,
        "timestamp_calculo": AGORA,
    }
    with pytest.raises(PayloadInvalido, match=r"payload\.total_demandas: esperado um inteiro de 32 bits"):
        CODEC.codificar("ranking.atualizado", envelope(ranking))


def test_campo_do_envelope_desconhecido_ou_ausente_e_recusado() -> None:
    with pytest.raises(PayloadInvalido, match=r"demanda\.recebida: chave: campo desconhecido"):
        CODEC.codificar("demanda.recebida", envelope(recebida(), chave="x"))
    sem_origem = envelope(recebida())
    del sem_origem["origem"]
    with pytest.raises(PayloadInvalido, match=r"demanda\.recebida: origem: campo ausente"):
        CODEC.codificar("demanda.recebida", sem_origem)


def test_tipo_sem_contrato_e_recusado() -> None:
    with pytest.raises(PayloadInvalido, match=r"demanda\.sonhada: tipo de evento sem contrato"):
        CODEC.codificar("demanda.sonhada", envelope({}))
    with pytest.raises(PayloadInvalido, match=r"demanda\.sonhada: tipo de evento sem contrato"):
        CODEC.decodificar("demanda.sonhada", {"type": "record", "name": "X", "fields": []}, b"")


@settings(max_examples=200, deadline=None)
@given(corpo=st.binary(max_size=400))
def test_bytes_quaisquer_dao_um_evento_ou_uma_recusa(corpo: bytes) -> None:
    esquema = CATALOGO.por_tipo["demanda.recebida"].vigente.esquema
    with suppress(PayloadInvalido):
        assert "payload" in CODEC.decodificar("demanda.recebida", esquema, corpo)


def test_corpo_cortado_ou_com_sobra_e_recusado() -> None:
    esquema = CATALOGO.por_tipo["demanda.recebida"].vigente.esquema
    corpo = CODEC.codificar("demanda.recebida", envelope(recebida()))
    with pytest.raises(PayloadInvalido, match="ilegível: sobram 2 bytes"):
        CODEC.decodificar("demanda.recebida", esquema, corpo + b"ab")
    for fim in range(len(corpo)):
        with pytest.raises(PayloadInvalido, match="corpo Avro ilegível"):
            CODEC.decodificar("demanda.recebida", esquema, corpo[:fim])


def test_o_quadro_e_o_da_confluent() -> None:
    assert enquadrar(258, b"abc") == b"\x00\x00\x00\x01\x02abc"
    assert desenquadrar(b"\x00\x00\x00\x01\x02abc") == (258, b"abc")


@pytest.mark.parametrize("valor", [b"", b"\x00\x00\x00\x01", b"\x01\x00\x00\x00\x01abc", b'{"json": true}'])
def test_valor_sem_quadro_e_falha_permanente(valor: bytes) -> None:
    with pytest.raises(FalhaPermanente):
        desenquadrar(valor)


def test_o_que_a_especificacao_escreve_em_versao_antiga_sai_nela_e_e_lido_na_nova() -> None:
    publicada = exemplo(ConselheiroAtualizacaoPublicada, conteudo_suspeito=False, termos_suspeitos=[])
    dados = CODEC.para_dict(publicada)
    corpo = CODEC.codificar(publicada.TIPO, envelope(dados), "1.0.0")
    escritor = CATALOGO.por_tipo[publicada.TIPO].versao("1.0.0").esquema
    lido = CODEC.decodificar(publicada.TIPO, escritor, corpo)
    assert lido["versao_schema"] == "1.0.0"
    assert CODEC.para_payload(publicada.TIPO, lido["payload"]) == publicada


def test_versao_antiga_nao_perde_calada_o_que_nao_sabe_dizer() -> None:
    suspeita = CODEC.para_dict(exemplo(ConselheiroAtualizacaoPublicada, conteudo_suspeito=True))
    with pytest.raises(PayloadInvalido, match=r"a versão 1\.1\.0 não tem o campo conteudo_suspeito"):
        CODEC.codificar(ConselheiroAtualizacaoPublicada.TIPO, envelope(suspeita), "1.1.0")
