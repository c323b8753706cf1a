"""When two submissions are the same."""

import json
from hashlib import sha256
from unicodedata import normalize

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from d1a_captura.dominio.atualizacao import StatusAtualizado
from d1a_captura.dominio.impressao import imprimir, imprimir_atualizacao
from d1a_captura.dominio.relato import Relato

BASE: dict[str, JsonValue] = {
    "texto_bruto": "Buraco na Rua das Acácias, 120",
    "localizacao_bruta": {"lat": -23.5478, "lng": -46.6174},
    "canal": "web",
}

textos = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
chaves = st.from_regex(r"[a-z0-9]{1,6}(/[a-z0-9]{1,6})?", fullmatch=True)
relatos = st.builds(
    lambda texto, lat, lng, midias: {
        **BASE,
        "texto_bruto": texto,
        "localizacao_bruta": {"lat": lat, "lng": lng},
        "midia_urls": midias,
    },
    textos,
    st.floats(-90, 90),
    st.floats(-180, 180),
    st.lists(chaves, max_size=3),
)


def impressao(**campos: JsonValue) -> bytes:
    return imprimir(Relato.model_validate(BASE | campos))


def test_vetor_publicado() -> None:
    """Anyone recomputes it: SHA-256 of the prefix and of the RFC 8785 form of the content."""
    canonico = (
        '{"lat":"-23.5478","lng":"-46.6174","midia_urls":[],'
        '"texto_bruto":"Buraco na Rua das Acácias, 120","tipo_midia":"texto"}'
    )
    assert impressao() == sha256(b"formigueiro/d1a/demanda/1\0" + canonico.encode()).digest()


def test_texto_composto_ou_decomposto_e_o_mesmo_relato() -> None:
    assert impressao(texto_bruto="Água parada") == impressao(texto_bruto=normalize("NFD", "Água parada"))


def test_o_que_nao_descreve_o_problema_nao_faz_outro_relato() -> None:
    assert impressao() == impressao(
        canal="app",
        categoria_id="1.1",
        fix_lat=-23.54,
        fix_lng=-46.61,
        termos_versao="2026-01",
        timestamp_criacao="2026-03-14T13:00:00Z",
        consentimentos=[{"tipo": "pesquisa", "aceito": False}],
    )


def test_latitude_e_longitude_trocadas_fazem_outro_relato() -> None:
    assert impressao() != impressao(localizacao_bruta={"lat": -46.6174, "lng": -23.5478})


def test_inteiro_e_decimal_do_mesmo_ponto_sao_o_mesmo_e_zero_nao_tem_sinal() -> None:
    assert impressao(localizacao_bruta={"lat": -23, "lng": 0}) == impressao(
        localizacao_bruta={"lat": -23.0, "lng": -0.0}
    )


def test_separadores_dentro_dos_valores_nao_confundem() -> None:
    diferentes = [
        impressao(midia_urls=["a", "b"]),
        impressao(midia_urls=["a/b"]),
        impressao(midia_urls=["ab"]),
        impressao(midia_urls=[]),
        impressao(texto_bruto='a","b', midia_urls=["a"]),
        impressao(texto_bruto="null"),
        impressao(texto_bruto="0"),
        impressao(texto_bruto=""),
    ]
    assert len(set(diferentes)) == len(diferentes)


def canonico(relato: Relato) -> str:
    """The same content by another road: the standard library's encoder."""
    return json.dumps(
        [
            normalize("NFC", relato.texto_bruto),
            relato.tipo_midia,
            relato.localizacao_bruta.lat + 0.0,
            relato.localizacao_bruta.lng + 0.0,
            list(relato.midia_urls),
        ]
    )


@given(relatos, relatos)
def test_impressoes_iguais_se_e_so_se_o_conteudo_e_igual(a: dict[str, JsonValue], b: dict[str, JsonValue]) -> None:
    um, outro = Relato.model_validate(a), Relato.model_validate(b)
    assert (imprimir(um) == imprimir(outro)) == (canonico(um) == canonico(outro))


@given(relatos)
def test_ida_e_volta_pela_rede_nao_muda_a_impressao(a: dict[str, JsonValue]) -> None:
    um = Relato.model_validate(a)
    assert imprimir(Relato.model_validate_json(um.model_dump_json())) == imprimir(um)
    assert len(imprimir(um)) == 32


def da_atualizacao(texto: str = "Água ligada", chave: str = "", **campos: JsonValue) -> bytes:
    base = {"tipo": "status_atualizado", "texto": texto, "campos": {"status": "aguardando"}}
    return imprimir_atualizacao(StatusAtualizado.model_validate(base | campos), chave)


def test_a_mesma_atualizacao_e_a_de_mesmo_conteudo_e_mesma_chave() -> None:
    assert da_atualizacao() == da_atualizacao(normalize("NFD", "Água ligada"), origem_estruturacao="manual")
    distintas = [
        da_atualizacao(),
        da_atualizacao(chave="1"),
        da_atualizacao("Água ligada."),
        da_atualizacao(campos={"status": "concluido"}),
        da_atualizacao(transcricao_automatica=True),
        da_atualizacao(sugestao_original={}),
        da_atualizacao(sugestao_original={"a": None}),
        da_atualizacao(sugestao_original={"a": "null"}),
        da_atualizacao(sugestao_original={"a": [1, 2]}),
        da_atualizacao(sugestao_original={"a": [12]}),
        da_atualizacao(sugestao_original={"a": 10**400}),
    ]
    assert len(set(distintas)) == len(distintas)
    assert da_atualizacao(sugestao_original={"a": 1, "b": 2}) == da_atualizacao(sugestao_original={"b": 2, "a": 1})
